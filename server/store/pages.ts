import {setImmediate} from 'node:timers/promises';

import {bounds} from '../limits/bounds.ts';
import type {Document, Entry, Key, Range, Store} from './store.ts';

/** How many members the first page has, before the size of their documents is known. */
const firstPageLength = 32;

/** How many times longer than the previous page a page may be. */
const maxGrowth = 2;

/** A member of an index with the documents that it points to. */
export interface Found<Item> {
  /** The parsed member. */
  readonly item: Item;
  readonly documents: readonly (Document | undefined)[];
}

/**
 * Reads the documents that indexes point to, page by page, in the merged order of the members. The first page has 32 members. The
 * documents of a later page have about `bounds.maxPageBytes`. The event loop runs between two pages.
 *
 * @param parse Parses a member.
 * @param keysOf Returns the keys of the documents to read for a parsed member.
 */
export async function* readPages<Item>(
  store: Store,
  indexes: readonly Key[],
  parse: (member: string) => Item,
  keysOf: (item: Item) => readonly Key[],
  {from = '', to}: Pick<Range, 'from' | 'to'> = {},
): AsyncGenerator<Found<Item>[]> {
  let length = firstPageLength;
  for (let start = from; ;) {
    const range = {from: start, ...(to !== undefined && {to}), limit: length};
    const {members, next} = await scanMerged(store, indexes, range);
    const items = members.map(parse);
    const documents = await readGroups(store, items.map(keysOf));
    yield items.map((item, index) => ({item, documents: documents[index] ?? []}));
    if (next === undefined) return;
    start = next;
    const fitting = Math.floor((bounds.maxPageBytes / JSON.stringify(documents).length) * members.length);
    length = Math.max(1, Math.min(fitting, length * maxGrowth, bounds.maxPageLength));
    await setImmediate();
  }
}

/** Merges the next members of indexes in order, up to `limit` of each. `next` is the start of the next page; missing at the end. */
async function scanMerged(
  store: Store,
  indexes: readonly Key[],
  range: Range,
): Promise<{members: readonly string[]; next?: string}> {
  const pages = await Promise.all(indexes.map(index => store.scan(index, range)));
  // Members after the end of a full page are unknown, so the merged page ends there.
  const [end] = pages.flatMap(page => (page.length === range.limit ? page.slice(-1) : [])).sort(compareBytes);
  const filled = pages.filter(page => page.length);
  const members = filled.length > 1 ? filled.flat().sort(compareBytes) : (filled[0] ?? []);
  if (end === undefined) return {members};
  return {members: members.slice(0, members.lastIndexOf(end) + 1), next: `${end}\0`};
}

/** Compares members in the order of an index. */
function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Reads several lists of documents with one read. */
export async function readGroups(
  store: Store,
  groups: readonly (readonly Key[])[],
): Promise<(Document | undefined)[][]> {
  const flat = await store.read(groups.flat());
  let start = 0;
  return groups.map(group => flat.slice(start, (start += group.length)));
}

/** Returns whether an index has an entry. */
export async function hasEntry(store: Store, {index, member}: Entry): Promise<boolean> {
  const found = await store.scan(index, {from: member, to: `${member}\0`, limit: 1});
  return found.length > 0;
}
