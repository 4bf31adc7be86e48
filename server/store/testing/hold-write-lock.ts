import {spawn} from 'node:child_process';
import {once} from 'node:events';

/** Opens the store and keeps its write transaction until standard input ends: no JavaScript runs there in between. */
const holder = `
  import {readSync} from 'node:fs';
  import {open} from ${JSON.stringify(import.meta.resolve('lmdb'))};
  open({path: process.argv[1], noSubdir: false}).transactionSync(() => {
    console.log('held');
    readSync(0, Buffer.alloc(1));
  });
  process.exit(0);`;

/**
 * Holds the write lock of an embedded store in another process, as a process does that is stopped in the middle of a commit.
 *
 * @returns What releases the lock and ends that process.
 */
export async function holdWriteLock(directory: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', holder, directory], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  return async () => {
    child.stdin.end();
    await closed;
  };
}
