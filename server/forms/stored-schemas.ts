import {z} from 'zod';

import {bounds} from '../limits/bounds.ts';
import type {Key} from '../store/store.ts';

/*
 * What documents of this feature look like in a store and in a backup, whichever version wrote them: what readers and `tavle repair` rely on.
 * Further keys may be there. Each read checks them, so they must be cheap.
 */

const diaId = z
  .string()
  .regex(/^\d{1,20}\.\d{1,16}$/)
  .refine(
    text => Number(text.slice(text.indexOf('.') + 1)) <= bounds.maxNumber,
    'is not a number that the service can have given',
  );

const name = {cvr: z.string(), egetId: z.string()};

const head = z.looseObject({
  ...name,
  version: z.union([z.literal(1), z.literal(2)]),
  fields: z.looseObject({
    titel: z.string(),
    publiceringsdato: z.number().nullish(),
    afpubliceringsdato: z.number().nullish(),
  }),
  diaId,
  masterId: z.string(),
  permalink: z.string(),
  permalinkAt: z.array(z.string()).optional(),
  createdBy: z.string().optional(),
  publishedOnce: z.boolean(),
  changed: z.number(),
  deleted: z.boolean(),
  texts: z.looseObject({token: z.string().regex(/^[\w.-]{1,100}$/), bytes: z.int().min(0)}).optional(),
});

const reservation = z.looseObject({egetId: z.string(), token: z.string(), fingerprint: z.string()});

const texts = z.looseObject({...name, fields: z.looseObject({})});

export function formSchemaOf([kind, , part, , below]: Key): z.ZodType | undefined {
  if (kind === 'dia' || kind === 'permalink') return z.looseObject(name);
  if (kind === 'leverandoer' && part === 'idempotens') return reservation;
  if (kind !== 'leverandoer' || part !== 'formular') return undefined;
  if (below === undefined) return head;
  return below === 'tekster' ? texts : undefined;
}
