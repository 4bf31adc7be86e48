/* Reads a consistent state of the store and writes it as a backup, for `tavle backup` in `server/cli/commands.ts`. The
 * phase of a new type of documents is in its `DocumentType`, and the format of the file in `backup-lines.ts`. Keep the
 * order of the phases in `groups`: it makes the backup consistent while others write. */

import {createWriteStream, existsSync} from 'node:fs';
import {link, open, rename, rm, stat} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import type {Writable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {constants, createGzip} from 'node:zlib';

import {phaseOf, typed} from '../document-types.ts';
import {describeFileError, fileMode, isSystemError, makeDirectory} from '../files.ts';
import type {Store} from '../store/store.ts';
import {newToken} from '../store/document-codec.ts';
import {keyPath} from '../store/key.ts';
import {trialKey} from '../store/readiness.ts';
import {writeLines} from './backup-lines.ts';
import {readWhole, toStored} from './consistent-read.ts';
import {CommandError} from './messages.ts';
import type {Progress} from './progress.ts';

const trialPath = keyPath(trialKey);

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
  /** Number of documents with a damaged part. */
  readonly incomplete: number;
}

/**
 * Writes a backup while other processes read and write. For every change acknowledged before it began, the backup has this or a
 * later version of the document, with its parts. It is consistent without being a snapshot:
 *
 * - A document and its parts change in one step, and are read in one step.
 * - A document of the phase `first` refers to documents of later phases, and is read before them.
 * - Index entries, counters and pointers are left out: `restore` derives them from the documents.
 */
export async function backup(
  store: Store,
  output: Writable,
  {version, progress, stopped}: BackupOptions,
): Promise<BackupResult> {
  let [documents, bytes, incomplete] = [0, 0, 0];

  async function* groups() {
    for (const phase of ['first', 'main', 'last'] as const) {
      const isWanted = (path: string) => phaseOf(path) === phase && path !== trialPath;
      for await (const chunk of store.contents.documents(isWanted)) {
        const alone = chunk.filter(document => !typed(document));
        yield alone;
        documents += alone.length;
        for await (const whole of readWhole(store, chunk)) {
          stopped.throwIfAborted();
          const group = whole.flatMap(toStored);
          yield group;
          incomplete += whole.filter(({isIncomplete}) => isIncomplete).length;
          progress.report('documents', (documents += group.length));
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
 * Writes a backup to a new file, which only its owner can read. The file gets its name once all of it is on the disk.
 *
 * @throws {CommandError} if the file exists, or cannot be written.
 */
export async function backupToFile(
  store: Store,
  file: string,
  options: BackupOptions,
): Promise<BackupResult> {
  try {
    return await writeBackup(store, file, options);
  } catch (error) {
    if (isSystemError(error))
      throw new CommandError(describeFileError(`write to ${file}`, error), {cause: error});
    throw error;
  }
}

async function writeBackup(store: Store, file: string, options: BackupOptions): Promise<BackupResult> {
  const target = resolve(file);
  if (existsSync(target)) throw existing(file);
  makeDirectory(dirname(target));
  const unfinished = `${target}.unfinished-${newToken()}`;
  // `flush` syncs the file before it is closed.
  const output = createWriteStream(unfinished, {flags: 'wx', mode: fileMode, flush: true});
  try {
    const result = await backup(store, output, options);
    options.stopped.throwIfAborted();
    await giveName(unfinished, target, file);
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

/**
 * Gives a file its name, and fails if another process has created the target, unlike a rename alone. Without hard links, an empty file reserves
 * the name for a moment.
 */
async function giveName(unfinished: string, target: string, file: string): Promise<void> {
  const refuseExisting = (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw existing(file);
  };
  const isLinked = await link(unfinished, target).then(
    () => true,
    // An NFS server may have created the link although its reply was lost (link(2)).
    async (error: unknown) => (await stat(unfinished)).nlink > 1 || refuseExisting(error),
  );
  if (isLinked) return rm(unfinished);
  const reserved = await open(target, 'wx', fileMode).catch((error: unknown) => {
    refuseExisting(error);
    throw error;
  });
  await reserved.close();
  await rename(unfinished, target).catch(async (error: unknown) => {
    await rm(target, {force: true});
    throw error;
  });
}

const existing = (file: string) => new CommandError(`${file} already exists: name a new file.`);
