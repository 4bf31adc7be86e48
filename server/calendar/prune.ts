import {LRUCache} from 'lru-cache';

import {storedBytesKey} from '../quotas/storage-quota.ts';
import {isOfType, pathsOf} from '../store/document-type.ts';
import {parsePath} from '../store/key.ts';
import {abandonedDays, daysBefore, type PruneItem, type Pruning, recent, unreadable} from '../pruning.ts';
import {idempotencyDays} from '../store/idempotency.ts';
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
  isWithdrawnLongAgo,
  parseCompanyMember,
  withdrawnDays,
} from './records.ts';
import {companyKey, isCurrentDigest, secretKey} from './feed/subscriptions.ts';

/** The retention of marks after the date of their deadline, in days. */
export const markDays = 400;

/** The number of documents in one read: each may be large. */
const readLength = 50;

/** The maximum number of cached deadlines. */
const rememberedDeadlines = 20_000;

/** The number of replaced subscription links that share a pause. */
const pauseLength = 1_000;

/** The state of a deadline that decides about its pointers; `undefined` if it does not exist. */
type State = {readonly delivery: string; readonly fristDato: IsoDate; readonly isGoing: boolean} | undefined;

/** A document or entry that points to a delivery. `delivery` is `undefined` in an authority's index. */
interface Pointer {
  readonly id: number;
  readonly delivery: string | undefined;
}

/**
 * Removes expired records of the calendar. It may run while the service writes, and may be interrupted and repeated.
 *
 * Pointers to a deadline are written before it (see `Store`). An index entry, or a list of recipients, that no deadline names is therefore
 * either abandoned or about to be named. Only abandoned ones are removed:
 *
 * - The deadline was withdrawn more than 30 days ago: no index leads to it, and no update can restore it.
 * - The deadline names another delivery. Only a running update can make it name this one, and the token was created when the update began. A
 *   token older than `abandonedDays` is abandoned: no request lasts that long. (Tokens without a time are from version 0.1.0 and older,
 *   whose processes must not run any more.)
 * - The deadline does not exist. Only a running POST, or a retry under its idempotency key, can create it. Ids ascend, so an id up to that of
 *   a deadline older than `abandonedDays` was assigned before that, and the key of its POST has expired, since keys are valid for a shorter
 *   time. Therefore expired keys are rejected even if they were not removed.
 *
 * With `before`, removes deadlines whose date or withdrawal was before that. Withdraws a deadline first, in one step on its document: then no
 * index leads to it, and no update can restore it while the run removes its pointers.
 *
 * Removes a withdrawn deadline after its pointers, so the next run finds the remains of an interrupted one. Ids are never reused, since the
 * counter is at least as high as every removed id.
 */
export async function pruneCalendar(pruning: Pruning): Promise<void> {
  const {store} = pruning;
  const hasDeadlines = pruning.includes('deadlines');
  const hasMarks = pruning.includes('marks');
  const abandoned = daysBefore(pruning, abandonedDays);
  const settledId =
    hasDeadlines || pruning.includes('keys') ? await pruneIdempotencyKeys(pruning, abandoned) : 0;
  if (hasDeadlines && pruning.before && !pruning.isDryRun) await withdrawPassed(pruning);
  const states = new LRUCache<number, NonNullable<State>>({max: rememberedDeadlines});

  async function read(ids: readonly number[]): Promise<Map<number, State>> {
    const found = new Map<number, State>();
    for (let start = 0; start < ids.length; start += readLength) {
      const some = ids.slice(start, start + readLength);
      for (const [place, document] of (await store.read(some.map(fristKey))).entries()) {
        const id = some[place] ?? 0;
        const record = document?.value as FristRecord | undefined;
        // Keeps the pointers to an unreadable deadline.
        if (document && !record) continue;
        const state = record && {
          delivery: record.delivery,
          fristDato: record.fristDato,
          isGoing:
            reasonToKeep(pruning, record) === undefined &&
            (record.slettet !== undefined || pruning.isDryRun || !hasDeadlines),
        };
        if (state) states.set(id, state);
        found.set(id, state);
      }
    }
    return found;
  }

  /**
   * Returns the items to remove, and counts the others. A cached state may only keep an item; the state is read again before a removal.
   *
   * @param reasonOf Returns why an item is kept; `undefined`: remove it.
   */
  async function choose<Item extends {readonly id: number}>(
    what: PruneItem,
    items: readonly Item[],
    reasonOf: (item: Item, state: State) => string | undefined,
  ): Promise<Item[]> {
    const mayGo = (reason: string | undefined) => {
      if (reason !== undefined) pruning.keep(what, reason);
      return reason === undefined;
    };
    const doubtful = items.filter(item => {
      const known = states.get(item.id);
      return !known || mayGo(reasonOf(item, known));
    });
    const now = await read([...new Set(doubtful.map(({id}) => id))]);
    return doubtful.filter(item =>
      mayGo(now.has(item.id) ? reasonOf(item, now.get(item.id)) : `the deadline ${unreadable}`),
    );
  }

  function reasonToKeepPointer({id, delivery}: Pointer, state: State): string | undefined {
    if (!state) return id <= settledId ? undefined : recent;
    if (state.isGoing) return undefined;
    if (delivery === undefined || delivery === state.delivery) return 'in use';
    const time = timeOfToken(delivery);
    return time === undefined || time < Date.parse(abandoned) ? undefined : recent;
  }

  async function pruneEntries(): Promise<void> {
    for await (const chunk of store.contents.members()) {
      const pointers = chunk.flatMap(pointersOf);
      const going = await choose('index entries', pointers, reasonToKeepPointer);
      const entries = going.map(({entry}) => entry);
      await pruning.remove('index entries', entries.length, () => store.removeEntries(entries));
      pruning.countScanned(pointers.length);
    }
  }

  /** Prunes lists of recipients, marks and replaced subscription links, which their paths identify. */
  async function pruneOthers(): Promise<void> {
    const passed = pruning.before ? today(pruning.before) : addDays(today(pruning.now), -markDays);
    let digests: string[] = [];
    for await (const paths of store.contents.paths()) {
      const keys = paths.map(parsePath);
      const lists = keys
        .filter(key => hasDeadlines && isOfType(recipientsDocument, key))
        .map(key => {
          const [, id, , delivery] = key;
          return {key, id: Number(id), delivery};
        });
      for (const {key} of await choose('lists of recipients', lists, reasonToKeepPointer)) {
        await pruning.remove('lists of recipients', 1, () => store.remove(key));
      }
      const marks = keys
        .filter(key => (hasMarks || hasDeadlines) && isOfType(markDocument, key))
        .map(key => ({key, id: Number(key[3])}));
      const old = await choose('marks', marks, (_, state) =>
        // A mark is written after its deadline, so a missing deadline was removed.
        !state || state.isGoing || (hasMarks && state.fristDato < passed)
          ? undefined
          : 'of a deadline that stays',
      );
      for (const {key} of old) await pruning.remove('marks', 1, () => store.remove(key));

      if (pruning.includes('feeds'))
        digests.push(...keys.filter(key => isOfType(secretDocument, key)).map(([, digest]) => digest));
      if (digests.length >= pauseLength) digests = await pruneDigests(pruning, digests);
      pruning.countScanned(paths.length);
    }
    await pruneDigests(pruning, digests);
  }

  if (hasDeadlines) await pruneEntries();
  await pruneOthers();
  if (hasDeadlines) await pruneWithdrawn(pruning);
}

/** Returns why a deadline is kept; `undefined`: remove it. */
function reasonToKeep({now, before}: Pruning, record: FristRecord): string | undefined {
  const {slettet, fristDato} = record;
  if (before) {
    const isOld = slettet === undefined ? fristDato < today(before) : slettet < before.toISOString();
    return isOld ? undefined : 'more recent';
  }
  if (slettet === undefined) return 'not withdrawn';
  return isWithdrawnLongAgo(record, now) ? undefined : `withdrawn in the last ${withdrawnDays} days`;
}

/** Withdraws the deadlines to remove, as of their date, so that the run can remove their pointers. */
async function withdrawPassed(pruning: Pruning): Promise<void> {
  const {store} = pruning;
  for await (const chunk of store.contents.documents(isHead)) {
    for (const {path, version, value} of chunk) {
      const record = value as FristRecord;
      if (record.slettet !== undefined || reasonToKeep(pruning, record) !== undefined) continue;
      const withdrawn: FristRecord = {...record, slettet: `${record.fristDato}T00:00:00.000Z`};
      await store
        .write(fristKey(Number(parsePath(path)[1])), withdrawn, {expected: version})
        .catch((error: unknown) => {
          // Its authority has changed it. The removal of deadlines counts it.
          if (!(error instanceof VersionConflict)) throw error;
        });
    }
    pruning.countScanned(chunk.length);
  }
}

/**
 * Removes expired idempotency keys.
 *
 * @returns The highest id that was certainly assigned before `abandoned`; 0: none.
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
      // A later update only makes a deadline appear newer.
      if ((reserved?.record ?? (value as FristRecord)).aendret < abandoned)
        settledId = Math.max(settledId, id);
      if (!reserved || !pruning.includes('keys')) continue;
      if (!isExpiredReservation(reserved, pruning.now)) {
        pruning.keep('idempotency keys', `at most ${idempotencyDays} days old`);
        continue;
      }
      await pruning.remove('idempotency keys', 1, async () => {
        await store.contents.removeDocument(path, version);
        await pruning.release(storedBytesKey('myndighed', owner), reservationBytes(reserved));
      });
    }
    pruning.countScanned(chunk.length);
  }
  return settledId;
}

/** Removes expired withdrawn deadlines, after the counter has reached their ids. */
async function pruneWithdrawn(pruning: Pruning): Promise<void> {
  const {store} = pruning;
  let counted = 0;
  for await (const chunk of store.contents.documents(isHead)) {
    for (const {path, version, value} of chunk) {
      const record = value as FristRecord;
      const reason = reasonToKeep(pruning, record);
      if (reason !== undefined) {
        pruning.keep('deadlines', reason);
        continue;
      }
      await pruning.remove('deadlines', 1, async () => {
        // The run could not withdraw it because of another writer, so its pointers exist.
        if (record.slettet === undefined) throw new VersionConflict(version);
        const id = Number(parsePath(path)[1]);
        if (id > counted) counted = await raiseTo(pruning, id);
        await store.remove(fristKey(id), version);
        await pruning.release(storedBytesKey('myndighed', record.afsenderCvr), fristBytes(record));
      });
    }
    pruning.countScanned(chunk.length);
  }
}

/** Raises the counter of deadlines to an id, if the store has lost its last steps. Returns the counter. */
async function raiseTo({store}: Pruning, id: number): Promise<number> {
  const reached = await store.add(fristCounter, 0);
  return reached >= id ? reached : store.add(fristCounter, id - reached);
}

/**
 * Removes the digests of links that no company has. A digest is written right before the company's document names it, without a time, so an
 * unnamed one is checked again after a pause.
 *
 * @returns An empty list: all digests are done.
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
  if (suspects.length) await pruning.pause();
  const replaced = await unnamed(suspects);
  pruning.keep('subscription links', 'in use', digests.length - replaced.length);
  for (const digest of replaced) {
    await pruning.remove('subscription links', 1, () => store.remove(secretKey(digest)));
  }
  return [];
}

/** Returns the pointers of an index, with their entries. */
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
