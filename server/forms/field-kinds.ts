import {z} from 'zod';

import {expected, refuse, boundedText} from '../http/fields.ts';
import {parseDatetime} from '../time/datetime.ts';
import {findScript} from '../html/script.ts';
import {takeTurn} from '../html/turns.ts';
import {findExcess} from '../html/weight.ts';
import {bounds} from '../limits/bounds.ts';

/* Each kind has its JSON Schema in `meta`. */

/** A text without markup; it may be blank. */
export const text = (max: number = bounds.maxFormText) => boundedText(max);

/** A text that may contain markup. */
export const markup = (max?: number) =>
  text(max).superRefine(async (value, context) => {
    await takeTurn();
    const excess = findExcess(value);
    if (excess !== undefined) context.addIssue({code: 'custom', message: excess, continue: false});
  });

/** A text that may contain markup but no script. */
export const safeText = (max?: number) =>
  markup(max)
    .superRefine(async (value, context) => {
      await takeTurn();
      const script = findScript(value);
      if (script !== undefined) refuse(context, `Must not contain script: remove ${script}.`);
    })
    .meta({description: 'May contain HTML, but no script.'});

export const webAddress = (max?: number) =>
  text(max)
    .refine(isWebAddress, 'Must be an absolute http or https URL.')
    .meta({format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?:[/]{2}'});

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
  z
    .string(expected('text'))
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
        refuse(context, 'Must be an ISO 8601 date, or date and time, of the years 1900 to 2199.'),
    );

/** Rejects control characters, which `URL` would ignore, but headers and logs would not. */
function isWebAddress(value: string): boolean {
  return /^https?:\/\/[^/]/i.test(value) && !/\p{Cc}/u.test(value) && URL.canParse(value);
}
