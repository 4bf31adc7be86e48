import {setImmediate} from 'node:timers/promises';

import {bounds} from '../limits/bounds.ts';
import type {Document, Key, Range, Store} from './store.ts';

/** Members in the first page of a list, before anything is known of the size of their documents. */
const firstLength = 32;

/** How much longer than the page before a page may be. */
const maxGrowth = 2;

/** A member of an index with the documents that it leads to. */
export interface Found<Item> {
  /** The member as it was parsed. */
  readonly item: Item;
  readonly documents: readonly (Document | undefined)[];
}

/**
 * Reads what indexes lead to, in the order of their members as if they were one, page by page. The first page has 32 members; a later
 * one so many that its documents have about `bounds.maxPageBytes`. Other work of the process runs between two pages.
 *
 * @param parse Parses a member.
 * @param keysOf Returns the documents to read for a parsed member.
 */
export async function* readPages<Item>(
  store: Store,
  indexes: readonly Key[],
  parse: (member: string) => Item,
  keysOf: (item: Item) => readonly Key[],
  {from = '', to}: Pick<Range, 'from' | 'to'> = {},
): AsyncGenerator<Found<Item>[]> {
  let length = firstLength;
  for (let start = from; ;) {
    const range = {from: start, ...(to !== undefined && {to}), limit: length};
    const {members, next} = await scanTogether(store, indexes, range);
    const items = members.map(parse);
    const documents = await readGroups(store, items.map(keysOf));
    yield items.map((item, place) => ({item, documents: documents[place] ?? []}));
    if (next === undefined) return;
    start = next;
    const fitting = Math.floor((bounds.maxPageBytes / JSON.stringify(documents).length) * members.length);
    length = Math.max(1, Math.min(fitting, length * maxGrowth, bounds.maxPageLength));
    await setImmediate();
  }
}

/**
 * Reads the next members of indexes as one, in order, up to `limit` of each.
 *
 * @returns Also where to go on; `undefined` at the end.
 */
async function scanTogether(
  store: Store,
  indexes: readonly Key[],
  range: Range,
): Promise<{members: string[]; next?: string}> {
  const pages = await Promise.all(indexes.map(index => store.scan(index, range)));
  // What lies behind the end of a full page is not known yet, in any of them.
  const [end] = pages.flatMap(page => (page.length === range.limit ? page.slice(-1) : [])).sort(inBytes);
  const filled = pages.filter(page => page.length);
  const members = filled.length > 1 ? filled.flat().sort(inBytes) : (filled[0] ?? []);
  if (end === undefined) return {members};
  return {members: members.slice(0, members.lastIndexOf(end) + 1), next: `${end}\0`};
}

/** The order of an index. */
function inBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Reads several lists of documents as one. */
export async function readGroups(
  store: Store,
  groups: readonly (readonly Key[])[],
): Promise<(Document | undefined)[][]> {
  const flat = await store.read(groups.flat());
  let start = 0;
  return groups.map(group => flat.slice(start, (start += group.length)));
}
