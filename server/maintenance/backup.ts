import {existsSync} from 'node:fs';
import {mkdtemp, open, rename, rm, writeFile} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';

import {Refusal} from '../cli/messages.ts';
import type {Progress} from '../cli/progress.ts';
import {phaseOf} from '../document-types.ts';
import {makeDirectory} from '../files/make-directory.ts';
import type {Store} from '../store/store.ts';
import {type Part, parts, writeLines} from './lines.ts';
import {format, type Manifest, manifestName} from './manifest.ts';
import {examine, settle} from './needs.ts';
import {requireWholeStore} from './restore.ts';

export interface BackupOptions {
  /** Of this package. */
  readonly version: string;
  readonly progress: Progress;
  readonly stopped: AbortSignal;
}

export interface BackupResult {
  readonly manifest: Manifest;
  /** How many documents need something that the store has lost. */
  readonly incomplete: number;
}

/**
 * Copies a store to a new directory while others read and write. Every change acknowledged before it began is in the copy, as it
 * was then or as it became during the backup; of writes in progress, only what does not need anything outside the copy. It is not a
 * snapshot of one moment, and need not be one:
 *
 * - A document is read before the index entries, the counters and the documents that are written before it (see
 *   `BackupPhase`): whatever made it true exists by then, and is read after it.
 * - What an update removes after it committed may be gone by then. A document that it removes is read right before the one that needs it,
 *   which is read again where it has changed. Index entries follow from the documents: `restore` derives those that are missing.
 * - Counters are read after all documents, so none is below a number in use.
 *
 * @param directory Must not exist. It appears once all of it is on the disk.
 * @throws {Refusal} when the directory exists, or the store was restored in part only.
 */
export async function backup(
  store: Store,
  directory: string,
  {version, progress, stopped}: BackupOptions,
): Promise<BackupResult> {
  const target = resolve(directory);
  if (existsSync(target)) throw new Refusal(`${directory} exists already: name a new directory.`);
  await requireWholeStore(store);
  makeDirectory(dirname(target));
  // With a directory that only its owner may enter.
  const growing = await mkdtemp(`${target}.unfinished-`);
  let incomplete = 0;

  async function* documentLines() {
    for (const phase of ['first', 'main', 'last'] as const) {
      for await (const chunk of store.contents.documents(path => phaseOf(path) === phase)) {
        for await (const examined of examine(store, chunk)) {
          const group = await settle(store, examined);
          incomplete += group.incomplete;
          yield group.settled.map(({path, version, operation, value}) => [path, version, operation, value]);
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

  async function* watched(part: Part, chunks: AsyncIterable<readonly unknown[]>) {
    let lines = 0;
    for await (const chunk of chunks) {
      stopped.throwIfAborted();
      yield chunk;
      progress.tell(part, (lines += chunk.length));
    }
  }

  const write = (part: Part, chunks: AsyncIterable<readonly unknown[]>) =>
    writeLines(join(growing, parts[part]), watched(part, chunks));

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
    await writeFile(join(growing, manifestName), text, {flag: 'wx', mode: 0o600, flush: true});
    await syncDirectory(growing);
    stopped.throwIfAborted();
    await rename(growing, target);
    await syncDirectory(dirname(target));
    return {manifest, incomplete};
  } catch (error) {
    await rm(growing, {recursive: true, force: true});
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
