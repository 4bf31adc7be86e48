import type {Dependencies} from '../store/document-type.ts';
import {type IdempotencyRecord, isExpired} from '../store/idempotency.ts';
import {documentBytes, entryBytes} from '../store/storage-quota.ts';
import type {Document, Entry, Key, Store} from '../store/store.ts';
import {addDays, compactDate, type IsoDate} from '../time/dates.ts';

/** The number of days that the feed reports a withdrawn deadline as cancelled. */
export const withdrawnDays = 30;

/** The number of index entries in a batch. */
const batchLength = 4_000;
/** The size of a CVR number in the stored list of recipients, in bytes. */
const recipientBytes = 11;

/** A stored deadline, without its recipients. */
export interface FristRecord {
  readonly afsenderCvr: string;
  /** The authority's name in the portal file at the last delivery or update, for authorities that have left the file. */
  readonly afsenderNavn?: string;
  readonly fristDato: IsoDate;
  readonly overskrift: string;
  readonly beskrivelse: string;
  /** The description without markup, as a content line of a calendar event. Empty if it has no text. */
  readonly feedDescription: string;
  /** The number of recipients; `null`: all companies. */
  readonly antal: number | null;
  /**
   * A token that changes with date or recipients: index entries of other deliveries are invalid. It is unique to each attempt, so that a
   * failed one can't remove another one's entries.
   */
  readonly delivery: string;
  /** 0 at first, incremented by each change of a visible field: marks of earlier revisions are invalid. */
  readonly revision: number;
  /** The last change of a visible field, ISO 8601 in UTC. */
  readonly aendret: string;
  /** The time of the withdrawal, ISO 8601 in UTC. */
  readonly slettet?: string;
}

export interface Frist extends FristRecord {
  readonly fristId: number;
  readonly version: number;
}

/** A company's marks on a deadline. */
export interface MarkRecord {
  readonly revision: number;
  readonly isLaest: boolean;
  readonly isSlettet: boolean;
}

/** The companies that have index entries of a delivery, or `null` for all. */
export type Recipients = readonly string[] | null;

/** Parses a deadline's number in a path: an integer from 1 on. */
export function parseFristId(text = ''): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

// Keys and members of indexes are stored; `documents.ts` declares the same keys as segments.
export const fristKey = (id: number): Key => ['frist', String(id)];
export const recipientsKey = (id: number, delivery: string): Key => [
  'frist',
  String(id),
  'modtagere',
  delivery,
];
export const fristCounter: Key = ['frist', 'antal'];

export const companyIndex = (cvr: string): Key => ['virksomhed', cvr, 'frister'];
export const everyoneIndex: Key = ['virksomhed', 'alle', 'frister'];
export const markKey = (cvr: string, id: number): Key => ['virksomhed', cvr, 'maerke', String(id)];
export const authorityIndex = (cvr: string): Key => ['myndighed', cvr, 'frister'];
export const idempotencyKey = (cvr: string, key: string): Key => ['myndighed', cvr, 'idempotens', key];

/** Returns a deadline's member in an authority's index, in order of creation. */
const authorityMember = (id: number) => String(id).padStart(16, '0');

/** Returns a delivery's member in a company's index, by date, then by id. */
export function companyMember(id: number, {fristDato, delivery}: FristRecord): string {
  return `${compactDate(fristDato)}:${authorityMember(id)}:${delivery}`;
}

export function parseCompanyMember(member: string): {id: number; delivery: string} {
  const [afterDate, afterId] = [member.indexOf(':'), member.lastIndexOf(':')];
  return {id: Number(member.slice(afterDate + 1, afterId)), delivery: member.slice(afterId + 1)};
}

/** Returns the index entries that lead companies to a delivery. */
export function deliveryEntries(id: number, record: FristRecord, recipients: Recipients): Entry[] {
  const member = companyMember(id, record);
  return (recipients?.map(companyIndex) ?? [everyoneIndex]).map(index => ({index, member}));
}

/**
 * Yields the index entries that lead companies to a delivery in batches of at most 4,000: building a million entries at once would block the
 * event loop.
 */
export function* deliveryBatches(
  id: number,
  record: FristRecord,
  recipients: Recipients,
): Generator<Entry[]> {
  if (!recipients) yield deliveryEntries(id, record, null);
  for (let start = 0; start < (recipients?.length ?? 0); start += batchLength) {
    yield deliveryEntries(id, record, recipients?.slice(start, start + batchLength) ?? null);
  }
}

/** Returns the index entry that leads an authority to its deadline. */
export function authorityEntry(id: number, {afsenderCvr}: FristRecord): Entry {
  return {index: authorityIndex(afsenderCvr), member: authorityMember(id)};
}

/** Returns the index entries that lead its authority and its recipients to a deadline. */
export function fristEntries(id: number, record: FristRecord, recipients: Recipients): Entry[] {
  return [authorityEntry(id, record), ...deliveryEntries(id, record, recipients)];
}

/** Removes entries that lead to withdrawn deadlines in the background, so that the next list does not read them. */
export function tidyIndex(store: Store, entries: readonly Entry[]): void {
  // After a failure, another list removes them.
  if (entries.length) store.removeEntries(entries).catch(() => undefined);
}

/** Returns the dependencies of a stored deadline. A withdrawn one has no entry for its authority, and later none for companies. */
export function fristDependencies(id: number, record: FristRecord): Dependencies {
  const taken = {counter: fristCounter, number: id};
  if (isWithdrawnLongAgo(record)) return {key: fristKey(id), documents: [], entries: () => [], taken};
  return {
    key: fristKey(id),
    documents: record.antal === null ? [] : [{key: recipientsKey(id, record.delivery)}],
    weight: record.antal ?? 0,
    entries([list]) {
      const recipients = record.antal === null ? null : ((list?.value as string[] | undefined) ?? []);
      return record.slettet === undefined
        ? fristEntries(id, record, recipients)
        : deliveryEntries(id, record, recipients);
    },
    taken,
  };
}

/** Returns the size of a deadline in the storage quota, in bytes, recipients included. A withdrawal does not change it. */
export function fristBytes(record: FristRecord): number {
  const measured = {
    ...record,
    fristId: undefined,
    version: undefined,
    revision: 0,
    aendret: '',
    slettet: undefined,
  };
  return documentBytes(measured) + (record.antal ?? 1) * (entryBytes + recipientBytes);
}

/** Returns whether a deadline was withdrawn so long ago that the feed no longer reports it. */
export function isWithdrawnLongAgo({slettet}: FristRecord, now?: Date): boolean {
  return slettet !== undefined && isLongAgo(slettet, now);
}

/** @param time ISO 8601 in UTC. */
export function isLongAgo(time: string, now = new Date()): boolean {
  return time < addDays(now.toISOString().slice(0, 10), -withdrawnDays);
}

/** Returns a stored deadline, the same object for the same document; `undefined` if it is missing. */
export function toFrist(id: number, document: Document | undefined): Frist | undefined {
  if (!document) return undefined;
  let frist = fristOf.get(document);
  if (frist?.fristId !== id) {
    frist = {...(document.value as FristRecord), fristId: id, version: document.version};
    fristOf.set(document, frist);
  }
  return frist;
}

const fristOf = new WeakMap<Document, Frist>();

/** The deadline that a request with an idempotency key created, or is about to create. */
export interface ReservedFrist {
  readonly id: number;
  /** Its first version. */
  readonly record: FristRecord;
}

export type FristReservation = IdempotencyRecord<ReservedFrist>;

/** Returns the size of an idempotency key in the storage quota, in bytes. */
export function reservationBytes({
  record,
  fingerprint,
}: Pick<FristReservation, 'record' | 'fingerprint'>): number {
  return documentBytes({record, fingerprint});
}

/** Returns the time of a reservation, in milliseconds since 1970. */
export function reservedAt({record}: Pick<ReservedFrist, 'record'>): number {
  return Date.parse(record.aendret);
}

/** Returns whether an idempotency key has expired: `tavle prune` removes it, with the remains of its request. */
export function isExpiredReservation(reserved: Pick<ReservedFrist, 'record'>, now: Date): boolean {
  return isExpired(reservedAt(reserved), now.getTime());
}
