import {z} from 'zod';

import {expected, isWithin, refuse} from '../http/request/fields.ts';
import {parseDatetime} from '../time/datetime.ts';
import {searchScript} from '../html/script.ts';
import {finishInTurns} from '../html/slices.ts';
import {searchExcess} from '../html/weight.ts';

/* Each kind has its JSON Schema in `meta`. */

export const text = () => z.string(expected('text'));

/** A text of at most `most` Unicode code points; it may be blank. */
export const shortText = (max: number) =>
  text()
    .refine(value => isWithin(value, max), {error: `Must have at most ${max} characters.`, abort: true})
    .meta(limit(max));

/** A text that may contain markup but no script. Checks the markup after the length, in slices. */
export const safeText = (max = Infinity) =>
  shortText(max)
    .superRefine(async (value, context) => {
      const excess = await finishInTurns(searchExcess(value));
      if (excess !== undefined) return refuse(context, excess);
      const script = await finishInTurns(searchScript(value));
      return script === undefined ? undefined : refuse(context, `Must not contain script: remove ${script}.`);
    })
    .meta({...limit(max), description: 'May contain HTML, but no script.'});

export const webAddress = (max = Infinity) =>
  shortText(max)
    .refine(isWebAddress, 'Must be an absolute http or https URL.')
    .meta({...limit(max), format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://'});

/** An integer that a double can represent. @param type The expected type, for messages. */
export const integer = (type = 'a whole number') =>
  z.int({
    error: issue =>
      issue.code === 'invalid_type'
        ? expected(type).error(issue)
        : `Must be a whole number from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}.`,
  });

/** @param read Parses a text to an integer; `undefined` if it is invalid. */
export const integerOrText = (type: string, read: (text: string) => number | undefined) =>
  z.preprocess(
    (value, context) =>
      typeof value === 'string' ? (read(value) ?? refuse(context, `Must be ${type}.`)) : value,
    integer(type),
  );

export const boolean = () => z.boolean(expected('true or false'));

/** One of the listed texts. They override the interface's "max 15", which all except one exceed. */
export const oneOf = <const Value extends string>(...values: Value[]) =>
  text()
    .meta({enum: values})
    .transform(
      (value, context): Value =>
        values.find(allowed => allowed === value) ?? refuse(context, `Must be one of ${values.join(', ')}.`),
    );

/** A moment, stored as milliseconds since 1970. */
export const datetime = () =>
  z
    .string(expected('text: an ISO 8601 date, or date and time'))
    .meta({
      description:
        'ISO 8601: with a time zone, without one (Danish time), or a date alone (Danish midnight).',
    })
    .transform(
      (value, context) =>
        parseDatetime(value) ??
        refuse(context, 'Must be an ISO 8601 date, or date and time, of the years 1900 to 9999.'),
    );

/** Returns the JSON Schema of a text's length, in Unicode code points. */
function limit(max: number): {maxLength?: number} {
  return max === Infinity ? {} : {maxLength: max};
}

/** Rejects control characters, which `URL` would ignore, but headers and logs would not. */
function isWebAddress(value: string): boolean {
  return /^https?:\/\/[^/]/i.test(value) && !/\p{Cc}/u.test(value) && URL.canParse(value);
}
