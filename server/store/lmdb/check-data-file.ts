import {closeSync, fstatSync, openSync, readSync, statSync} from 'node:fs';
import {endianness} from 'node:os';

/** How often a file that changes is looked at again, and how long to wait before that, in milliseconds. */
const maxAttempts = 10;
const pauseMs = 100;

/** The layout of LMDB's data version 2 on 64-bit little-endian machines, which the `lmdb` package builds. All in bytes. */
const layout = {
  header: 24,
  flags: 18,
  lower: 20,
  node: 8,
  tree: {size: 48, root: 40},
  meta: {magic: 24, version: 28, pageSize: 48, trees: [48, 96], lastPage: 144, txnId: 152, end: 168},
} as const;
const magic = 0xbeefc0de;
const dataVersion = 2;
const isBranch = 0x01;
const node = {isOverflow: 0x01, isTree: 0x02} as const;
const noPage = 0xffff_ffff_ffff_ffffn;

const advice = 'Move the file away, and restore a backup or a copy of the file.';

/** What a meta page says: the file has two, and the newer one is valid. */
interface Meta {
  readonly pageSize: number;
  readonly lastPage: bigint;
  readonly txnId: bigint;
  /** The root pages of the tree of free pages and of the main tree; `noPage`: the tree is empty. */
  readonly roots: readonly bigint[];
}

/**
 * Checks that a data file is one of LMDB and has all the pages that are in use. LMDB itself maps the file into memory, and a page that is missing
 * ends the process with SIGBUS. Does nothing where the file does not exist.
 *
 * An empty file is refused: LMDB would take it for a new store and give ids a second time, and a new store's file is empty only until its first
 * pages are written. A file that another process changes at the same time is looked at again.
 *
 * @throws {Error} that names the file and says what is wrong with it.
 */
export function checkDataFile(path: string): void {
  // Elsewhere the fields are in other places.
  if (endianness() !== 'LE' || ['arm', 'ia32'].includes(process.arch)) return;
  for (let attempt = 1; ; attempt += 1) {
    const before = stateOf(path);
    if (before === undefined) return;
    const problem = findProblem(path);
    if (problem === undefined) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    if (attempt === maxAttempts || stateOf(path) === before) throw new Error(`${path} ${problem} ${advice}`);
  }
}

function stateOf(path: string): string | undefined {
  const found = statSync(path, {throwIfNoEntry: false});
  return found && `${found.size} ${found.mtimeMs}`;
}

function findProblem(path: string): string | undefined {
  const file = openSync(path, 'r');
  try {
    const first = readMeta(file, 0);
    if (first === undefined) {
      return fstatSync(file).size === 0
        ? 'is empty.'
        : 'is not a data file of LMDB, or its start is damaged.';
    }
    const second = readMeta(file, first.pageSize);
    if (second?.pageSize !== first.pageSize) return 'has a damaged second page.';
    const newest = second.txnId > first.txnId ? second : first;
    // The size is read after the pages, since a commit lengthens the file before it changes a meta page.
    const {size} = fstatSync(file);
    const isWhole = (newest.lastPage + 1n) * BigInt(newest.pageSize) <= BigInt(size);
    // A file may end before the last page where the last pages have never been written, because they are free.
    if (isWhole || newest.roots.every(root => isTreeWhole(file, size, newest.pageSize, root)))
      return undefined;
    return `is truncated: it has ${size} bytes, and pages in use are missing.`;
  } finally {
    closeSync(file);
  }
}

function readMeta(file: number, place: number): Meta | undefined {
  const page = Buffer.alloc(layout.meta.end);
  if (readSync(file, page, 0, page.length, place) < page.length) return undefined;
  if (page.readUInt32LE(layout.meta.magic) !== magic) return undefined;
  if ((page.readUInt32LE(layout.meta.version) & 0xffff) !== dataVersion) return undefined;
  const pageSize = page.readUInt32LE(layout.meta.pageSize);
  if (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0) return undefined;
  const lastPage = page.readBigUInt64LE(layout.meta.lastPage);
  const roots = layout.meta.trees.map(tree => page.readBigUInt64LE(tree + layout.tree.root));
  if (roots.some(root => root !== noPage && root > lastPage)) return undefined;
  return {pageSize, lastPage, txnId: page.readBigUInt64LE(layout.meta.txnId), roots};
}

/** Whether the file has all pages of a tree, and of the trees and long values in it. */
function isTreeWhole(file: number, size: number, pageSize: number, root: bigint): boolean {
  const page = Buffer.alloc(pageSize);
  const pages = BigInt(Math.floor(size / pageSize));
  const open = root === noPage ? [] : [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next >= pages || readSync(file, page, 0, pageSize, Number(next) * pageSize) < pageSize) return false;
    const found = pagesBelow(page);
    if (!found || found.values.some(({from, bytes}) => from + valuePages(bytes, pageSize) > pages))
      return false;
    open.push(...found.pages);
  }
  return true;
}

interface PagesBelow {
  readonly pages: readonly bigint[];
  /** Long values, which have their own pages. */
  readonly values: readonly {readonly from: bigint; readonly bytes: number}[];
}

/** What a page of a tree leads to; `undefined` where the page is damaged. */
function pagesBelow(page: Buffer): PagesBelow | undefined {
  const branch = (page.readUInt16LE(layout.flags) & isBranch) !== 0;
  const pages: bigint[] = [];
  const values: {from: bigint; bytes: number}[] = [];
  const count = page.readUInt16LE(layout.lower) >> 1;
  try {
    for (let index = 0; index < count; index += 1) {
      const place = layout.header + page.readUInt16LE(layout.header + index * 2);
      const low = page.readUInt32LE(place);
      const flags = page.readUInt16LE(place + 4);
      const data = place + layout.node + page.readUInt16LE(place + 6);
      if (branch) pages.push(BigInt(low) | (BigInt(flags) << 32n));
      else if (flags & node.isTree) {
        const root = page.readBigUInt64LE(data + layout.tree.root);
        if (root !== noPage) pages.push(root);
      } else if (flags & node.isOverflow) values.push({from: page.readBigUInt64LE(data), bytes: low});
    }
  } catch {
    return undefined;
  }
  return {pages, values};
}

function valuePages(bytes: number, pageSize: number): bigint {
  return BigInt(Math.floor((layout.header - 1 + bytes) / pageSize) + 1);
}
