import {cp, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {startProcess} from './process.ts';

const variable = 'TAVLE_TEST_SAMPLE_DATA';

/** Starts a demo once, which creates its certificates and sample data, so that the tests' demos start with a copy. */
export default async function createSampleData(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'tavle-sample-data-'));
  const demo = await startProcess('demo', {TAVLE_PORT: '0'}, directory);
  await demo.stop();
  process.env[variable] = directory;
  return () => rm(directory, {recursive: true});
}

/** Copies the sample data into the directory in which a demo is started. */
export async function copySampleData(directory: string): Promise<void> {
  await cp(process.env[variable] ?? '', directory, {recursive: true, force: false});
}
