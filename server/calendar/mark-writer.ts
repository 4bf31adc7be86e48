/* Writes the marks of companies and of persons, for `company-calendar.ts`. Add a mark to `MarkChanges` and `markFor`, and
 * read it in `mark-reader.ts`. A mark must not replace one on a later revision of the deadline. */

import {bounds} from '../bounds.ts';
import {Problem} from '../problem.ts';
import {changing} from '../store/saving.ts';
import type {Store} from '../store/store.ts';
import {formatRfc3339} from '../time/datetime.ts';
import {marksDocument, readMarksDocument} from './documents.ts';
import {currentMark, inSteps, type Reader, type SharedFrist} from './mark-reader.ts';
import {
  type Frist,
  fristKey,
  type MarkedBy,
  type MarkRecord,
  marksKey,
  monthOf,
  readMarksKey,
} from './records.ts';

/** The marks to change. Omitted ones stay. */
export interface MarkChanges {
  readonly isLaest?: boolean | undefined;
  readonly isSlettet?: boolean | undefined;
  readonly isKlaret?: boolean | undefined;
  /** Whether to remove a mark only if the person has set it. */
  readonly kunEgne?: boolean | undefined;
}

/** A deadline, companies that have it, and the marks to change. */
interface MarkOf {
  readonly frist: Frist;
  readonly cvrs: readonly string[];
  readonly marks: MarkChanges;
}

/** Receives each deadline whose marks were changed, with the companies, also if a later change fails. For `isLaest`, these are all companies of the request. */
export type OnChange = (id: number, cvrs: readonly string[]) => void;

/** How many deadlines one step looks up, and how many documents of marks it changes. */
export const markStepLength = 50;

/**
 * Changes marks of the person and of companies.
 *
 * @param check Receives the marks as they are stored, before each document is written. Throws to reject.
 */
export async function setMarks(
  store: Store,
  reader: Reader,
  requests: readonly MarkOf[],
  onChange: OnChange,
  check: (stored: Partial<SharedFrist>) => void = () => undefined,
): Promise<void> {
  for (const month of new Set(requests.map(({frist}) => monthOf(frist.fristDato)))) {
    const ofMonth = requests.filter(({frist}) => monthOf(frist.fristDato) === month);
    const read = await markAsRead(store, reader, month, ofMonth, check);
    for (const {frist, cvrs} of read) onChange(frist.fristId, cvrs);
  }
  // Writes each document once, with all its changes: writes of a document run one after the other, and 5,000 marks have a megabyte.
  const documents = new Map<string, {cvr: string; month: string; requests: MarkOf[]}>();
  for (const request of requests) {
    const {frist, cvrs, marks} = request;
    if (marks.isSlettet === undefined && marks.isKlaret === undefined) continue;
    const month = monthOf(frist.fristDato);
    for (const cvr of cvrs) {
      const known = documents.get(cvr + month) ?? {cvr, month, requests: []};
      known.requests.push(request);
      documents.set(cvr + month, known);
    }
  }
  await inSteps([...documents.values()], markStepLength, async step => {
    const results = await Promise.allSettled(
      step.map(async ({cvr, month, requests}) => {
        const marked = await markFor(store, cvr, month, reader, requests, check);
        for (const {frist} of marked) onChange(frist.fristId, [cvr]);
      }),
    );
    for (const result of results) if (result.status === 'rejected') throw result.reason as Error;
    return [];
  });
}

/**
 * Returns whether a deadline has changed since it was read. If it has, a mark on a later revision is newer. Otherwise the store has lost that revision.
 */
async function hasChanged(store: Store, {fristId, version}: Frist): Promise<boolean> {
  const [now] = await store.readVersions([fristKey(fristId)]);
  return now?.version !== version;
}

/** Returns the requests that changed a mark of the person on a deadline of the month. */
async function markAsRead(
  store: Store,
  {owner}: Reader,
  month: string,
  requests: readonly MarkOf[],
  check: (stored: Partial<SharedFrist>) => void,
): Promise<readonly MarkOf[]> {
  if (owner === undefined || requests.every(({marks}) => marks.isLaest === undefined)) return [];
  let changed: MarkOf[] = [];
  await changing(store, readMarksDocument, readMarksKey(owner, month), async stored => {
    const read = new Map(Object.entries(stored?.value ?? {}));
    changed = [];
    for (const request of requests) {
      const {frist, marks} = request;
      const {fristId, revision} = frist;
      const marked = read.get(String(fristId));
      const wasRead = marked === revision;
      check({isLaest: wasRead});
      const {isLaest = wasRead} = marks;
      if (wasRead === isLaest || ((marked ?? 0) > revision && (await hasChanged(store, frist)))) continue;
      setItem(read, fristId, isLaest ? revision : undefined);
      changed.push(request);
    }
    return changed.length ? {value: Object.fromEntries(read)} : stored;
  });
  return changed;
}

/** Returns the requests that changed a mark of the company on a deadline of the month. */
async function markFor(
  store: Store,
  cvr: string,
  month: string,
  {owner = '', name}: Reader,
  requests: readonly MarkOf[],
  check: (stored: Partial<SharedFrist>) => void,
): Promise<readonly MarkOf[]> {
  let changed: MarkOf[] = [];
  await changing(store, marksDocument, marksKey(cvr, month), async stored => {
    const items = new Map(Object.entries(stored?.value ?? {}));
    changed = [];
    for (const request of requests) {
      const {frist, marks} = request;
      const {fristId, dateRevision = 0} = frist;
      const found = items.get(String(fristId));
      if ((found?.dateRevision ?? 0) > dateRevision && (await hasChanged(store, frist))) continue;
      const mark = currentMark(frist, found);
      const wasHidden = mark?.slettet !== undefined;
      const wasDone = mark?.klaret !== undefined;
      check({companies: [{cvr, isSlettet: wasHidden, slettet: mark?.slettet, klaret: mark?.klaret}]});
      const keeps = (by?: MarkedBy) => marks.kunEgne === true && by !== undefined && by.owner !== owner;
      const isHidden = keeps(mark?.slettet) || (marks.isSlettet ?? wasHidden);
      const isDone = keeps(mark?.klaret) || (marks.isKlaret ?? wasDone);
      if (isHidden === wasHidden && isDone === wasDone) continue;
      const by = {tid: formatRfc3339(Date.now()), ...(name !== undefined && {navn: name}), owner};
      const next: MarkRecord = {
        dateRevision,
        ...(isHidden && {slettet: mark?.slettet ?? by}),
        ...(isDone && {klaret: mark?.klaret ?? by}),
      };
      setItem(items, fristId, isHidden || isDone ? next : undefined);
      changed.push(request);
    }
    return changed.length ? {value: Object.fromEntries(items)} : stored;
  });
  return changed;
}

/**
 * Sets the mark on a deadline, or removes it if `item` is `undefined`.
 *
 * @throws {Problem} 403 if the maximum is reached: no mark is removed to make room.
 */
function setItem<Item>(marks: Map<string, Item>, id: number, item: Item | undefined): void {
  marks.delete(String(id));
  if (item === undefined) return;
  if (marks.size >= bounds.maxMarks)
    throw new Problem(
      403,
      `At most ${bounds.maxMarks} deadlines of a month can be marked. Remove marks of other deadlines first.`,
    );
  marks.set(String(id), item);
}
