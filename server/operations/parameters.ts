import {z} from 'zod';

import {cvrForm} from '../identity/cvr.ts';
import type {Parameter} from './operation.ts';

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

const header = (name: string, description: string, schema = z.string()): Parameter => ({
  name,
  in: 'header',
  description,
  schema,
});

export const ifMatch = header(
  'If-Match',
  'ETag of the last GET: the change is made only if nothing has changed since.',
);

export const ifNoneMatch = header(
  'If-None-Match',
  'ETag of the response that the caller has: 304 if nothing has changed.',
);

export const ifNew = header('If-None-Match', '`*`: the request only creates, and never changes what exists.');

export const idempotencyKey = header(
  'Idempotency-Key',
  "The caller's name for this request: sent again within 30 days, it changes nothing and gets the response of the first time.",
  z.string().meta({pattern: '^[\\x21-\\x7e]{1,255}$'}),
);

/** The refusal that comes with {@link ifMatch}. */
export const changedSince = {412: 'Changed since the caller read it (If-Match).'};

/** The refusal that comes with {@link ifMatch} and {@link ifNew}. */
export const changedOrThere = {
  412: 'Changed since the caller read it (If-Match), or already there (If-None-Match).',
};
