import {createReadStream} from 'node:fs';
import {stat} from 'node:fs/promises';
import type {Readable} from 'node:stream';

import {describeFileError} from '../files.ts';
import {identityKey} from '../store/guarded-store.ts';
import {keyPath} from '../store/key.ts';
import {
  claimFormat,
  formatKey,
  requireFinishedRestore,
  RestoreUnfinished,
  trialKey,
  unfinishedRestoreKey,
} from '../store/readiness.ts';
import type {StoredDocument} from '../store/engine.ts';
import type {Store} from '../store/store.ts';
import {writeNew} from '../store/saving.ts';
import {type Header, readDocuments} from './backup-lines.ts';
import {CommandError} from './messages.ts';
import type {Progress} from './progress.ts';
import {repair, type Repaired} from './repair.ts';

/* `tavle restore`, for `cli/commands.ts`: fills an empty store from a backup. `backup-lines.ts` has the format; add a
 * document that an empty store may have to `ignored`. A restore must write nothing into a store that has data. If it
 * fails after its first document, it must leave its mark (`unfinishedRestoreKey`). */

export interface Restored {
  readonly documents: number;
  /** When the backup began, ISO 8601 in UTC. */
  readonly started: string;
  readonly repaired: Repaired;
}

/**
 * Fills an empty store from a backup file, which is first read as a whole.
 *
 * @throws {CommandError} before any write, if the file is not a complete and unchanged backup, or the store is not empty. {@link RestoreUnfinished}
 */
export async function restoreFile(store: Store, file: string, progress: Progress): Promise<Restored> {
  const found = await stat(file).catch((error: unknown) => {
    throw new CommandError(describeFileError(`read ${file}`, error));
  });
  if (!found.isFile()) throw new CommandError(`${file} is not a file. Use - for standard input.`);
  await requireEmpty(store);
  let checked = 0;
  for await (const chunk of readDocuments(createReadStream(file), file))
    progress.report('documents checked', (checked += chunk.length));
  progress.end();
  return restore(store, createReadStream(file), file, progress);
}

/**
 * Fills an empty store from a backup. Keeps versions and operations, and derives index entries and counters from the documents. The service
 * and the other commands refuse a store whose restore failed after it wrote documents, or was interrupted.
 *
 * @param name The name of the backup, for messages.
 * @throws {CommandError} if the store is not empty, and after some writes if the backup is not complete and unchanged. {@link RestoreUnfinished}
 */
export async function restore(
  store: Store,
  input: Readable,
  name: string,
  progress: Progress,
): Promise<Restored> {
  await requireEmpty(store);
  let documents = 0;
  let started = '';
  const onHeader = (header: Header) => void ({started} = header);
  // The input may keep the restore waiting: another restore, or a service, must not fill the same store.
  if (!(await writeNew(store, unfinishedRestoreKey, new Date().toISOString()))) throw new RestoreUnfinished();
  try {
    for await (const chunk of readDocuments(input, name, onHeader)) {
      // A service that was running when the restore began has not seen the mark.
      if (documents === 0) await requireNothingStored(store);
      documents += chunk.length;
      await store.contents.putDocuments(chunk);
      await requireStored(store.contents, chunk);
      progress.report('documents', documents);
    }
  } catch (error) {
    if (documents === 0) await store.remove(unfinishedRestoreKey);
    throw error;
  }
  progress.end();
  const repaired = await repair(store, progress);
  await claimFormat(store);
  await store.remove(unfinishedRestoreKey);
  return {documents, started, repaired};
}

async function requireEmpty(store: Store): Promise<void> {
  await requireFinishedRestore(store);
  await requireNothingStored(store);
}

/** Ignores the mark of this restore, what `tavle check` left, and what a service writes when it starts: the backup replaces it. */
async function requireNothingStored({contents}: Store): Promise<void> {
  const ignored = [identityKey, formatKey, unfinishedRestoreKey, trialKey].map(keyPath);
  const refusal = new CommandError('The store is not empty. Restore into an empty one.');
  for await (const paths of contents.paths()) if (paths.some(path => !ignored.includes(path))) throw refusal;
  for (const part of [contents.members(), contents.counters()]) {
    for await (const chunk of part) if (chunk.length) throw refusal;
  }
}

/** Checks that the store has the written documents. Of a document that is in the backup twice, the later one counts. @throws {CommandError} */
async function requireStored(
  contents: Store['contents'],
  documents: readonly StoredDocument[],
): Promise<void> {
  const written = new Map(documents.map(document => [document.path, document]));
  const stored = await contents.read([...written.keys()]);
  for (const [index, {path, operation}] of [...written.values()].entries()) {
    const found = stored[index];
    if (found?.operation === operation) continue;
    throw new CommandError(`The store does not have ${path} as it was written. Restore into another store.`);
  }
}
