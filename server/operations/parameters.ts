import {z} from 'zod';

import {cvrForm} from '../identity/cvr.ts';
import type {Parameter} from './operation.ts';

/** The company or supplier in the address. */
export const cvrInPath = (meaning: string, example: string): Parameter => ({
  name: 'cvr',
  in: 'path',
  meaning,
  schema: z.string().meta({pattern: cvrForm.source}),
  example,
});

export const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  meaning: 'ETag of the last GET: the change is made only if nothing has changed since.',
  schema: z.string(),
};

export const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  meaning: 'ETag of the response that the caller has: 304 if nothing has changed.',
  schema: z.string(),
};

export const ifNew: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  meaning: '`*`: the request only creates, and never changes what exists.',
  schema: z.string(),
};

export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  meaning:
    "The caller's name for this request: sent again within 30 days, it changes nothing and gets the response of the first time.",
  schema: z.string().meta({pattern: '^[\\x21-\\x7e]{1,255}$'}),
};

/** The refusal that comes with {@link ifMatch}. */
export const changedSince = {412: 'Changed since the caller read it (If-Match).'};

/** The refusal that comes with {@link ifMatch} and {@link ifNew}. */
export const changedOrThere = {
  412: 'Changed since the caller read it (If-Match), or already there (If-None-Match).',
};
