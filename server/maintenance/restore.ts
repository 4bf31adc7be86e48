import {join} from 'node:path';

import {CommandError} from './messages.ts';
import type {Progress} from './progress.ts';
import {identityKey} from '../store/guarded-store.ts';
import {keyPath} from '../store/key.ts';
import {formatKey} from '../store/store-format.ts';
import type {Contents, Store, StoredDocument} from '../store/store.ts';
import {unfinishedRestoreKey} from '../store/unfinished-restore.ts';
import {type Part, parts, readLines} from './ndjson.ts';
import {type Manifest, verify} from './manifest.ts';
import {repair, type Repaired} from './repair.ts';
import {type Line, validateLines} from './validate-backup.ts';

/** Returns the digest of the backup of an unfinished restore; `undefined` without one. */
export async function unfinishedRestore(store: Store): Promise<string | undefined> {
  const [found] = await store.read([unfinishedRestoreKey]);
  return found?.value as string | undefined;
}

/**
 * Fills an empty store from a backup: first counters and index entries, then documents, then the index entries that updates removed during
 * the backup. Keeps versions and operations. An interrupted restore continues when the same backup is restored again.
 *
 * @throws {CommandError} before any write, if the backup is damaged or has an invalid line, or the store is not empty.
 */
export async function restore(
  store: Store,
  directory: string,
  progress: Progress,
): Promise<{manifest: Manifest; repaired: Repaired}> {
  const {manifest, digest} = await verify(directory, progress);
  const unfinished = await unfinishedRestore(store);
  if (unfinished !== digest) {
    if (unfinished !== undefined) {
      throw new CommandError('The store holds part of another backup. Restore that one, or empty the store.');
    }
    if (!(await isEmpty(store))) throw new CommandError('The store is not empty. Restore into an empty one.');
  }
  for (const part of Object.keys(parts) as Part[])
    await validateLines(join(directory, parts[part]), part, manifest.files[part].lines, progress);
  progress.end();
  await store.write(unfinishedRestoreKey, digest);

  async function put<Name extends Part>(part: Name, write: (lines: Line<Name>[]) => Promise<void>) {
    let done = 0;
    for await (const lines of readLines(join(directory, parts[part]))) {
      await write(lines as Line<Name>[]);
      done += lines.length;
      progress.report(part, done, manifest.files[part].lines);
    }
    progress.end();
  }

  const {contents} = store;
  await put('counters', lines => contents.putCounters(lines.map(([path, number]) => ({path, number}))));
  await put('members', lines => contents.putMembers(lines.map(([path, members]) => ({path, members}))));
  await put('documents', async lines => {
    const documents = lines.map(([path, version, operation, value]) => ({path, version, operation, value}));
    await contents.putDocuments(documents);
    await requireStored(contents, documents);
  });
  const repaired = await repair(store, progress);
  await store.remove(unfinishedRestoreKey);
  return {manifest, repaired};
}

/** Ignores the documents that a service writes when it starts: those of the backup replace them. */
async function isEmpty({contents}: Store): Promise<boolean> {
  const ignored = [keyPath(identityKey), keyPath(formatKey)];
  for await (const paths of contents.paths()) if (paths.some(path => !ignored.includes(path))) return false;
  for (const part of [contents.members(), contents.counters()]) {
    for await (const chunk of part) if (chunk.length) return false;
  }
  return true;
}

/** Checks that the store has the written documents. Of a document that is in the backup twice, the later one counts. @throws {CommandError} */
async function requireStored(contents: Contents, documents: readonly StoredDocument[]): Promise<void> {
  const written = new Map(documents.map(document => [document.path, document]));
  const stored = await contents.read([...written.keys()]);
  for (const [index, {path, operation}] of [...written.values()].entries()) {
    const found = stored[index];
    if (found?.value !== undefined && found.operation === operation) continue;
    throw new CommandError(`The store does not have ${path} as it was written. Restore into another store.`);
  }
}
