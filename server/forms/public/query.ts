import {z} from 'zod';

import {isWithin, refuse} from '../../http/fields.ts';
import {bounds} from '../../bounds.ts';
import {wholeNumber} from '../../operations/parameters.ts';

/* The query of the search, for interfaces F and G. */

const defaultLimit = 20;

/** The maximum length of a cursor, which is far above that of one that {@link writeCursor} returns. */
const maxCursorLength = 1_000;

/** A text that may be empty: HTML forms also send empty fields. */
export const optional = <Schema extends z.ZodType<unknown, string>>(schema: Schema) =>
  z
    .string()
    .transform(text => text || undefined)
    .pipe(schema.optional())
    .optional();

/** The words of a search. */
export const searchText = () =>
  z
    .string()
    .refine(
      text => isWithin(text, bounds.maxSearchText),
      `Must have at most ${bounds.maxSearchText} characters.`,
    )
    .default('')
    .meta({maxLength: bounds.maxSearchText});

/** The parameters of a search. */
export const formQuery = z.object({
  soeg: searchText().meta({
    description: 'Words to search for. Default: all forms.',
    example: 'moms indberet',
  }),
  myndighed: optional(z.string()).meta({
    description: 'Abbreviation of the authority that shows the form. Default: any.',
  }),
  kommunekode: optional(z.string().regex(/^\d{3}$/, 'Must be three digits.')).meta({
    description: 'Kommunekode of the municipality that shows the form. Default: any.',
    pattern: '^(\\d{3})?$',
  }),
  antal: wholeNumber(1, bounds.maxFormsPerPage).default(defaultLimit).meta({
    description: 'Maximum number of forms. Default: 20.',
    example: 20,
  }),
  efter: optional(
    z
      .string()
      .transform((text, context) => parseCursor(text) ?? refuse(context, 'Must be `naeste` of a response.')),
  ).meta({description: '`naeste` of the previous page.'}),
});

/** `myndighed` and `kommunekode` must both match. */
export type FormQuery = z.output<typeof formQuery>;

/** The position of a form among the results: the highest score first, then the first sort key. */
export interface Rank {
  readonly score: number;
  readonly sortKey: string;
}

/** Returns a cursor: opaque to clients, which may keep it across an upgrade. */
export function writeCursor({score, sortKey}: Rank): string {
  return Buffer.from(JSON.stringify([score, sortKey])).toString('base64url');
}

function parseCursor(cursor: string): Rank | undefined {
  if (cursor.length > maxCursorLength) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(value) || value.length !== 2) return undefined;
    const [score, sortKey] = value as unknown[];
    return typeof score === 'number' && typeof sortKey === 'string' ? {score, sortKey} : undefined;
  } catch {
    return undefined;
  }
}
