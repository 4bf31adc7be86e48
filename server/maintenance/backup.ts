import {existsSync} from 'node:fs';
import {chmod, mkdtemp, open, rename, rm, writeFile} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';

import {CommandError} from './messages.ts';
import type {Progress} from './progress.ts';
import {phaseOf} from '../document-types.ts';
import {makeDirectory} from '../files/make-directory.ts';
import {directoryMode, fileMode} from '../files/modes.ts';
import type {Store} from '../store/store.ts';
import {type Part, parts, writeLines} from './ndjson.ts';
import {format, type Manifest, manifestName} from './manifest.ts';
import {readDependencies, readConsistently} from './consistent-read.ts';
import {requireFinishedRestore} from '../store/unfinished-restore.ts';

export interface BackupOptions {
  /** Version of Tavle. */
  readonly version: string;
  readonly progress: Progress;
  readonly stopped: AbortSignal;
}

export interface BackupResult {
  readonly manifest: Manifest;
  /** Number of documents with lost dependencies. */
  readonly incomplete: number;
}

/**
 * Copies a store to a new directory while other processes read and write. The copy has every change acknowledged before the backup began,
 * or a later version of the document. It has a write in progress only with all its dependencies. It is consistent without being a
 * snapshot:
 *
 * - A document is read before the index entries, counters and documents that are written before it (see `BackupPhase`). They exist by
 *   then, and are read later.
 * - An update removes old dependencies after its commit. They are therefore read right before the document that needs them. If one is
 *   missing, the document is read again. `restore` derives missing index entries from the documents.
 * - Counters are read after all documents, so that none is below a number in use.
 *
 * @param directory Must not exist. It is created by a rename once all files are on the disk.
 * @throws {CommandError} if the directory exists. {@link RestoreUnfinished}
 */
export async function backup(
  store: Store,
  directory: string,
  {version, progress, stopped}: BackupOptions,
): Promise<BackupResult> {
  const target = resolve(directory);
  if (existsSync(target)) throw new CommandError(`${directory} already exists: name a new directory.`);
  await requireFinishedRestore(store);
  makeDirectory(dirname(target));
  const unfinished = await mkdtemp(`${target}.unfinished-`);
  await chmod(unfinished, directoryMode);
  let incomplete = 0;

  async function* documentLines() {
    for (const phase of ['first', 'main', 'last'] as const) {
      for await (const chunk of store.contents.documents(path => phaseOf(path) === phase)) {
        for await (const resolved of readDependencies(store, chunk)) {
          const group = await readConsistently(store, resolved);
          incomplete += group.incomplete;
          yield group.documents.map(({path, version, operation, value}) => [path, version, operation, value]);
        }
      }
    }
  }

  async function* memberLines() {
    for await (const chunk of store.contents.members()) yield chunk.map(({path, members}) => [path, members]);
  }

  async function* counterLines() {
    for await (const chunk of store.contents.counters()) yield chunk.map(({path, number}) => [path, number]);
  }

  async function* withProgress(part: Part, chunks: AsyncIterable<readonly unknown[]>) {
    let lines = 0;
    for await (const chunk of chunks) {
      stopped.throwIfAborted();
      yield chunk;
      progress.report(part, (lines += chunk.length));
    }
  }

  const write = (part: Part, chunks: AsyncIterable<readonly unknown[]>) =>
    writeLines(join(unfinished, parts[part]), withProgress(part, chunks));

  try {
    const started = new Date().toISOString();
    const files = {
      documents: await write('documents', documentLines()),
      members: await write('members', memberLines()),
      counters: await write('counters', counterLines()),
    };
    const finished = new Date().toISOString();
    const manifest: Manifest = {format, tavle: version, started, finished, files};
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(join(unfinished, manifestName), text, {flag: 'wx', mode: fileMode, flush: true});
    await syncDirectory(unfinished);
    stopped.throwIfAborted();
    await rename(unfinished, target);
    await syncDirectory(dirname(target));
    return {manifest, incomplete};
  } catch (error) {
    await rm(unfinished, {recursive: true, force: true});
    throw error;
  } finally {
    progress.end();
  }
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync();
  await handle.close();
}
