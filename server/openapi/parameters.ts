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
  meaning: 'Mærket fra den seneste GET: ændringen sker kun, hvis intet er sket siden.',
  schema: z.string(),
};

export const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  meaning: 'Mærket på det svar, kalderen har: er det uændret, er svaret 304.',
  schema: z.string(),
};

export const ifNew: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  meaning: '`*`: kun, hvis der intet er i forvejen.',
  schema: z.string(),
};

export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  meaning:
    'Kalderens navn på netop dette kald: sendt igen inden for 30 dage gør det intet nyt og svarer som første gang.',
  schema: z.string().meta({pattern: '^[\\x21-\\x7e]{1,255}$'}),
};

/** The refusal that comes with {@link ifMatch}. */
export const changedSince = {412: 'Ændret, siden kalderen læste det (If-Match).'};

/** The refusal that comes with {@link ifMatch} and {@link ifNew}. */
export const changedOrThere = {
  412: 'Ændret, siden kalderen læste det (If-Match), eller der i forvejen (If-None-Match).',
};
