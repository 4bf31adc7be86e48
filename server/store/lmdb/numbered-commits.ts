import {execFile} from 'node:child_process';
import {promisify} from 'node:util';

import type {RootDatabase} from 'lmdb';

import {bounds} from '../../bounds.ts';
import {StoreReplaced, StoreUnavailable} from '../engine.ts';

/* Commits changes on top of the newest commit, also while another process opens the file, for `lmdb-store.ts`. Change
 * when the file is opened again in `isNewest`, and how in `openInChild`. No commit may be lost. If one was lost,
 * no change may follow (`StoreReplaced`). Stores contain the tree `commits`: keep its name. */

const run = promisify(execFile);

const key = 'number';

/**
 * Returns the function that commits a change, and a check of the last commit.
 *
 * LMDB as of lmdb-js 3.5.6 loses one commit that is made while another process opens the file. After two such commits, it refuses all later
 * changes. The cause: `mdb_env_open2` sets the number of the newest transaction, which all processes share, to a number that it read earlier.
 * Therefore each commit stores its number. A transaction that does not find the number of the last commit, or gets no higher number, opens the
 * file again in a child process. This corrects the number of LMDB: the newest commit is still in the file, and no other process commits during
 * the transaction.
 */
export function createNumberedCommits(root: RootDatabase, directory: string) {
  // A separate tree, so that no backup and no check reads it.
  const numbers = root.openDB<number, string>('commits', {encoding: 'json'});
  /** LMDB's number of the last commit of this process. */
  let committed: number | undefined;
  let replaced: StoreReplaced | undefined;

  /** @throws {StoreReplaced} after `commit` has thrown it. */
  function requireNewest(): void {
    if (replaced) throw replaced;
  }

  /**
   * Runs a change in a transaction, and resolves when it is committed.
   *
   * @throws {StoreReplaced} when the store lacks the last commit of this process: its file was overwritten.
   */
  async function commit(change: () => void, isReopened = false): Promise<void> {
    requireNewest();
    const number = await root.transaction(() => {
      const own = root.getWriteTxnId();
      const last = numbers.get(key) ?? 0;
      // This process may have opened the file while another process committed, and so have reset LMDB's number. Before its first commit, this process trusts
      // the number only if no other process reads the store.
      const isNewest = own > last && (committed === undefined ? !hasOtherReaders(root) : last >= committed);
      // The child runs within this transaction, so no other process commits: lmdb-js keeps the transaction until the promise resolves. This process
      // continues to serve requests.
      if (!isNewest && !isReopened) return openInChild(directory);
      if (last < (committed ?? 0)) throw (replaced = new StoreReplaced(`${directory} was overwritten.`));
      void numbers.put(key, own);
      change();
      return own;
    });
    if (number === undefined) return commit(change, true);
    committed = number;
  }

  return {commit: (change: () => void) => commit(change), requireNewest};
}

/** Returns whether another process has read from the store and not ended. The line of each reader begins with its process id. */
function hasOtherReaders(root: RootDatabase): boolean {
  root.readerCheck();
  const ids = root
    .readerList()
    .split('\n')
    .map(line => Number.parseInt(line, 10));
  return ids.some(id => id > 0 && id !== process.pid);
}

/** Opens the store for reading in a child process: LMDB opens a file only once in a process. @throws {StoreUnavailable} */
async function openInChild(directory: string): Promise<undefined> {
  const script = `import {open} from ${JSON.stringify(import.meta.resolve('lmdb'))};
    open({path: process.argv[1], noSubdir: false, readOnly: true});
    process.exit();`;
  const parameters = ['--input-type=module', '--eval', script, directory];
  try {
    await run(process.execPath, parameters, {timeout: bounds.storeTimeoutMs});
  } catch (error) {
    const {stderr} = error as {stderr?: string};
    throw new StoreUnavailable(error, `The store cannot be opened again. ${stderr ?? ''}`);
  }
}
