import {bounds} from '../bounds.ts';
import type {Document, Entry, Key} from './engine.ts';
import type {Store} from './store.ts';
import {takeTurn} from './turns.ts';

/* Reads lists of documents in pages, for all features: a whole list could fill the memory. Change the sizes in
 * `firstPageLength` and `maxGrowth`; a feature defines its list as a `Listing`. Other requests must run between two
 * pages (`takeTurn`). */

/** How many members the first page has, before the size of their documents is known. */
export const firstPageLength = 32;

/** How many times longer than the previous page a page may be. */
const maxGrowth = 2;

/** The longest page of members whose documents are not read. */
const versionPageLength = 500;

/** An index whose members lead to documents. */
export interface Listing<Item> {
  readonly index: Key;
  /** The member to begin with. Default: the first. */
  readonly from?: string;
  /** Parses a member. */
  readonly parse: (member: string) => Item;
  /** Returns the key of the document that a parsed member leads to; `undefined`: no document is read. */
  readonly keyOf: (item: Item) => Key | undefined;
}

/** A parsed member of an index with the document that it leads to. */
export interface Found<Item> {
  readonly item: Item;
  readonly document: Document | undefined;
}

/**
 * Reads the documents of a listing page by page. The first page has 32 members. The documents of a later page have about
 * `bounds.maxPageBytes`. Other work runs between two pages.
 */
export async function* readPages<Item>(
  store: Store,
  {index, parse, keyOf, from: first = ''}: Listing<Item>,
): AsyncGenerator<Found<Item>[]> {
  let length = firstPageLength;
  for (let from = first; ;) {
    await takeTurn(from === first);
    const members = await store.scan(index, {from, limit: length});
    const items = members.map(parse);
    const keys = items.map(keyOf);
    const documents = await store.read(keys.filter(key => key !== undefined));
    let next = 0;
    yield items.map((item, at) => ({item, document: keys[at] && documents[next++]}));
    if (members.length < length) return;
    from = after(members);
    length = nextPageLength(length, members.length, documents);
  }
}

/** Returns the length of the page after one with `count` of up to `length` members. @param documents The documents of these members. */
export function nextPageLength(length: number, count: number, documents: readonly unknown[]): number {
  const fitting = Math.floor((bounds.maxPageBytes / sizeOf(documents)) * count);
  return Math.max(1, Math.min(fitting, length * maxGrowth, bounds.maxPageLength));
}

/** Yields texts that together change whenever a member or a document of a listing changes. Does not read the documents. */
export async function* readVersions<Item>(
  store: Store,
  {index, parse, keyOf, from: first = ''}: Listing<Item>,
): AsyncGenerator<string> {
  for (let from = first; ;) {
    await takeTurn(false);
    const members = await store.scan(index, {from, limit: versionPageLength});
    const keys = members.map(member => keyOf(parse(member)));
    const versions = await store.readVersions(keys.filter(key => key !== undefined));
    yield JSON.stringify([members, versions.map(found => found && [found.version, found.operation])]);
    if (members.length < versionPageLength) return;
    from = after(members);
  }
}

/** Returns the start of the page after some members. */
const after = (members: readonly string[]) => `${members.at(-1)}\0`;

/** Returns about how many characters a value has as JSON. Escapes only long texts, because escaping takes most of the time. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length < 256 ? value.length : JSON.stringify(value).length;
  if (typeof value !== 'object' || value === null) return 4;
  let size = 0;
  for (const part of Object.values(value)) size += 16 + sizeOf(part);
  return size;
}

/** Returns whether an index has an entry. */
export async function hasEntry(store: Store, {index, member}: Entry): Promise<boolean> {
  const found = await store.scan(index, {from: member, to: `${member}\0`, limit: 1});
  return found.length > 0;
}
