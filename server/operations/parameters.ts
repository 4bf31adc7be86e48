/* Parameters of paths, queries and headers, for the operations of several interfaces. Add a parameter that several
 * interfaces share here, others to their operation. The OpenAPI document and the manual contain the descriptions: run
 * `npm run docs` after a change. A stricter rule also refuses requests that are valid today. */

import {z} from 'zod';

import {refuseValue} from '../http/fields.ts';
import {cvrForm} from '../identity/cvr.ts';
import {dateFormat, datePattern, parseDate} from '../time/dates.ts';
import type {Operation, Parameter} from './operation.ts';

/** Returns a parameter of a path. The OpenAPI document and the manual contain its description and example. */
export const inPath = (name: string, description: string, example: string, pattern?: string): Parameter => ({
  name,
  in: 'path',
  description,
  schema: pattern === undefined ? z.string() : z.string().meta({pattern}),
  example,
});

/** The company or supplier in the path. */
export const cvrInPath = (description: string, example: string): Parameter =>
  inPath('cvr', description, example, cvrForm.source);

/** A whole number in the query. @param unit Words after `Must be a whole number`, such as ` of days`. */
export const wholeNumber = (min: number, max: number, unit = '') => {
  const message = `Must be a whole number${unit} from ${min} to ${max}.`;
  return z.int(message).min(min, message).max(max, message);
};

/** `true` or `false` in the query. */
export const flag = () => z.boolean('Must be true or false.');

/** A date in the query: `dd-MM-yyyy` in all interfaces, also where a body has ISO 8601. */
export const optionalDate = (description: string, example: string) =>
  z
    .string()
    .meta({pattern: datePattern.source})
    .transform((text, context) => parseDate(text) ?? refuseValue(context, `Must be ${dateFormat}.`))
    .optional()
    .meta({description, example});

const header = (name: string, description: string, schema = z.string()): Parameter => ({
  name,
  in: 'header',
  description,
  schema,
});

const ifMatch = header('If-Match', '`ETag` of the last GET: 412 if it has changed.');

export const ifNoneMatch = header(
  'If-None-Match',
  '`ETag` of an earlier response: 304 if it has not changed.',
);

const ifNew = header('If-None-Match', '`*` only creates: 412 if it exists.');

export const idempotencyKey = header(
  'Idempotency-Key',
  'A key that the caller chooses. A repeated request with the same key within 30 days changes nothing and gets the first response.',
  z.string().meta({pattern: '^[\\x21-\\x7e]{1,255}$'}),
);

/** The parameters and the refusal of operations with preconditions. */
export const preconditions: Readonly<
  Record<NonNullable<Operation['conditional']>, {parameters: readonly Parameter[]; refusal: string}>
> = {
  change: {parameters: [ifMatch], refusal: 'The resource has changed since the caller read it (If-Match).'},
  createOrChange: {
    parameters: [ifMatch, ifNew],
    refusal: 'The resource has changed (If-Match), or already exists (If-None-Match).',
  },
};
