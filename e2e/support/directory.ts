import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** Creates a temporary directory, and removes it after `use`. */
export async function withDirectory(use: (directory: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'tavle-e2e-'));
  await use(directory);
  await rm(directory, {recursive: true, force: true});
}
