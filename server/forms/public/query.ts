import {z} from 'zod';

import {composed, isWithin, refuseValue} from '../../http/fields.ts';
import {bounds} from '../../bounds.ts';
import {flag, wholeNumber} from '../../operations/parameters.ts';
import {parseChange, publicationStates} from '../variant.ts';

/* The queries of the search (interface F) and of the list for editors (interface G), for their operations. Add a
 * parameter, as optional, to `formQuery` or `editorialQuery`. Clients may keep a cursor across an upgrade, so cursors
 * of earlier releases must remain valid. HTML forms send empty parameters: accept these. */

/** The maximum length of a cursor; the service's own cursors are far shorter. */
const maxCursorLength = 1_000;

/** A parameter that may be empty, which selects its default: HTML forms also send empty fields. */
const orEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(value => (value === '' ? undefined : value), schema);

const optional = <Schema extends z.ZodType>(schema: Schema) => orEmpty(schema.optional()).optional();

/** The words of a search. */
const searchText = () =>
  z
    .string()
    .refine(
      text => isWithin(text, bounds.maxSearchText),
      `Must have at most ${bounds.maxSearchText} characters.`,
    )
    .default('')
    .meta({maxLength: bounds.maxSearchText});

const limit = (what: string) =>
  orEmpty(wholeNumber(1, bounds.maxFormsPerPage).default(20)).meta({
    description: `Maximum number of ${what}. Default: 20.`,
    example: 20,
  });

/** Returns the parameter with a cursor. @param parse Parses the decoded text. Returns `undefined`, or throws, if it is not a cursor. */
const cursor = <Position>(parse: (text: string) => Position | undefined) => {
  const decode = (encoded: string): Position | undefined => {
    if (encoded.length > maxCursorLength) return undefined;
    try {
      return parse(Buffer.from(encoded, 'base64url').toString());
    } catch {
      return undefined;
    }
  };
  return optional(
    z
      .string()
      .transform((text, context) => decode(text) ?? refuseValue(context, 'Must be `naeste` of a response.')),
  ).meta({description: '`naeste` of the previous page.'});
};

/** The parameters of a search. */
export const formQuery = z.object({
  soeg: searchText().meta({
    description: 'Words to search for. Default: all forms.',
    example: 'moms indberet',
  }),
  myndighed: optional(z.string().overwrite(composed)).meta({
    description: 'Abbreviation of the authority that shows the form. Default: any.',
  }),
  kommunekode: optional(z.string().regex(/^\d{3}$/, 'Must be three digits.')).meta({
    description: 'Kommunekode of the municipality that shows the form. Default: any.',
    pattern: '^(\\d{3})?$',
  }),
  antal: limit('forms'),
  efter: cursor(parseRank),
});

/** The parsed parameters of a search. With both `myndighed` and `kommunekode`, a form must match both. */
export type FormQuery = z.output<typeof formQuery>;

/** The parameters of the list for editors. */
export const editorialQuery = z.object({
  soeg: searchText().meta({
    description: 'Words in the title, the keywords or the suggested keywords. Default: all variants.',
    example: 'moms',
  }),
  tilstand: optional(z.enum(publicationStates, `Must be one of ${publicationStates.join(', ')}.`)).meta({
    description: 'Only variants in this state. Default: all.',
    enum: publicationStates,
  }),
  nye: orEmpty(flag().default(false)).meta({
    description: 'Only variants with a new suggestion. Default: false.',
  }),
  antal: limit('variants'),
  // A cursor is a member of `changesIndex`.
  efter: cursor(text => (parseChange(text) ? text : undefined)),
});

export type EditorialQuery = z.output<typeof editorialQuery>;

/** The position of a form among the results: the highest score first, then the first sort key. */
export interface Rank {
  readonly score: number;
  readonly sortKey: string;
}

/** Returns a cursor: opaque to clients, which may keep it across an upgrade. */
export function writeCursor({score, sortKey}: Rank): string {
  return Buffer.from(JSON.stringify([score, sortKey])).toString('base64url');
}

function parseRank(text: string): Rank | undefined {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [score, sortKey] = value as unknown[];
  return typeof score === 'number' && typeof sortKey === 'string' ? {score, sortKey} : undefined;
}
