import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/* Temporary directories of the end-to-end tests and the proof, which do not run in Vitest. Tests in Vitest use
 * `server/testing/directory.ts`. */

/** Creates a temporary directory, and removes it after `use`. */
export async function withDirectory(use: (directory: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'tavle-e2e-'));
  await use(directory);
  await rm(directory, {recursive: true, force: true});
}
