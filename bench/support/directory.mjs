import {rmSync} from 'node:fs';
import {mkdtemp} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/**
 * Runs work with a new directory, and removes the directory, also when a signal ends the process.
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
