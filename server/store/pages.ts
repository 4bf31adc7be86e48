import {bounds} from '../bounds.ts';
import type {Document, Entry, Key, Range, Version} from './engine.ts';
import type {Store} from './store.ts';
import {takeTurn} from './turns.ts';

/** How many members the first page has, before the size of their documents is known. */
export const firstPageLength = 32;

/** How many times longer than the previous page a page may be. */
const maxGrowth = 2;

/** The longest page of members whose documents are not read. */
const versionPageLength = 500;

/** Indexes whose members point to documents, in the merged order of the members. */
export interface Listing<Item> extends Pick<Range, 'from' | 'to'> {
  readonly indexes: readonly Key[];
  /** Parses a member. */
  readonly parse: (member: string) => Item;
  /** Returns the keys of the documents that a parsed member points to. */
  readonly keysOf: (item: Item) => readonly Key[];
}

/** A member of an index with the documents that it points to. */
export interface Found<Item> {
  /** The parsed member. */
  readonly item: Item;
  readonly documents: readonly (Document | undefined)[];
}

/**
 * Reads the documents of a listing page by page. The first page has 32 members. The documents of a later page have about
 * `bounds.maxPageBytes`. Other work runs between two pages.
 */
export async function* readPages<Item>(store: Store, listing: Listing<Item>): AsyncGenerator<Found<Item>[]> {
  const {indexes, parse, keysOf, from: first = '', to} = listing;
  let length = firstPageLength;
  for (let from = first; ;) {
    await takeTurn(from === first);
    const {members, next} = await scanMerged(store, indexes, {
      from,
      ...(to !== undefined && {to}),
      limit: length,
    });
    const items = members.map(parse);
    const documents = await readGroups(store, items.map(keysOf));
    yield items.map((item, index) => ({item, documents: documents[index] ?? []}));
    if (next === undefined) return;
    from = next;
    length = nextPageLength(length, members.length, documents);
  }
}

/** Returns the length of the page after one of `length` with `count` members. @param documents Those of the members. */
export function nextPageLength(length: number, count: number, documents: readonly unknown[]): number {
  const fitting = Math.floor((bounds.maxPageBytes / sizeOf(documents)) * count);
  return Math.max(1, Math.min(fitting, length * maxGrowth, bounds.maxPageLength));
}

/**
 * Yields texts that together change whenever a member or a document of a listing changes. Does not read the documents.
 *
 * @param stateOf Returns what else depends on a version, for example on its age. Default: nothing.
 */
export async function* readVersions<Item>(
  store: Store,
  {indexes, parse, keysOf, from: first = '', to}: Listing<Item>,
  stateOf: (version: Version) => string = () => '',
): AsyncGenerator<string> {
  for (let from: string | undefined = first; from !== undefined;) {
    await takeTurn(false);
    const range = {from, ...(to !== undefined && {to}), limit: versionPageLength};
    const page = await scanMerged(store, indexes, range);
    const versions = await store.readVersions(page.members.flatMap(member => keysOf(parse(member))));
    const states = versions.map(found => found && [found.version, found.operation, stateOf(found)]);
    yield JSON.stringify([page.members, states]);
    from = page.next;
  }
}

/** Returns about how many characters a value has as JSON: only long texts are escaped to measure them, which takes most of the time. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length < 256 ? value.length : JSON.stringify(value).length;
  if (typeof value !== 'object' || value === null) return 4;
  let size = 0;
  for (const part of Object.values(value)) size += 16 + sizeOf(part);
  return size;
}

/** Merges the next members of indexes in order, up to `limit` of each. `next` is the start of the next page; missing at the end. */
async function scanMerged(
  store: Store,
  indexes: readonly Key[],
  range: Range,
): Promise<{members: readonly string[]; next?: string}> {
  const pages = await store.scanAll(indexes, range);
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
