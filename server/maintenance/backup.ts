import {existsSync} from 'node:fs';
import {mkdtemp, open, rename, rm} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';

import {makeDirectory} from '../files/make-directory.ts';
import type {BackupPhase} from '../store/document-type.ts';
import type {Store} from '../store/store.ts';
import {groupsOf} from './groups.ts';
import {createLineWriter, type LineWriter} from './lines.ts';
import {type FileFacts, format, type Manifest, manifestName, type Part, parts} from './manifest.ts';
import type {Progress} from '../cli/progress.ts';
import {Refusal} from '../cli/refusal.ts';
import {unfinishedRestore} from './restore.ts';
import {phaseOf} from '../document-types.ts';
import {settle} from './settled.ts';

export interface BackupOptions {
  /** Of this package. */
  readonly version: string;
  readonly progress: Progress;
  /** Gives up, and leaves nothing behind, once it is aborted. */
  readonly stopped: AbortSignal;
}

export interface BackupResult {
  readonly manifest: Manifest;
  /** How many documents need something that the store has lost. */
  readonly incomplete: number;
}

/**
 * Copies a store to a new directory while others read and write. What was acknowledged before it began is in the copy, as it
 * was then or as it became meanwhile; of what was under way, only what rests on something else that is in the copy. There is
 * no moment of which it is a picture, and none is needed:
 *
 * - A document is read before the index entries, the counters and the documents that are written before it (see
 *   {@link BackupPhase}): whatever made it true is there by then, and is read after it.
 * - What an update takes away after it committed may be gone by then. A document that it takes away is read right with the
 *   one that needs it, which is read anew where it has changed. Index entries follow from the documents: `restore` derives
 *   those that are missing.
 * - Counters are read after all documents, so none is below a number in use.
 *
 * @param directory Must not exist. It appears once all of it is on the disk.
 * @throws {Refusal} when the directory is there, or the store was restored in part only.
 */
export async function backup(
  store: Store,
  directory: string,
  {version, progress, stopped}: BackupOptions,
): Promise<BackupResult> {
  const target = resolve(directory);
  if (existsSync(target)) throw new Refusal(`${directory} is there already: name a new directory.`);
  if ((await unfinishedRestore(store)) !== undefined) {
    throw new Refusal('A restore into this store has not been finished.');
  }
  makeDirectory(dirname(target));
  // With a directory that only its owner may enter.
  const growing = await mkdtemp(`${target}.unfinished-`);
  try {
    const started = new Date().toISOString();
    let incomplete = 0;

    async function writeDocuments(
      turn: BackupPhase,
      write: LineWriter['write'],
      told: (lines: number) => void,
    ) {
      for await (const chunk of store.contents.documents(path => phaseOf(path) === turn)) {
        for (const documents of groupsOf(chunk)) {
          stopped.throwIfAborted();
          const group = await settle(
            store,
            documents.map(({document}) => document),
          );
          incomplete += group.incomplete;
          await write(
            group.settled.map(({path, version, operation, value}) => [path, version, operation, value]),
          );
          told(group.settled.length);
        }
      }
    }

    const file = (part: Part, fill: Fill) => writeFile(join(growing, parts[part]), part, fill, progress);
    const documents = await file('documents', async (write, told) => {
      for (const turn of ['first', 'main', 'last'] as const) await writeDocuments(turn, write, told);
    });
    const members = await file('members', async (write, told) => {
      for await (const chunk of store.contents.members()) {
        stopped.throwIfAborted();
        await write(chunk.map(({path, members: some}) => [path, some]));
        told(chunk.length);
      }
    });
    const counters = await file('counters', async write => {
      for await (const chunk of store.contents.counters()) {
        await write(chunk.map(({path, number}) => [path, number]));
      }
    });

    const finished = new Date().toISOString();
    const manifest = {
      format,
      tavle: version,
      started,
      finished,
      files: {documents, members, counters},
    } as const;
    await writeDurably(join(growing, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
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

type Fill = (write: LineWriter['write'], told: (lines: number) => void) => Promise<void>;

async function writeFile(path: string, part: Part, fill: Fill, progress: Progress): Promise<FileFacts> {
  const writer = await createLineWriter(path);
  let lines = 0;
  try {
    await fill(writer.write, more => {
      lines += more;
      progress.tell(part, lines);
    });
    return await writer.finish();
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync();
  await handle.close();
}
