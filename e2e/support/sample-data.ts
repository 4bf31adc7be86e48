import {cp, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {startProcess} from './process.ts';

const variable = 'TAVLE_TEST_SAMPLE_DATA';

/** A launch with a umask that lets everyone read the files for which the process sets no mode. */
export const openUmask = {shell: 'umask 022; exec "$@"'};

/**
 * Starts a demo once, which creates its certificates and sample data, so that the tests' demos start with a copy. Playwright runs this before all
 * tests (`globalSetup`), and the returned function after them.
 */
export default async function createSampleData(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'tavle-sample-data-'));
  // An empty variable counts as not set: the demo uses its defaults for these two.
  const settings = {TAVLE_PORT: '0', TAVLE_HOST: '', TAVLE_STORE: ''};
  const demo = await startProcess('demo', settings, directory, openUmask);
  await demo.stop();
  process.env[variable] = directory;
  return () => rm(directory, {recursive: true});
}

/** Returns the directory in which `createSampleData` has started a demo. */
export function sampleData(): string {
  return process.env[variable] ?? '';
}

/** Copies the sample data into the directory in which a demo is started. Without sample data, the demo creates its own. */
export async function copySampleData(directory: string): Promise<void> {
  if (sampleData()) await cp(sampleData(), directory, {recursive: true, force: false});
}
