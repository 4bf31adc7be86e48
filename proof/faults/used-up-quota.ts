import {rm, writeFile} from 'node:fs/promises';
import {constants} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';

import {runToEnd} from '../../e2e/support/process.ts';
import type {FaultSetup} from './fault-setup.ts';
import {mountLoopDisk, run} from './loop-disk.ts';

/* A fault for `scenarios.ts`: the btrfs quota of LMDB is used up. */

/** The quota of the store and the size of the file system, in bytes. */
const size = {quota: 64 * 1_048_576, fileSystem: 512 * 1_048_576};

/** The time, in milliseconds, that the quota stays used up. */
const usedUpMs = 1_000;

/**
 * Uses up the btrfs quota of an embedded store. The system kills the service (SIGBUS). Then the quota is removed and the service
 * restarted. Requires root.
 */
export async function usedUpQuota(): Promise<FaultSetup> {
  const {directory, disk, stop} = await mountLoopDisk('btrfs', size.fileSystem, 'rw');
  const limited = join(disk, 'limited');
  await run('btrfs', ['subvolume', 'create', limited]);
  await run('btrfs', ['quota', 'enable', disk]);
  const {stdout: id} = await run('btrfs', ['inspect-internal', 'rootid', limited]);
  // Names the quota by its id, since a command on the subvolume would need free space there.
  const limit = (bytes: number | 'none') =>
    run('btrfs', ['qgroup', 'limit', String(bytes), `0/${id.trim()}`, disk]);
  const ballast = join(limited, 'ballast');

  async function useUp(): Promise<void> {
    await limit(size.quota);
    try {
      await writeFile(ballast, Buffer.alloc(size.quota), {flush: true});
    } catch (error) {
      // Node.js has no name for this error.
      if ((error as NodeJS.ErrnoException).errno !== -constants.errno.EDQUOT) throw error;
    }
  }

  const store = `file:${join(limited, 'store')}`;
  return {
    settings: {TAVLE_STORE: store},

    async inject({expected, service}) {
      const {stderr} = await runToEnd(['check'], {TAVLE_STORE: store}, directory);
      expected.verify(
        stderr.includes('is on btrfs'),
        'failed',
        `tavle check does not name btrfs:\n${stderr}`,
      );
      await useUp();
      await pause(usedUpMs);
      await service.kill();
      await limit('none');
      await rm(ballast);
      await service.start();
      return performance.now();
    },

    stop,
  };
}
