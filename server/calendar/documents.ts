import {z} from 'zod';

import type {DocumentType} from '../store/document-type.ts';
import {newNotice} from './changes.ts';
import {turnDocument} from './mail/leases.ts';
import {reminderDocument} from './mail/reminders.ts';
import {linkDocument} from './personal/links.ts';
import {
  type CompanyMarks,
  companyStampKey,
  fristBytes,
  fristCounter,
  fristEntries,
  fristIndexes,
  type FristParts,
  fristRecord,
  type FristRecord,
  fristReservation,
  type FristReservation,
  type ReadMarks,
  reservationBytes,
  splitMarks,
} from './records.ts';

/* The stored documents of the calendar, for saving, checks, backups and repairs. Add a new type to `calendarDocuments`;
 * `records.ts` has the shape of deadlines. Stores contain the documents: segments and shapes must stay, and a new field
 * must be optional. */

/** A deadline. Segments and shape are stored: see {@link DocumentType}. */
export const fristDocument: DocumentType<FristRecord, FristParts> = {
  segments: ['frist', '#'],
  schema: fristRecord,
  phase: 'main',
  parts: {
    // Cheap to check, since there may be 1.5 million CVR numbers.
    modtagere: z.custom<string[]>(value => Array.isArray(value) && value.length > 0 && value.every(isCvr), {
      error: 'is not a list of CVR numbers',
    }),
  },
  partsOf: ({antal}) => (antal === null ? [] : ['modtagere']),
  weightOf: ({antal}) => antal ?? 0,
  entriesOf: (value, [, id], {modtagere}) => fristEntries(value, Number(id), modtagere),
  indexes: fristIndexes,
  takenOf: (_, [, id]) => ({counter: fristCounter, number: Number(id)}),
  usageOf: value => ({owner: 'myndighed', cvr: value.afsenderCvr, bytes: fristBytes(value)}),
  noticeOf: ([, id]) => newNotice(id),
};

/** A document without content, whose version changes with each mark of a company. A restored store has no such documents. */
const companyStamp: DocumentType = {
  segments: ['virksomhed', '*', 'stempel'],
  schema: z.literal(true),
  phase: 'derived',
};

/** Marks are written after their deadlines. */
export const marksDocument: DocumentType<CompanyMarks> = {
  segments: ['virksomhed', '*', 'maerker', '*'],
  schema: recordOf(value => isRevision((value as {dateRevision?: unknown} | null)?.dateRevision)),
  phase: 'first',
  subject: 'company',
  split: (value, subject, id) => (subject === 'person' ? splitMarks(value, id) : undefined),
  stampOf: ([, cvr]) => companyStampKey(cvr),
};

export const readMarksDocument: DocumentType<ReadMarks> = {
  segments: ['person', '*', 'laest', '*'],
  schema: recordOf(isRevision),
  phase: 'first',
  subject: 'person',
};

/** An idempotency key. It is written before the deadline that it reserves. */
export const idempotencyDocument: DocumentType<FristReservation> = {
  segments: ['myndighed', '*', 'idempotens', '*'],
  schema: fristReservation,
  phase: 'last',
  usageOf: (value, [, cvr]) => ({owner: 'myndighed', cvr, bytes: reservationBytes(value)}),
};

export const calendarDocuments = [
  fristDocument,
  marksDocument,
  readMarksDocument,
  companyStamp,
  idempotencyDocument,
  linkDocument,
  reminderDocument,
  turnDocument,
];

/** The shape of marks: cheap to check, since there may be thousands. */
function recordOf(isItem: (value: unknown) => boolean) {
  return z.custom<object>(
    value =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.values(value).every(item => isItem(item)),
    {error: 'is not an object of marks'},
  );
}

function isRevision(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

const isCvr = (value: unknown): boolean => typeof value === 'string' && /^\d{8}$/.test(value);
