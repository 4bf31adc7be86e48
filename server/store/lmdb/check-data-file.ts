import {closeSync, fstatSync, openSync, readSync, statSync} from 'node:fs';
import {endianness} from 'node:os';

/* Checks the file of an LMDB store before it is opened, for `lmdb-store.ts`. Add a check to `findProblem`; `advice`
 * says what an operator can do. Must only read the file. A file that another process is writing must not count as
 * damaged. */

/** How many times a file that changes is checked, and the pause between two checks. */
const maxAttempts = 10;
const pauseMs = 100;

/** The layout of LMDB's data version 2 on 64-bit little-endian machines, for which the `lmdb` package is built. Values are in bytes. */
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

/**
 * Checks that a data file is one of LMDB and has all pages that are in use, for `lmdb-store.ts`. LMDB maps the file into memory, and access to a
 * missing page ends the process with SIGBUS. Does nothing if the file does not exist.
 *
 * An empty file is refused: LMDB would treat it as a new store and assign ids twice. The file of a new store is empty only until its first
 * pages are written, so a file that another process is changing is checked again.
 *
 * @throws {Error} that names the file and the problem.
 */
export function checkDataFile(path: string): void {
  // Skips other machines: their layout differs.
  if (endianness() !== 'LE' || ['arm', 'ia32'].includes(process.arch)) return;
  for (let attempt = 1; ; attempt += 1) {
    const before = sizeAndTimeOf(path);
    if (before === undefined) return;
    const problem = findProblem(path);
    if (problem === undefined) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    if (attempt === maxAttempts || sizeAndTimeOf(path) === before)
      throw new Error(`${path} ${problem} ${advice}`);
  }
}

function sizeAndTimeOf(path: string): string | undefined {
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
    // The size is read after the meta pages, since a commit extends the file before it changes a meta page.
    const {size} = fstatSync(file);
    const isWhole = (newest.lastPage + 1n) * BigInt(newest.pageSize) <= BigInt(size);
    // A file may end before the last page if the last pages are free and were never written.
    if (isWhole || newest.roots.every(root => isTreeWhole(file, size, newest.pageSize, root)))
      return undefined;
    return `is truncated: it has ${size} bytes, and pages in use are missing.`;
  } finally {
    closeSync(file);
  }
}

/** Returns the content of one of the two meta pages, of which the newer one is valid; `undefined` if it is damaged. */
function readMeta(file: number, position: number) {
  const page = Buffer.alloc(layout.meta.end);
  if (readSync(file, page, 0, page.length, position) < page.length) return undefined;
  if (page.readUInt32LE(layout.meta.magic) !== magic) return undefined;
  if ((page.readUInt32LE(layout.meta.version) & 0xffff) !== dataVersion) return undefined;
  const pageSize = page.readUInt32LE(layout.meta.pageSize);
  if (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0) return undefined;
  const lastPage = page.readBigUInt64LE(layout.meta.lastPage);
  // The root pages of the tree of free pages and of the main tree; `noPage`: the tree is empty.
  const roots = layout.meta.trees.map(tree => page.readBigUInt64LE(tree + layout.tree.root));
  if (roots.some(root => root !== noPage && root > lastPage)) return undefined;
  return {pageSize, lastPage, txnId: page.readBigUInt64LE(layout.meta.txnId), roots};
}

/** Returns whether the file has all pages of a tree, and of the trees and long values in it. */
function isTreeWhole(file: number, size: number, pageSize: number, root: bigint): boolean {
  const page = Buffer.alloc(pageSize);
  const pages = BigInt(Math.floor(size / pageSize));
  const pending = root === noPage ? [] : [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next >= pages || readSync(file, page, 0, pageSize, Number(next) * pageSize) < pageSize) return false;
    const found = pagesBelow(page);
    if (!found || found.values.some(({from, bytes}) => from + valuePages(bytes, pageSize) > pages))
      return false;
    pending.push(...found.pages);
  }
  return true;
}

/** Returns the pages that a page of a tree points to, and the long values, which have their own pages; `undefined` if the page is damaged. */
function pagesBelow(page: Buffer) {
  const branch = (page.readUInt16LE(layout.flags) & isBranch) !== 0;
  const pages: bigint[] = [];
  const values: {from: bigint; bytes: number}[] = [];
  const count = page.readUInt16LE(layout.lower) >> 1;
  try {
    for (let index = 0; index < count; index += 1) {
      const start = layout.header + page.readUInt16LE(layout.header + index * 2);
      const low = page.readUInt32LE(start);
      const flags = page.readUInt16LE(start + 4);
      const data = start + layout.node + page.readUInt16LE(start + 6);
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
