import {LRUCache} from 'lru-cache';

import {bounds} from '../bounds.ts';
import {memoize} from '../memoize.ts';
import {type DocumentType, type EntrySet, partKey} from './document-type.ts';
import {keyPath} from './key.ts';
import {type Document, DocumentUnreadable, type Entry, type Key, VersionConflict} from './engine.ts';
import type {Store} from './store.ts';

/* Reads, changes and removes documents with their parts and index entries, for all features and commands: `changing`
 * has the steps of a change, and a `DocumentType` what is written. Keep the order of the writes: index entries are
 * added before the document and removed after it. A crash can then leave entries without a document, which readers
 * ignore, but no document without its entries. */

/** A value and its parts, by name. */
export interface Content<Value, Parts extends object = object> {
  readonly value: Value;
  /** Default: none. */
  readonly parts?: Partial<Parts>;
}

/** A stored document with its parts. */
export interface Stored<Value, Parts extends object = object> extends Document<Value> {
  readonly parts: Partial<Parts>;
}

/** Other writers changed the same document at every attempt. A retry may succeed. */
export class TooManyConflicts extends Error {
  override readonly name = 'TooManyConflicts';
}

/** How many index entries one step changes: building a million at once would block the event loop. */
const batchLength = 4_000;

/** Returns a document and its parts, read in one step. @throws {DocumentUnreadable} */
export async function readStored<Value, Parts extends object>(
  store: Store,
  type: DocumentType<Value, Parts>,
  key: Key,
): Promise<Stored<Value, Parts> | undefined> {
  const document = await store.get(key, {parts: Object.keys(type.parts ?? {})});
  if (!document) return undefined;
  const {version, operation, parts = {}} = document;
  const value = document.value as Value;
  if (type.partsOf?.(value).some(name => parts[name] === undefined))
    throw new DocumentUnreadable({version, operation});
  return {version, operation, value, parts: parts as Partial<Parts>};
}

export interface SaveOptions {
  /** See `WriteOptions`. */
  readonly operation?: string | undefined;
  /** Whether to count the bytes in the storage quota. Default: true. */
  readonly isCounted?: boolean;
}

/**
 * Writes a document over its previous version. First adds the new index entries, then writes the document with its parts in one step, then removes the
 * entries of the previous version. A crash in between leaves entries that readers ignore and that `tavle repair` removes. At the end, entries that are
 * not unique are added again if the stored document then has them.
 *
 * @param before The stored document; `undefined`: none.
 * @throws {VersionConflict} when another version is stored. {@link Problem} 403 when the owner would store more than it may.
 */
export async function save<Value, Parts extends object>(
  store: Store,
  type: DocumentType<Value, Parts>,
  key: Key,
  {value, parts = {}}: Content<Value, Parts>,
  before: Stored<Value, Parts> | undefined,
  {operation, isCounted = true}: SaveOptions = {},
): Promise<Stored<Value, Parts>> {
  const entrySets = type.entriesOf?.(value, key, parts) ?? [];
  const entrySetsBefore =
    before?.value === undefined ? [] : (type.entriesOf?.(before.value, key, before.parts) ?? []);
  const added = without(entrySets, entrySetsBefore);
  const notice = type.noticeOf?.(key);
  const notices = notice ? [{entries: () => [notice]}] : [];
  const usage = isCounted ? type.usageOf?.(value, key) : undefined;
  const bytesBefore = before?.value === undefined ? 0 : (type.usageOf?.(before.value, key).bytes ?? 0);
  const needed = (usage?.bytes ?? 0) - bytesBefore;
  const reserved = Math.max(0, needed);
  if (usage) await store.quotas.reserve(usage, reserved);
  try {
    await inBatches([...added, ...notices], entries => store.addEntries(entries));
    const document = await store.write(key, value, {
      expected: before ?? 0,
      operation,
      parts: changedParts(type, parts, before?.parts),
      stamp: type.stampOf?.(key),
    });
    const removed = without(entrySetsBefore, entrySets);
    await inBatches(removed, entries => store.removeEntries(entries));
    // Another process may have removed entries of this version, or written a version that needs entries removed here.
    const shared = before ? [...added, ...removed].filter(({isUnique}) => !isUnique) : [];
    if (shared.length) {
      const needed = new Set((await storedEntrySets(store, type, key)).map(({name}) => name));
      const missing = shared.filter(({name}) => needed.has(name));
      await inBatches(missing, entries => store.addEntries(entries));
    }
    if (usage) await store.quotas.release(usage, reserved - needed);
    return {...document, parts};
  } catch (error) {
    if (error instanceof VersionConflict) {
      // Keeps the stored document's entries: a repetition of this write has the same entries.
      const kept = await storedEntrySets(store, type, key);
      const unique = without(added, kept).filter(({isUnique}) => isUnique);
      await inBatches(unique, entries => store.removeEntries(entries));
      if (usage) await store.quotas.release(usage, reserved);
    }
    throw error;
  }
}

/** Returns the entry sets of the stored document, computed without its parts: only their names are right. */
async function storedEntrySets<Value, Parts extends object>(
  store: Store,
  type: DocumentType<Value, Parts>,
  key: Key,
): Promise<readonly EntrySet[]> {
  const [stored] = await store.read([key]);
  return stored ? (type.entriesOf?.(stored.value as Value, key, {}) ?? []) : [];
}

/**
 * Removes a document with its parts and the documents that lead to it. The index entries are removed after the document: an interrupted removal must
 * not leave a document that works, but is in no list.
 *
 * @param isObsolete Whether no reader needs the document. Its entries are then removed first, so that an interrupted removal can be repeated.
 * @throws {VersionConflict} when another version is stored.
 */
export async function discard<Value, Parts extends object>(
  store: Store,
  type: DocumentType<Value, Parts>,
  key: Key,
  before: Stored<Value, Parts>,
  isObsolete = false,
): Promise<void> {
  const {value, parts} = before;
  const isReadable = value !== undefined;
  const sets = isReadable ? (type.entriesOf?.(value, key, parts) ?? []) : [];
  const removeEntries = () => inBatches(sets, entries => store.removeEntries(entries));
  if (isObsolete) await removeEntries();
  const names = Object.keys(type.parts ?? {});
  await store.remove(
    key,
    before,
    names.map(name => partKey(key, name)),
  );
  if (!isObsolete) await removeEntries();
  if (!isReadable) return;
  for (const pointer of type.pointersOf?.(value, key) ?? []) await store.remove(pointer.key);
  const usage = type.usageOf?.(value, key);
  if (usage) await store.quotas.release(usage, usage.bytes);
}

/** What `changing` has found and written. Both are the same object if nothing changed. */
export interface Change<Value, Parts extends object> {
  readonly before: Stored<Value, Parts> | undefined;
  readonly after: Stored<Value, Parts> | undefined;
}

/**
 * Changes a document: reads it and saves what `next` returns. Repeats this if another writer changed the document in between. Changes of this process
 * to one document run one after the other, so only other processes cause conflicts.
 *
 * @param next Returns the new content for the stored document; the same object to leave it unchanged, `undefined` to remove it. Throws to reject. May
 *   be called again. For an unreadable document about a person or company, it receives the value `undefined`.
 * @throws {TooManyConflicts} after `bounds.maxUpdateAttempts`.
 */
export function changing<Value, Parts extends object>(
  store: Store,
  type: DocumentType<Value, Parts>,
  key: Key,
  next: (
    before: Stored<Value, Parts> | undefined,
  ) => Content<Value, Parts> | undefined | Promise<Content<Value, Parts> | undefined>,
): Promise<Change<Value, Parts>> {
  const path = keyPath(key);
  const {ends, newest} = writersOf(store);

  const commit = async (
    content: Content<Value, Parts> | undefined,
    before: Stored<Value, Parts> | undefined,
  ): Promise<Change<Value, Parts>> => {
    if (content === before) {
      // The response confirms what another request has written, so a failover must not lose it.
      await store.get(key, {isReplicated: true}).catch((error: unknown) => {
        if (!(error instanceof DocumentUnreadable)) throw error;
      });
      return {before, after: before};
    }
    if (!content) {
      if (before) await discard(store, type, key, before);
      return {before, after: undefined};
    }
    const after = await save(store, type, key, content, before);
    if (!type.parts) newest.set(path, after);
    return {before, after};
  };

  /**
   * Usually takes one round trip: it writes over the version that this process wrote last. If `next` rejects the change, or leaves the document
   * unchanged, this counts only for a version that was just read.
   */
  async function attempt(): Promise<Change<Value, Parts>> {
    const known = newest.get(path) as Stored<Value, Parts> | undefined;
    newest.delete(path);
    if (known) {
      const content = await Promise.resolve(known)
        .then(next)
        .catch(() => known);
      if (content !== known) return commit(content, known);
    }
    const before = await readStored(store, type, key).catch((error: unknown) => {
      if (type.subject === undefined || !(error instanceof DocumentUnreadable)) throw error;
      return {...error.found, value: undefined as Value, parts: {}};
    });
    return commit(await next(before), before);
  }

  async function repeat(): Promise<Change<Value, Parts>> {
    for (let count = 1; ; count += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error;
        if (count === bounds.maxUpdateAttempts)
          throw new TooManyConflicts(`The document changed during each of ${count} attempts.`, {
            cause: error,
          });
      }
    }
  }

  const result = ends.get(path)?.then(repeat) ?? repeat();
  const release = () => {
    if (ends.get(path) === ended) ends.delete(path);
  };
  const ended: Promise<void> = result.then(release, release);
  ends.set(path, ended);
  return result;
}

const writersOf = memoize(() => ({
  /** The end of the last change of each document; never rejects. */
  ends: new Map<string, Promise<void>>(),
  /** The last documents that this process wrote, of types without parts. */
  newest: new LRUCache<string, Stored<unknown>>({max: bounds.maxRememberedVersions}),
}));

/** Returns the parts that differ from the previous ones: those that are not the same object. */
function changedParts<Parts extends object>(
  {parts: shapes = {}}: Pick<DocumentType<never, object>, 'parts'>,
  parts: Partial<Parts>,
  before: Partial<Parts> = {},
): Record<string, unknown> {
  const names = Object.keys(shapes) as (keyof Parts & string)[];
  return Object.fromEntries(
    names.filter(name => parts[name] !== before[name]).map(name => [name, parts[name]]),
  );
}

const without = (sets: readonly EntrySet[], others: readonly EntrySet[]) =>
  sets.filter(({name}) => !others.some(other => other.name === name));

async function inBatches(
  sets: readonly Pick<EntrySet, 'entries'>[],
  change: (entries: readonly Entry[]) => Promise<void>,
): Promise<void> {
  let batch: Entry[] = [];
  for (const {entries} of sets) {
    for (const entry of entries()) {
      if (batch.push(entry) < batchLength) continue;
      await change(batch);
      batch = [];
    }
  }
  if (batch.length) await change(batch);
}

/** Writes a document unless one exists. Returns whether it was written. */
export async function writeNew(store: Store, key: Key, value: unknown): Promise<boolean> {
  try {
    await store.write(key, value, {expected: 0});
    return true;
  } catch (error) {
    if (error instanceof VersionConflict) return false;
    throw error;
  }
}
