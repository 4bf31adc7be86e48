import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/**
 * Lends a new directory, which goes with all that was put into it.
 *
 * @template Result
 * @param {(directory: string) => Promise<Result>} work
 */
export async function withDirectory(work) {
  const directory = await mkdtemp(join(tmpdir(), 'tavle-bench-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, {recursive: true, force: true});
  }
}
