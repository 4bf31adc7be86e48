import {z} from 'zod';

import {bounds} from '../bounds.ts';
import {storedBytesKey} from '../store/storage-quota.ts';
import type {DocumentType} from '../store/document-type.ts';
import {
  fristBytes,
  fristDependencies,
  type FristRecord,
  type FristReservation,
  reservationBytes,
} from './records.ts';
import {subscriptionDependencies, type SubscriptionRecord} from './feed/subscriptions.ts';

const record = z.looseObject({
  afsenderCvr: z.string(),
  afsenderNavn: z.string().optional(),
  fristDato: z.iso.date(),
  overskrift: z.string(),
  beskrivelse: z.string(),
  feedDescription: z.string(),
  antal: z.int().min(1).nullable(),
  delivery: z.string().regex(/^[\w.-]{1,100}$/),
  revision: z.int().min(0),
  aendret: z.iso.datetime(),
  slettet: z.iso.datetime().optional(),
});

/** A deadline. Segments and shape are stored: see {@link DocumentType}. */
export const fristDocument: DocumentType<FristRecord> = {
  segments: ['frist', '#'],
  schema: record,
  phase: 'main',
  dependenciesOf: (value, [, id]) => fristDependencies(Number(id), value),
  usageOf: value => ({
    counter: storedBytesKey('myndighed', value.afsenderCvr),
    bytes: fristBytes(value),
  }),
};

/** The CVR numbers of up to a million companies. */
export const recipientsDocument: DocumentType<string[]> = {
  segments: ['frist', '#', 'modtagere', '*'],
  schema: z.custom<string[]>(value => Array.isArray(value) && value.length > 0 && value.every(isCvr), {
    error: 'is not a list of CVR numbers',
  }),
  phase: 'with',
};

/** A mark refers to an existing deadline. */
export const markDocument: DocumentType = {
  segments: ['virksomhed', '*', 'maerke', '#'],
  schema: z.looseObject({revision: z.int().min(0), isLaest: z.boolean(), isSlettet: z.boolean()}),
  phase: 'first',
  subject: 'company',
};

/** An idempotency key reserves a deadline before that exists. */
export const idempotencyDocument: DocumentType<FristReservation> = {
  segments: ['myndighed', '*', 'idempotens', '*'],
  schema: z.looseObject({id: z.int().min(1).max(bounds.maxNumber), record, fingerprint: z.string()}),
  phase: 'last',
  usageOf: (value, [, cvr]) => ({
    counter: storedBytesKey('myndighed', cvr),
    bytes: reservationBytes(value),
  }),
};

const subscriptionDocument: DocumentType<SubscriptionRecord> = {
  segments: ['virksomhed', '*', 'abonnement'],
  schema: z.looseObject({digest: z.string(), createdAt: z.iso.datetime()}),
  phase: 'main',
  subject: 'company',
  dependenciesOf: (record, [, cvr]) => subscriptionDependencies(cvr, record),
};

/** The CVR number of the company of a feed's digest. */
export const secretDocument: DocumentType = {
  segments: ['abonnement', '*'],
  schema: z.string(),
  phase: 'with',
};

export const calendarDocuments: readonly DocumentType[] = [
  fristDocument,
  recipientsDocument,
  markDocument,
  idempotencyDocument,
  subscriptionDocument,
  secretDocument,
];

function isCvr(value: unknown): boolean {
  return typeof value === 'string' && /^\d{8}$/.test(value);
}
