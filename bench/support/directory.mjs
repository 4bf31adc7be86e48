import {rmSync} from 'node:fs';
import {mkdtemp} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/**
 * Lends a new directory, which goes with all that was put into it, also when the process gets a signal to end.
 *
 * @template Result
 * @param {(directory: string) => Promise<Result>} work
 */
export async function withDirectory(work) {
  const directory = await mkdtemp(join(tmpdir(), 'tavle-bench-'));
  const remove = () => rmSync(directory, {recursive: true, force: true});
  process.once('exit', remove);
  try {
    return await work(directory);
  } finally {
    process.off('exit', remove);
    remove();
  }
}
