/* The engine of the LMDB store. Only `open-store.ts` opens it. `tavle check` uses `requireSpace`. Sizes of commits are
 * in `commitLength` and `putLength`. Implement a new method of `Engine` in `openLmdb`: `store/testing/contract.ts`
 * tests what all engines must do. No change may resolve before its commit. */

import {accessSync, closeSync, constants as fileConstants, openSync, statfsSync, statSync} from 'node:fs';
import {stat, statfs} from 'node:fs/promises';
import {constants} from 'node:os';
import {dirname, join} from 'node:path';
import {setTimeout} from 'node:timers/promises';

import * as lmdb from 'lmdb';
import {type Database, type DatabaseOptions, open, type RootDatabase} from 'lmdb';

import {isSystemError, makeDirectory} from '../../files.ts';
import {bounds} from '../../bounds.ts';
import {cacheFor} from '../../memoize.ts';
import {createCommitQueue} from './commit-queue.ts';
import {checkDataFile} from './check-data-file.ts';
import {createLmdbContents, pathEnd} from './contents.ts';
import {type DocumentKey, keyEncoder, readKeys} from './keys.ts';
import {createNumberedCommits} from './numbered-commits.ts';
import {encodeDocument, maxHeaderLength, parseHeader} from '../document-codec.ts';
import {
  type Engine,
  type PathEntry,
  StoreReplaced,
  StoreUnavailable,
  VersionConflict,
  type WriteOptions,
} from '../engine.ts';

/** How many index entries one commit has: more would block the other work of this process. */
const commitLength = 4_000;

/** How many overwritten texts one commit has. */
const putLength = 1_000;

/** The size of the probe that a store must accept after it refused a change: a small probe would fit into free pages of the file. */
const probeBytes = 1024 * 1024;

/** Free space that a commit requires: enough for a large delivery. */
const minFreeBytes = 16 * 1024 * 1024;

/** How often dead readers are cleared: LMDB keeps every page that they might still read. */
const readerCheckIntervalMs = 1_000;

/** The file system type that `statfs` returns for btrfs. */
const btrfs = 0x9123683e;

/** Larger than any byte of UTF-8. */
const last = Buffer.from([0xff]);

/** The name of the file in the directory of a store. */
export const dataFile = 'data.mdb';

/**
 * Opens the embedded store in a directory, which is created if it is missing.
 *
 * The promise of a change resolves when the operating system has synced the data to the disk. Readers do not see the data before. Several processes
 * may open the same directory. The directory must not be on a network file system.
 *
 * @throws When the directory can't be created or written, {@link checkDataFile} refuses its file, or a process in another container has the same id.
 */
export function openLmdb(directory: string): Engine {
  makeDirectory(directory);
  const file = join(directory, dataFile);
  for (const each of [file, join(directory, 'lock.mdb')]) requireAccess(each);
  checkDataFile(file);
  // `eventTurnBatching` creates a promise that no code handles: on a full disk its rejection would end the process.
  const root = open({path: directory, noSubdir: false, overlappingSync: false, eventTurnBatching: false});
  claimProcessId(root);
  const {dev, ino} = statSync(file);
  const openedFile = `${dev}:${ino}`;
  // The types of lmdb lack `keyEncoder`.
  const treeOptions: DatabaseOptions & {keyEncoder: typeof keyEncoder} = {keyEncoder, encoding: 'string'};
  // Stores contain these names: keep them.
  const documents = root.openDB<string, DocumentKey>('documents', treeOptions);
  const entries = root.openDB<string, Buffer>('entries', treeOptions);
  const counters = root.openDB<number, Buffer>('counters', {keyEncoding: 'binary', encoding: 'json'});

  // A separate tree, so that no backup and no check reads it.
  const probes = root.openDB<Buffer, string>('probes', {encoding: 'binary'});
  /** Why the last change failed, such as a full disk, until a probe succeeds. */
  let refusal: unknown;

  /**
   * Throws before LMDB writes to a full disk or, after a check or commit has failed, to a read-only file system. When a write fails, lmdb-js 3.5.6
   * writes the error message into too little memory (`last_error` in `mdb_page_flush`), which can end the process.
   *
   * @param isCommit Whether a commit follows. Otherwise it is the check of each second, which may take longer.
   */
  function requireWritable(isCommit: boolean): void {
    try {
      requireSpace(directory);
      // Before a commit, opening the file would take a noticeable part of its time.
      if (!isCommit || refusal !== undefined) closeSync(openSync(file, 'r+'));
    } catch (error) {
      // `ping` reports a missing file.
      if (!isSystemError(error) || error.code !== 'ENOENT') throw error;
    }
  }

  const numbered = createNumberedCommits(root, directory);
  const commits = createCommitQueue(async change => {
    try {
      requireWritable(true);
      await numbered.commit(change);
    } catch (error) {
      refusal = await causeOfFailedCommit(error);
      throw toUnavailable(refusal);
    }
  });

  /** Runs a change that may read and write. Concurrent changes share one commit. */
  const transact = <Result>(change: () => Result, weight?: number): Promise<Result> =>
    commits.run(() => {
      try {
        return change();
      } catch (error) {
        if (error instanceof VersionConflict) throw error;
        throw toUnavailable((refusal = error));
      }
    }, weight);

  /** Reads from a new snapshot, which includes writes of other processes. By default LMDB uses one snapshot for a turn of the event loop. */
  function readNewest<Result>(read: () => Result): Promise<Result> {
    try {
      root.resetReadTxn();
      return Promise.resolve(read());
    } catch (error) {
      return Promise.reject(toUnavailable(error));
    }
  }

  /** Changes items in chunks. Other work runs between two chunks. */
  async function changeAll<Item>(
    items: readonly Item[],
    length: number,
    change: (item: Item) => Promise<boolean>,
  ): Promise<void> {
    for (let start = 0; start < items.length; start += length) {
      const chunk = items.slice(start, start + length);
      await transact(() => {
        for (const item of chunk) void change(item);
      }, chunk.length);
    }
  }

  /** Concurrent callers share one probe. */
  const probe = cacheFor(0, async () => {
    const former = refusal;
    try {
      await transact(() => void probes.put('probe', Buffer.alloc(probeBytes)));
      await transact(() => void probes.remove('probe'));
    } catch (error) {
      const {message, cause} = error as StoreUnavailable;
      const reason = cause instanceof Error ? cause.message : message;
      throw new StoreUnavailable(cause, `The store takes no changes, so they get 503: ${reason}`);
    }
    if (refusal === former) refusal = undefined;
  });

  const readerCheck = setInterval(() => root.readerCheck(), readerCheckIntervalMs).unref();

  const entryKey = ({path, member}: PathEntry) => Buffer.from(path + pathEnd + member);
  let closing: Promise<void> | undefined;

  return {
    hasChecksums: true,
    read: paths => readNewest(() => paths.map(path => documents.get(path))),

    readStarts: paths =>
      readNewest(() =>
        paths.map(path => documents.getBinaryFast(path)?.toString('latin1', 0, maxHeaderLength)),
      ),

    write: (path, json, operation, expected, parts) =>
      transact(() => {
        const stored = headerOf(documents.get(path));
        if (stored.operation === operation) return stored.version;
        if (!isExpected(stored, expected)) throw new VersionConflict(stored.version);
        const version = stored.version + 1;
        for (const part of [{path, json}, ...parts]) {
          if (part.json === undefined) void documents.remove(part.path);
          else void documents.put(part.path, encodeDocument(version, operation, part.json, part.path));
        }
        return version;
      }),

    remove: (path, expected, parts) =>
      transact(() => {
        const stored = headerOf(documents.get(path));
        if (!isExpected(stored, expected)) throw new VersionConflict(stored.version);
        for (const each of [path, ...parts]) void documents.remove(each);
      }),

    put: texts => changeAll(texts, putLength, ({path, text}) => documents.put(path, text)),
    addEntries: added => changeAll(added, commitLength, entry => entries.put(entryKey(entry), '')),
    removeEntries: removed => changeAll(removed, commitLength, entry => entries.remove(entryKey(entry))),

    scan: (indexes, {from = '', to, limit}) =>
      readNewest(() =>
        indexes.map(index => {
          const path = index + pathEnd;
          const range = {
            start: Buffer.from(path + from),
            end: to === undefined ? Buffer.concat([Buffer.from(path), last]) : Buffer.from(path + to),
            limit,
          };
          const start = Buffer.byteLength(path);
          return readKeys(entries, range).map(key => key.toString('utf8', start));
        }),
      ),

    add: (counter, amount) =>
      transact(() => {
        const key = Buffer.from(counter);
        const number = (counters.get(key) ?? 0) + amount;
        void counters.put(key, number);
        return number;
      }),

    ...createLmdbContents(documents as Database<string, Buffer>, entries, counters, readNewest),

    async ping() {
      await readNewest(() => void documents.get(last));
      numbered.requireNewest();
      if ((await fileIdentity(file)) !== openedFile) {
        throw new StoreReplaced(`${file} was removed or replaced since it was opened.`);
      }
    },

    async checkWritable() {
      await commits.check();
      try {
        requireWritable(false);
      } catch (error) {
        refusal = error;
      }
      if (refusal !== undefined) await probe();
    },

    confirmReplicated: () => Promise.resolve(),

    inspect: () => inspectFileSystem(directory),

    close() {
      clearInterval(readerCheck);
      return (closing ??= Promise.race([root.close(), closeTimeout()]));
    },
  };
}

/**
 * Checks that a file, or its directory if the file is missing, can be read and written: lmdb-js 3.5.6 ends the process (SIGSEGV) when it cannot open
 * or extend the lock file. The file is not opened: to close it would release the locks of this process.
 */
function requireAccess(file: string): void {
  const found = statSync(file, {throwIfNoEntry: false});
  if (!found) requireSpace(dirname(file));
  accessSync(found ? file : dirname(file), fileConstants.R_OK | fileConstants.W_OK);
  if (found && !found.isFile()) throw new Error(`${file} is not a file. Remove it.`);
}

/** Parts of lmdb-js that its types lack. */
const {Txn} = (lmdb as unknown as {nativeAddon: {Txn: new (env: unknown, flags: number) => {abort(): void}}})
  .nativeAddon;

const readOnly = 0x20000;

/**
 * Begins the first read transaction, for which LMDB locks the byte of the process id. Processes in two containers may have the same id, often 1:
 * lmdb-js would block for ten seconds, and then read from an undefined transaction.
 *
 * @throws When another process has locked this byte.
 */
function claimProcessId(root: RootDatabase): void {
  try {
    new Txn((root as unknown as {env: unknown}).env, readOnly).abort();
  } catch (error) {
    void root.close();
    if ((error as {code?: unknown}).code !== constants.errno.EAGAIN) throw error;
    throw new Error(
      `a process with the same process id, ${process.pid}, has it open in another container, and LMDB distinguishes processes by this id. Run the command in the container of the service ("docker exec", "kubectl exec"), start the container with the process ids of the other one ("docker run --pid=container:NAME"), or use Redis for several containers.`,
      {cause: error},
    );
  }
}

/** Rejects: a commit that waits for the write lock can't be aborted. */
async function closeTimeout(): Promise<never> {
  await setTimeout(bounds.storeTimeoutMs, undefined, {ref: false});
  throw new StoreUnavailable(
    undefined,
    'The store cannot be closed: another process holds its write lock, or the disk does not respond.',
  );
}

/** Returns a warning for btrfs: LMDB maps the lock file into memory, and the process ends (SIGBUS) if btrfs has no space for a changed page. */
async function inspectFileSystem(directory: string): Promise<string[]> {
  const {type} = await statfs(directory);
  if (type !== btrfs) return [];
  return [
    `${directory} is on btrfs, where a full disk or a used-up quota ends the service. Use ext4 or XFS.`,
  ];
}

/** @throws {Error} whose message begins like the one of `ENOSPC`, if the disk of a directory has too little space for a store. */
export function requireSpace(directory: string): void {
  const {bavail, bsize} = statfsSync(directory);
  if (bavail * bsize >= minFreeBytes) return;
  const free = Math.floor((bavail * bsize) / 1024 ** 2);
  throw new Error(`No space left on device: the disk of ${directory} is full: ${free} MiB are free.`);
}

/** Returns the device and inode of a file; `undefined` if it is missing. */
async function fileIdentity(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && `${found.dev}:${found.ino}`;
}

function isExpected(
  {version, operation}: {version: number; operation: string | undefined},
  expected: WriteOptions['expected'] = version,
): boolean {
  return typeof expected === 'number'
    ? expected === version
    : expected.version === version && expected.operation === operation;
}

function headerOf(stored: string | undefined) {
  return stored === undefined ? {version: 0, operation: undefined} : parseHeader(stored);
}

/** Returns the cause of a failed commit. Its error has a promise that rejects with the cause and, unhandled, would end the process. */
function causeOfFailedCommit(error: unknown): Promise<unknown> {
  const {commitError} = error as {commitError?: Promise<never>};
  return Promise.resolve(commitError ?? error).catch((reason: unknown) => reason);
}

function toUnavailable(cause: unknown): StoreUnavailable {
  if (cause instanceof StoreUnavailable) return cause;
  // After a failed write of its meta pages, LMDB also refuses reads until the file is reopened.
  const isFatal = String(cause).includes('MDB_PANIC');
  return new StoreUnavailable(
    cause,
    isFatal ? 'The file system failed while the store was written. Repair it, then restart.' : undefined,
  );
}
