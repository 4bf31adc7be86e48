import {z} from 'zod';

import {bounds} from '../limits/bounds.ts';
import {storedBytesKey} from '../limits/storage-quota.ts';
import type {DocumentType} from '../store/document-type.ts';
import {type CreationRecord, reservationBytes} from './creation.ts';
import {variantBytes} from './texts.ts';
import {variantDependencies, type VariantHead} from './variant.ts';

const diaId = z
  .string()
  .regex(/^\d{1,20}\.\d{1,16}$/)
  .refine(
    text => Number(text.slice(text.indexOf('.') + 1)) <= bounds.maxNumber,
    'is not a number that the service can have given',
  );

const name = {cvr: z.string(), egetId: z.string()};

/** A variant, without its long texts. */
export const variantDocument: DocumentType<VariantHead> = {
  segments: ['leverandoer', '*', 'formular', '*'],
  schema: z.looseObject({
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
  }),
  phase: 'main',
  dependenciesOf: variantDependencies,
  usageOf: head => ({counter: storedBytesKey('leverandoer', head.cvr), bytes: variantBytes(head)}),
};

export const textsDocument: DocumentType = {
  segments: ['leverandoer', '*', 'formular', '*', 'tekster', '*'],
  schema: z.looseObject({...name, fields: z.looseObject({})}),
  phase: 'with',
};

/** An idempotency key is tied to a variant before that is there. */
export const idempotencyDocument: DocumentType<CreationRecord> = {
  segments: ['leverandoer', '*', 'idempotens', '*'],
  schema: z.looseObject({egetId: z.string(), token: z.string(), fingerprint: z.string()}),
  phase: 'last',
  usageOf: (value, [, cvr]) => ({
    counter: storedBytesKey('leverandoer', cvr),
    bytes: reservationBytes(value),
  }),
};

const reference = {schema: z.looseObject(name), phase: 'with'} as const;

export const formDocuments: readonly DocumentType[] = [
  variantDocument,
  textsDocument,
  idempotencyDocument,
  {segments: ['dia', '*'], ...reference},
  {segments: ['permalink', '*', '*'], ...reference},
];
