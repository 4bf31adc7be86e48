import {spawn} from 'node:child_process';
import {once} from 'node:events';

/* Processes that lock an LMDB store or read from it, for tests of LMDB, the commands and the proof of faults. */

/** Keeps a write transaction until standard input ends, without running other JavaScript. */
const writer = `
  import {readSync} from 'node:fs';
  store.transactionSync(() => {
    console.log('held');
    readSync(0, Buffer.alloc(1));
  });
  process.exit(0);`;

const reader = `
  store.useReadTransaction();
  console.log('held');
  process.stdin.on('end', () => process.exit(0)).resume();`;

/** Another process that has the embedded store open. To hold something else, add a script next to `reader`. */
export interface Holder {
  /** Lets the process finish and exit. */
  release(): Promise<void>;
  /** Kills the process during its transaction (`kill -9`). */
  kill(): Promise<void>;
}

/** Holds the write lock of an embedded store, like a process that is stopped during a commit. */
export const holdWriteLock = (directory: string): Promise<Holder> => hold(writer, directory);

/** Holds a read transaction of an embedded store, like a reading process. */
export const holdReadTransaction = (directory: string): Promise<Holder> => hold(reader, directory);

async function hold(script: string, directory: string): Promise<Holder> {
  const opening = `
    import {open} from ${JSON.stringify(import.meta.resolve('lmdb'))};
    const store = open({path: process.argv[1], noSubdir: false});`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', opening + script, directory], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  return {
    async release() {
      child.stdin.end();
      await closed;
    },
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
