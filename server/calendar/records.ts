import {z} from 'zod';

import {bounds} from '../bounds.ts';
import {timeOfToken} from '../store/document-codec.ts';
import type {EntrySet, IndexType, Lead} from '../store/document-type.ts';
import {documentBytes, entryBytes} from '../store/storage-quota.ts';
import type {Document, Key} from '../store/engine.ts';
import {addDays, compactDate, type IsoDate} from '../time/dates.ts';

/* Stored deadlines and marks, and their keys, for all code of the calendar and for commands. Add a field to
 * `fristRecord`, as optional, or a key next to `fristKey`; `withdrawnDays` and `idempotencyDays` are periods. Stores
 * contain these formats: changed code must still read the old ones. */

/** The number of days that the feed reports a withdrawn deadline as cancelled. */
export const withdrawnDays = 30;

/** The size of a CVR number in the stored list of recipients, in bytes. */
const recipientBytes = 11;

/** The shape of a stored deadline, without its recipients. */
export const fristRecord = z.object({
  afsenderCvr: z.string(),
  /** The authority's name in the portal file at the delivery, or at the last update. */
  afsenderNavn: z.string(),
  fristDato: z.iso.date(),
  overskrift: z.string(),
  beskrivelse: z.string(),
  /** The URL of the page where the company acts. */
  link: z.string().exactOptional(),
  /** The link and the description without markup, as content lines of a calendar event: see `writeFeedLines`. Empty if it has neither. */
  feedDescription: z.string(),
  /** The number of recipients; `null`: all companies. */
  antal: z.int().min(1).nullable(),
  /**
   * A token that changes with the date and the recipients: index entries with another token are invalid. Each attempt to write has
   * another token, so that a failed attempt can't remove the entries of another one.
   */
  delivery: z.string().regex(/^[\w.-]{1,100}$/),
  /** 0 at first, incremented by each change of a visible field and by the withdrawal: a person who has read an earlier revision has not read this one. */
  revision: z.int().min(0),
  /** The revision that changed the date last: marks of a company on an earlier date are invalid. Default: 0. */
  dateRevision: z.int().min(0).exactOptional(),
  /** The last change of a visible field or of the sender's name, or the withdrawal, ISO 8601 in UTC. */
  aendret: z.iso.datetime(),
  /** The last change of the recipients, ISO 8601 in UTC. */
  recipientsChangedAt: z.iso.datetime().exactOptional(),
  /** The time of the withdrawal, ISO 8601 in UTC. */
  slettet: z.iso.datetime().exactOptional(),
});

export type FristRecord = Readonly<z.output<typeof fristRecord>>;

export interface Frist extends FristRecord {
  readonly fristId: number;
  readonly version: number;
}

/** When a deadline was marked, and by whom. */
export interface MarkedBy {
  /** RFC 3339, in Danish time, as responses have it: to format it for each response would cost more than all the rest. */
  readonly tid: string;
  /** The name of the person, unless the token has none, or `tavle erase` has removed it. */
  readonly navn?: string;
  /** The owner claim, by which `tavle erase` finds the name. Never part of a response. */
  readonly owner?: string;
}

/** A company's marks on a deadline. */
export interface MarkRecord {
  /** The `dateRevision` of the deadline for these marks. */
  readonly dateRevision: number;
  /** Set if the deadline is hidden. */
  readonly slettet?: MarkedBy;
  /** Set if the deadline is done. */
  readonly klaret?: MarkedBy;
}

/**
 * A company's marks on the deadlines of a month, by the numbers of the deadlines. An empty document stays: the versions of a removed document
 * would start again.
 */
export type CompanyMarks = Readonly<Record<string, MarkRecord>>;

/** Returns what marks say about a person, and the marks without these data; `undefined` if they say nothing about the person. */
export function splitMarks(
  marks: CompanyMarks,
  owner: string,
): {about: object; rest: CompanyMarks} | undefined {
  const about: Record<string, Partial<MarkRecord>> = {};
  const rest: Record<string, MarkRecord> = {...marks};
  for (const [id, mark] of Object.entries(marks)) {
    const {slettet, klaret} = mark;
    const own = {...(slettet?.owner === owner && {slettet}), ...(klaret?.owner === owner && {klaret})};
    if (!own.slettet && !own.klaret) continue;
    about[id] = own;
    rest[id] = {
      ...mark,
      ...(own.slettet && {slettet: {tid: own.slettet.tid}}),
      ...(own.klaret && {klaret: {tid: own.klaret.tid}}),
    };
  }
  return Object.keys(about).length ? {about, rest} : undefined;
}

/** The revisions of the deadlines of a month that a person has read, by the deadlines' numbers. */
export type ReadMarks = Readonly<Record<string, number>>;

/** The part of a deadline: the CVR numbers of its recipients. A deadline to all companies has none. */
export interface FristParts {
  readonly modtagere: readonly string[];
}

/** The companies that have index entries of a delivery, or `null` for all. */
export type Recipients = readonly string[] | null;

/** A deadline with its recipients. */
export interface DeadlineWithRecipients {
  readonly frist: Frist;
  readonly recipients: Recipients;
}

/** Parses a deadline's number in a path: an integer from 1 on; `undefined` for other texts. */
export function parseFristId(text = ''): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

// Keys and members of indexes are stored; `documents.ts` declares the same keys as segments.
export const fristKey = (id: number): Key => ['frist', String(id)];
export const fristCounter: Key = ['frist', 'antal'];

export const companyIndex = (cvr: string): Key => ['virksomhed', cvr, 'frister'];
export const everyoneIndex: Key = ['virksomhed', 'alle', 'frister'];
export const marksKey = (cvr: string, month: string): Key => ['virksomhed', cvr, 'maerker', month];
export const readMarksKey = (owner: string, month: string): Key => ['person', owner, 'laest', month];
export const companyStampKey = (cvr: string): Key => ['virksomhed', cvr, 'stempel'];
export const changesIndex: Key = ['frist', 'aendringer'];
export const authorityIndex = (cvr: string): Key => ['myndighed', cvr, 'frister'];
export const idempotencyKey = (cvr: string, key: string): Key => ['myndighed', cvr, 'idempotens', key];

/** Returns the month of a date, `yyyy-MM`, in the keys of marks. */
export const monthOf = (date: IsoDate): string => date.slice(0, 7);

/** Returns a delivery's member in an authority's index, in order of creation. */
const authorityMember = (id: number, {delivery}: FristRecord) =>
  `${String(id).padStart(16, '0')}:${delivery}`;

/** Returns a delivery's member in a company's index, by date, then by id. */
export function companyMember(id: number, record: FristRecord): string {
  return `${compactDate(record.fristDato)}:${authorityMember(id, record)}`;
}

/** Returns the month of a member of a company's index, as {@link monthOf} does. */
export const monthOfMember = (member: string): string => `${member.slice(0, 4)}-${member.slice(4, 6)}`;

/** Parses a member of a company's index, or of an authority's, which has no date. */
export function parseMember(member: string): {id: number; delivery: string} {
  const afterId = member.lastIndexOf(':');
  const afterDate = member.indexOf(':') === afterId ? -1 : member.indexOf(':');
  return {id: Number(member.slice(afterDate + 1, afterId)), delivery: member.slice(afterId + 1)};
}

const authoritySet = (delivery: string) => `authority ${delivery}`;

/** The indexes of {@link fristEntries}. The token of a delivery begins with its time. */
export const fristIndexes: readonly IndexType[] = [
  {segments: ['virksomhed', '*', 'frister'], parse: member => leadOf(member, delivery => delivery)},
  {segments: ['myndighed', '*', 'frister'], parse: member => leadOf(member, authoritySet)},
];

function leadOf(member: string, setOf: (delivery: string) => string): Lead {
  const {id, delivery} = parseMember(member);
  return {key: fristKey(id), set: setOf(delivery), time: timeOfToken(delivery)};
}

/** Returns the sets of index entries that lead to a deadline: those of its recipients, until it is pruned, and that of its authority, until it is withdrawn. */
export function fristEntries(
  record: FristRecord,
  id: number,
  recipients: readonly string[] | undefined,
): EntrySet[] {
  const {delivery, slettet, antal} = record;
  const forCompanies: EntrySet = {
    name: delivery,
    isUnique: true,
    *entries() {
      const member = companyMember(id, record);
      if (antal === null) yield {index: everyoneIndex, member};
      for (const cvr of recipients ?? []) yield {index: companyIndex(cvr), member};
    },
  };
  const forAuthority: EntrySet = {
    name: authoritySet(delivery),
    isUnique: true,
    entries: () => [{index: authorityIndex(record.afsenderCvr), member: authorityMember(id, record)}],
  };
  return slettet === undefined ? [forAuthority, forCompanies] : [forCompanies];
}

/** Returns the size of a deadline in the storage quota, in bytes, recipients included. A withdrawal does not change it. */
export function fristBytes(record: FristRecord): number {
  const measured = {
    ...record,
    fristId: undefined,
    version: undefined,
    revision: 0,
    dateRevision: undefined,
    aendret: '',
    recipientsChangedAt: undefined,
    slettet: undefined,
  };
  return documentBytes(measured) + (record.antal ?? 1) * (entryBytes + recipientBytes);
}

/** Returns whether a deadline was withdrawn so long ago that the feed no longer reports it. */
export function isWithdrawnLongAgo({slettet}: FristRecord, now?: Date): boolean {
  return slettet !== undefined && isLongAgo(slettet, now);
}

/** Returns whether a withdrawal at a time was so long ago. @param time ISO 8601 in UTC. */
export function isLongAgo(time: string, now = new Date()): boolean {
  return time < addDays(now.toISOString().slice(0, 10), -withdrawnDays);
}

/** Returns the deadline of a document, the same object for the same document; `undefined` without a document. */
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

/** An idempotency key: the first version of the deadline that its first request reserved, and the fingerprint of that request. */
export const fristReservation = z.object({
  id: z.int().min(1).max(bounds.maxNumber),
  record: fristRecord,
  fingerprint: z.string(),
});

export type FristReservation = Readonly<z.output<typeof fristReservation>>;

/** The deadline that a request with an idempotency key created, or is about to create. */
export type ReservedFrist = Omit<FristReservation, 'fingerprint'>;

/** How long, in days, an idempotency key is honoured: far longer than clients retry. */
export const idempotencyDays = 30;

/** Returns the size of an idempotency key in the storage quota, in bytes. */
export function reservationBytes({
  record,
  fingerprint,
}: Pick<FristReservation, 'record' | 'fingerprint'>): number {
  return documentBytes({record, fingerprint});
}

/** Returns whether an idempotency key has expired: `tavle prune` removes it, with the remains of its request. */
export function isExpiredReservation({record}: ReservedFrist, now: Date): boolean {
  return Date.parse(record.aendret) < now.getTime() - idempotencyDays * 86_400_000;
}
