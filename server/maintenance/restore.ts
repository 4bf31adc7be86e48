import {join} from 'node:path';

import {Refusal} from '../cli/messages.ts';
import type {Progress} from '../cli/progress.ts';
import {identityKey} from '../store/guarded-store.ts';
import {keyPath} from '../store/key.ts';
import {formatKey} from '../store/store-format.ts';
import type {Contents, Key, Store, StoredDocument} from '../store/store.ts';
import {type Part, parts, readLines} from './lines.ts';
import {type Manifest, verify} from './manifest.ts';
import {repair, type Repaired} from './repair.ts';
import {type Line, validateLines} from './validate-backup.ts';

/** The digest of the backup that is being restored, until it is complete. */
const underWay: Key = ['tavle', 'restore'];

/** Returns the digest of the backup that a store is being filled from; `undefined` for a whole store. */
export async function unfinishedRestore(store: Store): Promise<string | undefined> {
  const [found] = await store.read([underWay]);
  return found?.value as string | undefined;
}

export async function requireWholeStore(store: Store): Promise<void> {
  if ((await unfinishedRestore(store)) !== undefined)
    throw new Refusal('A restore into this store has not been finished.');
}

/**
 * Fills an empty store from a backup: counters and index entries first, then the documents that they lead to, and at last
 * the entries that an update took away while the backup was taken. Versions and operations are what they were. One that was
 * broken off goes on when the same backup is restored again.
 *
 * @throws {Refusal} before anything is written, when the backup is not as it was written, has a line that no backup has, or the
 *   store is not empty.
 */
export async function restore(
  store: Store,
  directory: string,
  progress: Progress,
): Promise<{manifest: Manifest; repaired: Repaired}> {
  const {manifest, digest} = await verify(directory, progress);
  const begun = await unfinishedRestore(store);
  if (begun !== digest) {
    if (begun !== undefined) {
      throw new Refusal('The store holds part of another backup. Restore that one, or empty the store.');
    }
    if (!(await isEmpty(store))) throw new Refusal('The store is not empty. Restore into an empty one.');
  }
  for (const part of Object.keys(parts) as Part[])
    await validateLines(join(directory, parts[part]), part, manifest.files[part].lines, progress);
  progress.end();
  await store.write(underWay, digest);

  async function put<Name extends Part>(part: Name, write: (lines: Line<Name>[]) => Promise<void>) {
    let done = 0;
    for await (const lines of readLines(join(directory, parts[part]))) {
      await write(lines as Line<Name>[]);
      done += lines.length;
      progress.tell(part, done, manifest.files[part].lines);
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
  await store.remove(underWay);
  return {manifest, repaired};
}

/** A service that was started on the store has marked it, which counts for nothing: the marks of the backup take their place. */
async function isEmpty({contents}: Store): Promise<boolean> {
  const marks = [keyPath(identityKey), keyPath(formatKey)];
  for await (const paths of contents.paths()) if (paths.some(path => !marks.includes(path))) return false;
  for (const part of [contents.members(), contents.counters()]) {
    for await (const chunk of part) if (chunk.length) return false;
  }
  return true;
}

/** A document may be in a backup twice: the later one counts. @throws {Refusal} where the store does not have what was written to it. */
async function requireStored(contents: Contents, documents: readonly StoredDocument[]): Promise<void> {
  const written = new Map(documents.map(document => [document.path, document]));
  const stored = await contents.read([...written.keys()]);
  for (const [place, {path, operation}] of [...written.values()].entries()) {
    const found = stored[place];
    if (found?.value !== undefined && found.operation === operation) continue;
    throw new Refusal(`The store does not have ${path} as it was written. Restore into another store.`);
  }
}
