import {LRUCache} from 'lru-cache';

import {storedBytesKey} from '../limits/storage-quota.ts';
import {isOf, pathsOf} from '../store/document-type.ts';
import {parsePath} from '../store/key.ts';
import {abandonedDays, daysBefore, type Pruning} from '../store/pruning.ts';
import {type Entry, type Key, type StoredMembers, VersionConflict} from '../store/store.ts';
import {timeOfToken} from '../store/token.ts';
import {addDays, type IsoDate, today} from '../time/dates.ts';
import {
  fristDocument,
  idempotencyDocument,
  markDocument,
  recipientsDocument,
  secretDocument,
} from './documents.ts';
import {type FristReservation, isExpiredReservation, reservationBytes} from './authority/idempotency.ts';
import {
  fristBytes,
  fristCounter,
  fristKey,
  type FristRecord,
  isForgotten,
  parseCompanyMember,
} from './records.ts';
import {companyKey, isCurrentDigest, secretKey} from './feed/subscriptions.ts';

/** How long, in days, a company's marks are kept after the date of their deadline. */
export const markDays = 400;

/** How many documents are read at once: each may hold a long text. */
const readLength = 50;

/** How many deadlines are remembered between two index entries that lead to them. */
const rememberedDeadlines = 20_000;

/** How many replaced subscription links wait for one pause. */
const pauseLength = 1_000;

/** What decides over the things that point to a deadline; `undefined` for one that does not exist. */
type State =
  | {readonly delivery: string; readonly fristDato: IsoDate; readonly forgotten: boolean}
  | undefined;

/** Something that points to a delivery. `delivery` is `undefined` for an entry of an authority's index. */
interface Pointer {
  readonly id: number;
  readonly delivery: string | undefined;
}

/**
 * Removes what retention allows of the calendar. It may run while the service writes, be broken off anywhere, and run again.
 *
 * The rule that everything that leads to a deadline is written before it (see `Store`) decides what may be removed. An index entry, or a list
 * of recipients, that no deadline names is therefore either abandoned or about to be named, and only the former may go:
 *
 * - The deadline was withdrawn more than 30 days ago: nobody is led to it any more, and nobody can bring it back.
 * - The deadline names another delivery. Only an update that is under way can still make it name this one, and its token was made
 *   when the update began. A token older than `abandonedDays` belongs to none: no request lasts that long. (Tokens without a
 *   time are those of version 0.1.0 and older, whose processes must not run any more.)
 * - The deadline does not exist. Only a POST that is under way, or that is repeated under its idempotency key, can still create
 *   it. Ids are given in ascending order, so an id that is not above that of a deadline which is older than `abandonedDays` was
 *   given before that, and the key of its POST has expired: keys are valid for a shorter time. This is why expired keys are
 *   not honoured, whether they were removed or not.
 *
 * A withdrawn deadline itself goes last, after what led to it: a run that is broken off leaves nothing that the next one can't find.
 * Ids are never given again, since the counter is at least as high as every id that is removed.
 */
export async function pruneCalendar(pruning: Pruning): Promise<void> {
  const {store} = pruning;
  const abandoned = daysBefore(pruning, abandonedDays);
  const settledId = await pruneIdempotencyKeys(pruning, abandoned);
  const states = new LRUCache<number, NonNullable<State>>({max: rememberedDeadlines});

  async function read(ids: readonly number[]): Promise<Map<number, State>> {
    const found = new Map<number, State>();
    for (let start = 0; start < ids.length; start += readLength) {
      const some = ids.slice(start, start + readLength);
      for (const [place, document] of (await store.read(some.map(fristKey))).entries()) {
        const id = some[place] ?? 0;
        const record = document?.value as FristRecord | undefined;
        // What leads to a deadline that can't be read is kept for the day when it can.
        if (document && !record) continue;
        const state = record && {
          delivery: record.delivery,
          fristDato: record.fristDato,
          forgotten: isForgotten(record, pruning.now),
        };
        if (state) states.set(id, state);
        found.set(id, state);
      }
    }
    return found;
  }

  /** Returns the items that may be removed. A remembered deadline may only keep an item; before a removal it is read again. */
  async function choose<Item>(
    items: readonly Item[],
    idOf: (item: Item) => number,
    mayGo: (item: Item, state: State) => boolean,
  ): Promise<Item[]> {
    const doubtful = items.filter(item => {
      const known = states.get(idOf(item));
      return !known || mayGo(item, known);
    });
    const now = await read([...new Set(doubtful.map(idOf))]);
    return doubtful.filter(item => now.has(idOf(item)) && mayGo(item, now.get(idOf(item))));
  }

  function isAbandoned({id, delivery}: Pointer, state: State): boolean {
    if (!state) return id <= settledId;
    if (state.forgotten) return true;
    if (delivery === undefined || delivery === state.delivery) return false;
    const time = timeOfToken(delivery);
    return time === undefined || time < Date.parse(abandoned);
  }

  async function pruneEntries(): Promise<void> {
    for await (const chunk of store.contents.members()) {
      const pointers = chunk.flatMap(pointersOf);
      const going = await choose(pointers, ({id}) => id, isAbandoned);
      const entries = going.map(({entry}) => entry);
      await pruning.remove('index entries', entries.length, () => store.removeEntries(entries));
      pruning.looked(pointers.length);
    }
  }

  /** Lists of recipients, marks and replaced subscription links: their paths identify them. */
  async function pruneOthers(): Promise<void> {
    const passed = addDays(today(pruning.now), -markDays);
    let digests: string[] = [];
    for await (const paths of store.contents.paths()) {
      const keys = paths.map(parsePath);
      const lists = keys
        .filter(key => isOf(recipientsDocument, key))
        .map(key => {
          const [, id, , delivery] = key;
          return {key, id: Number(id), delivery};
        });
      for (const {key} of await choose(lists, ({id}) => id, isAbandoned)) {
        await pruning.remove('lists of recipients', 1, () => store.remove(key));
      }
      const marks = keys.filter(key => isOf(markDocument, key)).map(key => ({key, id: Number(key[3])}));
      const old = await choose(
        marks,
        ({id}) => id,
        // A mark is written after its deadline: where that does not exist, it did.
        (_, state) => !state || state.forgotten || state.fristDato < passed,
      );
      for (const {key} of old) await pruning.remove('marks', 1, () => store.remove(key));

      digests.push(...keys.filter(key => isOf(secretDocument, key)).map(([, digest]) => digest));
      if (digests.length >= pauseLength) digests = await pruneDigests(pruning, digests);
      pruning.looked(paths.length);
    }
    await pruneDigests(pruning, digests);
  }

  await pruneEntries();
  await pruneOthers();
  await pruneWithdrawn(pruning);
}

/**
 * Removes expired idempotency keys.
 *
 * @returns The highest id that was certainly given before `abandoned`; 0: none.
 */
async function pruneIdempotencyKeys(pruning: Pruning, abandoned: string): Promise<number> {
  const {store} = pruning;
  let settledId = 0;
  const isReservation = pathsOf(idempotencyDocument);
  const isWanted = (path: string) => isHead(path) || isReservation(path);
  for await (const chunk of store.contents.documents(isWanted)) {
    for (const {path, version, value} of chunk) {
      const [kind, owner] = parsePath(path);
      const reserved = kind === 'frist' ? undefined : (value as FristReservation);
      const id = reserved?.id ?? Number(owner);
      // A later update only makes a deadline look younger than it is.
      if ((reserved?.record ?? (value as FristRecord)).aendret < abandoned)
        settledId = Math.max(settledId, id);
      if (!reserved || !isExpiredReservation(reserved, pruning.now)) continue;
      await pruning.remove('idempotency keys', 1, async () => {
        await store.contents
          .removeDocument(path, version)
          .then(
            () => pruning.release(storedBytesKey('myndighed', owner), reservationBytes(reserved)),
            ignoreConflict,
          );
      });
    }
    pruning.looked(chunk.length);
  }
  return settledId;
}

/** Removes deadlines that were withdrawn more than 30 days ago, after the counter has reached their ids. */
async function pruneWithdrawn(pruning: Pruning): Promise<void> {
  const {store} = pruning;
  let counted = 0;
  for await (const chunk of store.contents.documents(isHead)) {
    for (const {path, version, value} of chunk) {
      const record = value as FristRecord;
      if (!isForgotten(record, pruning.now)) continue;
      await pruning.remove('withdrawn deadlines', 1, async () => {
        const id = Number(parsePath(path)[1]);
        if (id > counted) counted = await raiseTo(pruning, id);
        await store
          .remove(fristKey(id), version)
          .then(
            () => pruning.release(storedBytesKey('myndighed', record.afsenderCvr), fristBytes(record)),
            ignoreConflict,
          );
      });
    }
    pruning.looked(chunk.length);
  }
}

/** Raises the counter of deadlines to an id, where a store has lost its last steps. Returns where the counter is. */
async function raiseTo({store}: Pruning, id: number): Promise<number> {
  const reached = await store.add(fristCounter, 0);
  return reached >= id ? reached : store.add(fristCounter, id - reached);
}

/**
 * Removes the digests of links that no company has any more. A digest is written right before the company's own document names it,
 * and carries no time: one that is not named is looked at again after a pause.
 *
 * @returns No digests: all of them are done.
 */
async function pruneDigests(pruning: Pruning, digests: readonly string[]): Promise<string[]> {
  const {store} = pruning;

  async function unnamed(some: readonly string[]): Promise<string[]> {
    const secrets = await store.read(some.map(secretKey));
    const companies = await store.read(secrets.map(secret => companyKey((secret?.value ?? '') as string)));
    return some.filter((digest, place) => {
      const company = companies[place];
      const isKnown = !company || company.value !== undefined;
      return secrets[place]?.value !== undefined && isKnown && !isCurrentDigest(digest, company?.value);
    });
  }

  const suspects = await unnamed(digests);
  if (!suspects.length) return [];
  await pruning.pause();
  for (const digest of await unnamed(suspects)) {
    await pruning.remove('replaced subscription links', 1, () => store.remove(secretKey(digest)));
  }
  return [];
}

/** The entries of an index that lead to deadlines, with what they point to. */
function pointersOf({path, members}: StoredMembers): (Pointer & {readonly entry: Entry})[] {
  const index: Key = parsePath(path);
  const [kind, , part] = index;
  if (part !== 'frister' || (kind !== 'virksomhed' && kind !== 'myndighed')) return [];
  return members.flatMap(member => {
    const {id, delivery} =
      kind === 'virksomhed' ? parseCompanyMember(member) : {id: Number(member), delivery: undefined};
    return Number.isSafeInteger(id) ? [{id, delivery, entry: {index, member}}] : [];
  });
}

const isHead = pathsOf(fristDocument);

/** What another writer changed is looked at by the next run. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof VersionConflict)) throw error;
}
