import {copyFile, mkdtemp, open, readFile, rm, stat, truncate} from 'node:fs/promises';
import {createHash} from 'node:crypto';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {gunzipSync} from 'node:zlib';

import {runToEnd} from '../support/process.ts';
import {type FaultSetup, noop} from './fault-setup.ts';
import type {TestSystem} from './test-system.ts';

/** LMDB's page size in bytes. The first two pages are the header. */
const pageSize = 4_096;
const firstPage = 2;

/** The store's file and its directory. */
interface Place {
  readonly directory: string;
  readonly file: string;
}

/** Truncates the file before the service starts, which must refuse it, and then restores the file. */
export const truncatedFile = () =>
  damaged(async ({file}, {service, expected}) => {
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
  damaged(async (place, {expected}) => {
    const whole = await backUp(place, 'whole');
    const page = await overwritePage(place.file);
    const backup = await backUp(place, 'damaged');
    const isRight = whole !== undefined && (backup === undefined || backup === whole);
    expected.verify(isRight, 'lost', `With page ${page} damaged, a backup has ${backup}, not ${whole}`);
  });

async function damaged(damage: (place: Place, system: TestSystem) => Promise<void>): Promise<FaultSetup> {
  const directory = await mkdtemp(join(tmpdir(), 'tavle-damaged-'));
  const file = join(directory, 'store', 'data.mdb');
  const copy = join(directory, 'copy');
  return {
    settings: {TAVLE_STORE: `file:${join(directory, 'store')}`},

    async inject(system) {
      await system.service.kill();
      await copyFile(file, copy);
      try {
        await damage({directory, file}, system);
      } finally {
        await copyFile(copy, file);
        await system.service.start();
      }
      return performance.now();
    },

    repair: noop,
    stop: () => rm(directory, {recursive: true, force: true}),
  };
}

/** Returns the number of the page. */
async function overwritePage(file: string): Promise<number> {
  const handle = await open(file, 'r+');
  const pages = (await handle.stat()).size / pageSize;
  const page = firstPage + Math.floor(Math.random() * (pages - firstPage));
  await handle.write(Buffer.alloc(pageSize, 'damaged '), 0, pageSize, page * pageSize);
  await handle.close();
  return page;
}

/** Returns the digest of the documents in a backup; `undefined` if it failed. */
async function backUp({directory}: Place, name: string): Promise<string | undefined> {
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
