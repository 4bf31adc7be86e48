import {copyFile, open, readFile, rm, stat, truncate} from 'node:fs/promises';
import {createHash} from 'node:crypto';
import {join} from 'node:path';
import {gunzipSync} from 'node:zlib';

import {runToEnd} from '../../e2e/support/process.ts';
import type {FaultSetup} from './fault-setup.ts';
import type {TestSystem} from './test-system.ts';

/* Faults for `scenarios.ts`: the data file of LMDB is truncated or damaged, and restored. `proof/damage.mjs` damages more pages. */

/** LMDB's page size in bytes. The first two pages are the header. */
const pageSize = 4_096;
const firstPage = 2;

/** Truncates the file, expects that the service refuses to start, and then restores the file. */
export const truncatedFile = () =>
  damaged(async (file, {service, expected}) => {
    const {size} = await stat(file);
    await truncate(file, Math.floor(size * (0.1 + 0.8 * Math.random())));
    const refusal = await service.start().then(
      () => 'it started',
      (error: unknown) => String(error),
    );
    expected.verify(refusal.includes('restore a backup'), 'failed', `On a truncated file: ${refusal}`);
    await service.kill();
  });

/** Overwrites a page: a backup must be complete or fail. Then restores the file. */
export const damagedPage = () =>
  damaged(async (file, {directory, expected}) => {
    const whole = await backUp(directory, 'whole');
    const page = await overwritePage(file);
    const backup = await backUp(directory, 'damaged');
    const isRight = whole !== undefined && (backup === undefined || backup === whole);
    expected.verify(isRight, 'lost', `With page ${page} damaged, a backup has ${backup}, not ${whole}`);
  });

function damaged(damage: (file: string, system: TestSystem) => Promise<void>): FaultSetup {
  return {
    async inject(system) {
      const file = join(system.directory, 'store/data.mdb');
      const copy = join(system.directory, 'copy');
      await system.service.kill();
      await copyFile(file, copy);
      try {
        await damage(file, system);
      } finally {
        await copyFile(copy, file);
        await system.service.start();
      }
      return performance.now();
    },
  };
}

/** Overwrites a random page. Returns the number of the page. */
async function overwritePage(file: string): Promise<number> {
  const handle = await open(file, 'r+');
  const pages = (await handle.stat()).size / pageSize;
  const page = firstPage + Math.floor(Math.random() * (pages - firstPage));
  await handle.write(Buffer.alloc(pageSize, 'damaged '), 0, pageSize, page * pageSize);
  await handle.close();
  return page;
}

/** Returns the digest of the documents in a backup; `undefined` if it failed. */
async function backUp(directory: string, name: string): Promise<string | undefined> {
  const path = join(directory, name);
  const {code} = await runToEnd(['backup', path], {TAVLE_STORE: 'file:store'}, directory);
  if (code !== 0) return undefined;
  const [, ...lines] = gunzipSync(await readFile(path))
    .toString()
    .trimEnd()
    .split('\n');
  await rm(path);
  return createHash('sha256').update(lines.slice(0, -1).join('\n')).digest('hex');
}
