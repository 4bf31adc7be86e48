import {writeFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';

import {until} from '../../server/store/testing/redis-process.ts';
import type {FaultSetup} from './fault-setup.ts';
import {mountLoopDisk, run} from './loop-disk.ts';
import type {TestSystem} from './test-system.ts';

/* A fault for `scenarios.ts`: the file system of LMDB becomes read-only. */

/** The size of the disk in bytes. */
const size = 64 * 1_048_576;

/** The time, in milliseconds, that the file system stays read-only. */
const readOnlyMs = 1_000;

/** Makes ext4 read-only after an error, repairs it, and restarts the service. Requires root. */
export async function readOnlyDisk(): Promise<FaultSetup> {
  const {image, disk, mount, unmount, stop} = await mountLoopDisk('ext4', size, 'errors=remount-ro');

  async function findError(): Promise<void> {
    const {stdout} = await run('findmnt', ['--noheadings', '--output', 'SOURCE', disk]);
    await writeFile(`/sys/fs/ext4/${basename(stdout.trim())}/trigger_fs_error`, '1');
  }

  return {
    settings: {TAVLE_STORE: `file:${join(disk, 'store')}`},

    async inject(system) {
      await findError();
      const end = performance.now() + readOnlyMs;
      while (performance.now() < end) {
        await check(system);
        await pause(20);
      }
      await system.service.kill();
      // Files may stay open briefly, and the loop device writes to the image until it is detached.
      await until('the disk is unmounted', () => Promise.resolve(unmount()));
      await until('the image is free', async () => (await run('losetup', ['-j', image])).stdout === '');
      // Exit code 1: errors were corrected.
      await run('e2fsck', ['-p', '-f', image]).catch((error: unknown) => {
        if ((error as {code?: number}).code !== 1) throw error;
      });
      await mount();
      await system.service.start();
      return performance.now();
    },

    stop,
  };
}

async function check({expected, callAsPerson}: TestSystem): Promise<void> {
  const call = await callAsPerson('patient');
  const state = '/dashboard/1/apps/state';
  const changed = await expected.request(() => call('PUT', `${state}?app=app-0&activated=true`), 200);
  expected.verify(changed === undefined, 'failed', 'A read-only file system takes a change');
  const read = await expected.request(() => call('GET', `${state}?apps=app-0`), 200);
  if (read) return;
  // LMDB also fails reads if it could not write one of the file's first pages.
  const {text} = await call('GET', '/health/ready');
  expected.verify(text.includes('then restart'), 'failed', `Reads fail, and /health/ready says ${text}`);
}
