import {z} from 'zod';

import {bounds} from '../bounds.ts';
import {findScript} from '../html/script.ts';
import {isVisible} from '../html/visible-text.ts';
import {findExcess} from '../html/weight.ts';
import {
  boundedText,
  composed,
  expected,
  isWithin,
  refuseValue,
  requiredText,
  webAddress,
} from '../http/fields.ts';
import {didYouMean} from '../nearest.ts';
import {takeTurn} from '../store/turns.ts';
import {datetimeFormat, parseDatetime} from '../time/datetime.ts';

/* The kinds of fields of form variants, for the form interfaces. Add a field that interfaces A and B share to
 * `commonFields`, and a new rule as a kind here. `meta` repeats the rule of each kind as JSON Schema, for the OpenAPI
 * document: change both together. A stricter rule also refuses requests that are valid today. */

/** A text without markup; it may be blank. */
export const text = (max: number = bounds.maxFormText) => boundedText(max);

/** A text that may contain markup. */
export const markup = (max?: number) =>
  text(max)
    .superRefine(async (value, context) => {
      await takeTurn(true);
      const excess = findExcess(value);
      if (excess !== undefined) context.addIssue({code: 'custom', message: excess, continue: false});
    })
    .meta({description: 'May contain HTML.'});

/** A text that may contain markup but no script. */
export const safeText = (max?: number) =>
  markup(max)
    .superRefine(async (value, context) => {
      await takeTurn(true);
      const script = findScript(value);
      if (script !== undefined) refuseValue(context, `Must not contain script: remove ${script}.`);
    })
    .meta({description: 'May contain HTML, but no script.'});

/** An integer that a double can represent. @param type The expected type, for messages. */
export const integer = (type = 'a whole number') =>
  z.int({
    error: issue =>
      issue.code === 'invalid_type'
        ? expected(type).error(issue)
        : `Must be a whole number from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}.`,
  });

/**
 * A whole number, or a text that means one.
 *
 * @param read Parses a text to an integer; `undefined` if it is invalid.
 * @param known The texts that a message may suggest.
 */
export const integerOrText = (
  type: string,
  read: (text: string) => number | undefined,
  known: readonly string[] = [],
) =>
  z.preprocess(
    (value, context) =>
      typeof value === 'string'
        ? (read(value) ?? refuseValue(context, `Must be ${type}.${didYouMean(value, known)}`))
        : value,
    integer(type),
  );

export const boolean = () => z.boolean(expected('true or false'));

/** One of the listed texts. The published interface allows 15 characters ("max 15"), but all form types except `aktiv-top` are longer. */
export const oneOf = <const Value extends string>(...values: Value[]) =>
  z
    .string(expected('text'))
    .meta({enum: values})
    .transform(
      (value, context): Value =>
        values.find(allowed => allowed === value) ??
        refuseValue(context, `Must be one of ${values.join(', ')}.${didYouMean(value, values)}`),
    );

/** A point in time, stored as milliseconds since 1970. */
export const datetime = () =>
  z
    .string(expected(`text: ${datetimeFormat}`))
    .meta({
      description: 'ISO 8601. Without a time zone: Danish time. A date alone: the start of that day.',
    })
    .transform(
      (value, context) => parseDatetime(value) ?? refuseValue(context, `Must be ${datetimeFormat}.`),
    );

/** How the portal shows a solution: the values of `formularType` in version 1 and in version 2. */
export const formTypesV1 = [
  'integration-iframe-gl',
  'integration-iframe-med-titel',
  'integration-iframe-uden-titel',
  'integration-frameset-med-titel',
  'integration-frameset-uden-titel',
  'integration-ekstern-link',
] as const;

export const formTypesV2 = [
  'aktiv-top',
  'integration-iframe-916',
  'integration-iframe-960-med-titel',
  'integration-iframe-960-uden-titel',
  'integration-frameset-med-titel',
  'integration-frameset-uden-titel',
  'integration-ekstern-link',
] as const;

const maxIdLength = 40;

const control = '\\x00-\\x1f\\x7f-\\x9f';

/**
 * The rules of {@link ownId} without look-around, which some languages do not have. The first alternative matches ids that do not begin with a dot.
 */
const idPattern =
  `^(?:[^.\\s${control}](?:[^${control}]*[^\\s${control}])?` +
  `|\\.(?:[^${control}]*[^.\\s${control}]|[^${control}]+\\.))$`;

/** A supplier's id of a variant, in Unicode's composed form (NFC); valid as a segment of a URL path. */
export const ownId = z
  .string(expected('text'))
  .overwrite(toOwnId)
  .refine(id => isWithin(id, maxIdLength), {
    error: `Must have at most ${maxIdLength} characters.`,
    abort: true,
  })
  .refine(isVisible, {error: 'Must not be blank.', abort: true})
  .refine(id => id === id.trim(), 'Must not begin or end with white space.')
  .refine(id => !/\p{Cc}/u.test(id), 'Must not contain control characters.')
  // Clients resolve these two as relative path segments.
  .refine(id => id !== '.' && id !== '..', 'Must not be "." or "..".')
  .meta({maxLength: maxIdLength, pattern: idPattern, description: "The supplier's own id of the variant."});

/** Returns the stored form of an id: texts that look the same are the same id. */
export function toOwnId(text: string): string {
  return composed(text);
}

/** The fields with the same rules in both versions of the form interface. */
export const commonFields = {
  titel: requiredText(255).describe(
    "Title of the intro page. A new title changes the URL of the page until the variant's own dates have published it once.",
  ),
  kortBeskrivelse: safeText(200).nullish().describe('Short description on the intro page.'),
  beskrivelse: markup().nullish().describe('Description on the intro page.'),
  forudsaetninger: markup().nullish().describe('What the user must have ready.'),
  trin: safeText().nullish().describe('The steps, one on each line.'),
  urlTilVejledning: webAddress().nullish().describe('URL of guidance.'),
  skabelon: integer()
    .nullish()
    .describe("Number of the portal's template for the intro page. The service only stores it."),
  fritekst1: markup().nullish().describe('Free text.'),
  fritekst2: markup().nullish().describe('Free text.'),
  fritekst3: markup().nullish().describe('Free text.'),
  hjaelp: safeText().nullish().describe('Additional help for the user.'),
  urlTest: webAddress(500).nullish().describe('URL of the solution in a test environment. Never published.'),
  urlProd: webAddress(500).nullish().describe('URL of the solution in production.'),
  kraeverSSO: boolean()
    .nullish()
    .describe('Whether the portal logs the person in before the solution starts. Default: false.'),
  startKnapTekst: safeText().nullish().describe('Text of the start button.'),
  brugerdefineretJavascript: boundedText(bounds.maxFormText, /\0/)
    .meta({pattern: '^[^\\x00]*$'})
    .nullish()
    .describe("The supplier's own JavaScript."),
  forslagTilSoegeord: text().nullish().describe('Suggested search keywords, separated by commas.'),
  publiceringsdato: datetime().nullish().describe('When the variant is published.'),
  afpubliceringsdato: datetime().nullish().describe('When the variant stops being published.'),
};
