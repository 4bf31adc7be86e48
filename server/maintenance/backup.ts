import {createWriteStream, existsSync} from 'node:fs';
import {link, open, rm} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import type {Writable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {constants, createGzip} from 'node:zlib';

import {phaseOf} from '../document-types.ts';
import {fileMode, makeDirectory} from '../files.ts';
import type {Store} from '../store/store.ts';
import {newToken} from '../store/document-codec.ts';
import {requireFinishedRestore} from '../store/readiness.ts';
import {writeLines} from './backup-lines.ts';
import {readConsistently, readDependencies} from './consistent-read.ts';
import {CommandError} from './messages.ts';
import type {Progress} from './progress.ts';

export interface BackupOptions {
  /** Version of Tavle. */
  readonly version: string;
  readonly progress: Progress;
  readonly stopped: AbortSignal;
}

export interface BackupResult {
  readonly documents: number;
  /** The compressed size. */
  readonly bytes: number;
  /** Number of documents with lost dependencies. */
  readonly incomplete: number;
}

/**
 * Writes a backup while other processes read and write. It has every change acknowledged before it began, or a later version of the
 * document, and a write in progress only with all its dependencies. It is consistent without being a snapshot:
 *
 * - An update removes old dependencies after its commit, so they are read right before the document that needs them. If one is
 *   missing, the document is read again.
 * - A document of the phase `first` is needed by those of later phases, and is read before them.
 * - Index entries and counters are left out: `restore` derives them from the documents.
 *
 * @throws {RestoreUnfinished}
 */
export async function backup(
  store: Store,
  output: Writable,
  {version, progress, stopped}: BackupOptions,
): Promise<BackupResult> {
  await requireFinishedRestore(store);
  let [documents, bytes, incomplete] = [0, 0, 0];

  async function* groups() {
    for (const phase of ['first', 'main', 'last'] as const) {
      for await (const chunk of store.contents.documents(path => phaseOf(path) === phase)) {
        for await (const resolved of readDependencies(store, chunk)) {
          stopped.throwIfAborted();
          const group = await readConsistently(store, resolved);
          yield group.documents;
          incomplete += group.incomplete;
          progress.report('documents', (documents += group.documents.length));
        }
      }
    }
  }

  try {
    await pipeline(
      writeLines(version, new Date().toISOString(), groups()),
      // The fastest level keeps up with the store.
      createGzip({level: constants.Z_BEST_SPEED}),
      async function* (compressed: AsyncIterable<Buffer>) {
        for await (const chunk of compressed) {
          bytes += chunk.length;
          yield chunk;
        }
      },
      output,
      {end: output !== process.stdout},
    );
  } finally {
    progress.end();
  }
  return {documents, bytes, incomplete};
}

/**
 * Writes a backup to a new file, which only its owner can read. It has its name once all of it is on the disk.
 *
 * @throws {CommandError} if the file exists. {@link RestoreUnfinished}
 */
export async function backupToFile(
  store: Store,
  file: string,
  options: BackupOptions,
): Promise<BackupResult> {
  const target = resolve(file);
  if (existsSync(target)) throw existing(file);
  makeDirectory(dirname(target));
  const unfinished = `${target}.unfinished-${newToken()}`;
  // Syncs the file before it closes it.
  const output = createWriteStream(unfinished, {flags: 'wx', mode: fileMode, flush: true});
  try {
    const result = await backup(store, output, options);
    options.stopped.throwIfAborted();
    // Unlike a rename, it fails if another process has created the file.
    await link(unfinished, target).catch((error: unknown) => {
      throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? existing(file) : error;
    });
    await rm(unfinished);
    const directory = await open(dirname(target), 'r');
    await directory.sync();
    await directory.close();
    return result;
  } catch (error) {
    if (!output.closed) await new Promise<void>(resolve => output.once('close', () => resolve()).destroy());
    await rm(unfinished, {force: true});
    throw error;
  }
}

const existing = (file: string) => new CommandError(`${file} already exists: name a new file.`);
