/* Kinds of fields and their messages, for the bodies of all interfaces, the portal file and some settings. Add a kind
 * here, and a rule for all texts to `withBounds`. A stricter rule also refuses values that are valid today. `meta`
 * repeats a rule as JSON Schema: change both together. */

import {z} from 'zod';

import {closeDirections, hasTooManyMarks, isVisible, maxCombiningMarks} from '../html/visible-text.ts';
import {bounds} from '../bounds.ts';

/** Returns the messages for a missing value, for null, and for a value of the wrong type. */
export const expected = (type: string) => ({
  error: ({input}: {input?: unknown}) => {
    if (input === undefined) return 'Is required.';
    return input === null ? `Must be ${type}, not null.` : `Must be ${type}.`;
  },
});

// oxlint-disable-next-line no-control-regex -- These are refused.
const controlCharacters = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]/;

const control = '\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f';

/** The JSON Schema pattern of a text that is not only white space, and has no control characters. */
export const visibleText = `^[^\\S\\x0b\\x0c]*[^\\s${control}][^${control}]*$`;

/**
 * A text of at most `max` Unicode code points, with few combining marks in a row; it may be blank.
 *
 * @param refused The characters that it must not contain. Default: control characters other than tabs and line breaks.
 */
export const boundedText = (max: number, refused = controlCharacters) =>
  withBounds(z.string(expected('text')), max, refused);

/** The JSON Schema pattern of {@link webAddress}. A `format` of URIs would refuse spaces, `|` and letters such as `ø`, which browsers accept. */
export const webAddressPattern = '^[Hh][Tt][Tt][Pp][Ss]?:[/]{2}[^\\x00-\\x1f\\x7f-\\x9f]*$';

/** An absolute URL of http or https. @param max The maximum length. Default: that of a form's texts. */
export const webAddress = (max: number = bounds.maxFormText) =>
  boundedText(max)
    .refine(isWebAddress, 'Must be an absolute http or https URL.')
    .meta({pattern: webAddressPattern});

/** In characters: a DNS name (RFC 1035, 2.3.4) and a port. */
const maxHostLength = 253 + ':65535'.length;

/**
 * Returns whether a text is an absolute URL of http or https without control characters, which `URL` would ignore, but headers and logs would not.
 * `URL` takes quadratic time for a host with other letters than a to z, so a longer host than a DNS name is refused first.
 */
export function isWebAddress(value: string): boolean {
  const [, authority] = /^https?:\/\/\\*([^/\\?#]+)/i.exec(value) ?? [];
  if (authority === undefined || /\p{Cc}/u.test(value)) return false;
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return host.length <= maxHostLength && URL.canParse(value);
}

/** In UTF-16 code units: longer than all names and ids. */
const maxComposedLength = 1_000;

/** Returns a name or an id in Unicode's composed form (NFC), but a longer text as it is: NFC sorts combining marks in quadratic time. */
export function composed(text: string): string {
  return text.length > maxComposedLength ? text : text.normalize('NFC');
}

/** The base URL of a site, for the settings and the portal file. The output is normalized (WHATWG URL) and has no trailing slash. */
export const baseUrl = z
  .url({protocol: /^https?$/, error: 'Must be an absolute http or https URL.'})
  .refine(hasPathOnly, 'Must not contain a user name, a password, a query or a fragment.')
  .transform(text => {
    let url = new URL(text).href;
    while (url.endsWith('/')) url = url.slice(0, -1);
    return url;
  });

/** Also returns true for invalid URLs, which an earlier check reports. */
function hasPathOnly(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return !url || (!/[?#]/.test(text) && url.username === '' && url.password === '');
}

/** A plain text of at most `max` Unicode code points that is not blank. Bidirectional controls that it leaves open are closed at its end. */
export const requiredText = (max: number) => {
  // Leaves texts over 2 × `max` units as they are: `withBounds` refuses them, and closing the controls would make them even longer.
  const schema = z
    .string(expected('text'))
    .overwrite(text => (text.length > 2 * max ? text : closeDirections(text)));
  return withBounds(schema, max).refine(isVisible, 'Must not be blank.').meta({pattern: visibleText});
};

const withBounds = (schema: z.ZodString, max: number, refused = controlCharacters) =>
  schema
    .refine(text => isWithin(text, max), {error: `Must have at most ${max} characters.`, abort: true})
    .refine(
      text => !hasTooManyMarks(text),
      `Must not have more than ${maxCombiningMarks} combining marks in a row.`,
    )
    .superRefine((text, context) => {
      const code = refused.exec(text)?.[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      if (code !== undefined) refuseValue(context, `Must not contain control characters: remove U+${code}.`);
    })
    .meta({maxLength: max, ...(refused === controlCharacters && {pattern: `^[^${control}]*$`})});

/** Returns whether a text has at most `max` Unicode code points. */
export function isWithin(text: string, max: number): boolean {
  // A code point has one or two units, so only lengths from `max` to 2 × `max` need counting.
  if (text.length <= max) return true;
  return text.length <= 2 * max && Array.from(text).length <= max;
}

/**
 * A list of at most `max` items; a longer one is refused before its items are checked.
 *
 * @param type What the value must be, for the message about a value of another type.
 */
export const listOf = <Item extends z.ZodType>(item: Item, type: string, max: number = bounds.maxListItems) =>
  withMaxItems(z.array(item, expected(type)), max);

/** Refuses a list of more than `max` items before `list` checks the items. */
export const withMaxItems = <List extends z.ZodType>(list: List, max: number = bounds.maxListItems) =>
  z
    .preprocess(
      (value, context) =>
        Array.isArray(value) && value.length > max
          ? refuseValue(context, `Must have at most ${max} items.`)
          : value,
      list,
    )
    .meta({maxItems: max});

/** Adds the message of a broken rule. Returns the value that ends a check or a transformation. */
export function refuseValue(context: z.RefinementCtx, message: string): never {
  context.addIssue({code: 'custom', message});
  return z.NEVER;
}
