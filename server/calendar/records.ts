import type {Dependencies} from '../store/document-type.ts';
import type {Document, Entry, Key, Store} from '../store/store.ts';
import {documentBytes, entryBytes} from '../store/stored-bytes.ts';
import {addDays, compactDate, type IsoDate} from '../time/dates.ts';

/** How long, in days, the feed still reports a withdrawn deadline, to calendar apps that hold it. */
export const withdrawnDays = 30;

/** How many index entries are built at once. */
const batchLength = 4_000;
/** What a CVR number takes in the stored list of recipients, in bytes. */
const recipientBytes = 11;

/** A stored deadline, without its recipients. */
export interface FristRecord {
  readonly afsenderCvr: string;
  /**
   * The authority's name in the portal file when the deadline was delivered or last updated: shown once the authority has left that
   * file. Missing in records that were written before this key existed.
   */
  readonly afsenderNavn?: string;
  readonly fristDato: IsoDate;
  readonly overskrift: string;
  readonly beskrivelse: string;
  /** The description without markup, for feeds. Missing in records that were written before it existed. */
  readonly plainText?: string;
  /** How many companies got it; `null`: all of them. */
  readonly antal: number | null;
  /**
   * A token that is new whenever date or recipients change: an index entry of another delivery does not count. It is unique to
   * each attempt, so that one that fails can't remove what another one needs.
   */
  readonly delivery: string;
  /** 0 at first and one more whenever what a company sees changes: marks of an earlier one do not count. */
  readonly revision: number;
  /** ISO 8601 in UTC: when what a company sees changed last. */
  readonly aendret: string;
  /** ISO 8601 in UTC: when it was withdrawn. */
  readonly slettet?: string;
}

export interface Frist extends FristRecord {
  readonly fristId: number;
  readonly version: number;
}

/** What a company did with a deadline. */
export interface MarkRecord {
  readonly revision: number;
  readonly isLaest: boolean;
  readonly isSlettet: boolean;
}

/** The companies that have index entries of a delivery, or `null` for all. */
export type Recipients = readonly string[] | null;

/** Reads a deadline's number from a path: a whole number from 1 on; nothing else can be one. */
export function parseFristId(text = ''): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

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

/** The name of a deadline in an authority's index: in the order in which they were made. */
export const authorityMember = (id: number) => String(id).padStart(16, '0');

/** The name of a delivery in a company's index: by date, then by id. */
export function companyMember(id: number, {fristDato, delivery}: FristRecord): string {
  return `${compactDate(fristDato)}:${authorityMember(id)}:${delivery}`;
}

export function parseCompanyMember(member: string): {id: number; delivery: string} {
  const [afterDate, afterId] = [member.indexOf(':'), member.lastIndexOf(':')];
  return {id: Number(member.slice(afterDate + 1, afterId)), delivery: member.slice(afterId + 1)};
}

/** The index entries that lead companies to a delivery. */
export function deliveryEntries(id: number, record: FristRecord, recipients: Recipients): Entry[] {
  const member = companyMember(id, record);
  return (recipients?.map(companyIndex) ?? [everyoneIndex]).map(index => ({index, member}));
}

/**
 * The index entries that lead companies to a delivery, in batches of at most 4,000: building the entries of a million
 * companies at once would block the event loop.
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

/** The index entry that leads an authority to its deadline. */
export function authorityEntry(id: number, {afsenderCvr}: FristRecord): Entry {
  return {index: authorityIndex(afsenderCvr), member: authorityMember(id)};
}

/** The index entries that lead to a deadline: its authority, and the companies that it was delivered to. */
export function fristEntries(id: number, record: FristRecord, recipients: Recipients): Entry[] {
  return [authorityEntry(id, record), ...deliveryEntries(id, record, recipients)];
}

/** Removes entries that lead to withdrawn deadlines, so that the next list does not read those again. Does not wait for it. */
export function tidyIndex(store: Store, entries: readonly Entry[]): void {
  // Another list does it where this fails.
  if (entries.length) store.removeEntries(entries).catch(() => undefined);
}

/** What a stored deadline needs. Nobody is led to one that was withdrawn long ago, and its authority to none that was withdrawn. */
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

/** Returns how many bytes a deadline counts as, recipients included. It does not change when a deadline is withdrawn. */
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

/** Whether a deadline was withdrawn so long ago that the feed no longer reports it to calendar apps. */
export function isWithdrawnLongAgo({slettet}: FristRecord, now?: Date): boolean {
  if (slettet === undefined) return false;
  return slettet < addDays((now ?? new Date()).toISOString().slice(0, 10), -withdrawnDays);
}

/** Returns a stored deadline, the same object for the same document; `undefined` where there is none that can be read. */
export function toFrist(id: number, document: Document | undefined): Frist | undefined {
  if (document?.value === undefined) return undefined;
  let frist = fristOf.get(document);
  if (frist?.fristId !== id) {
    frist = {...(document.value as FristRecord), fristId: id, version: document.version};
    fristOf.set(document, frist);
  }
  return frist;
}

const fristOf = new WeakMap<Document, Frist>();
