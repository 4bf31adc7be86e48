import {spawnSync} from 'node:child_process';
import {mkdtemp, rm, rmdir, statfs, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';

import {required2} from './forms.ts';
import type {FaultSetup} from './fault-setup.ts';
import {run} from './loop-disk.ts';
import {otherSupplier} from './test-system.ts';

/* A fault for `scenarios.ts`: the disk of LMDB is full. Requires root. */

/** The time, in milliseconds, that the disk stays full. */
const fullFor = 1_000;

/** Prepares an embedded store on a separate disk, which becomes full and gets free space again. */
export async function fullDisk(): Promise<FaultSetup> {
  const disk = await mkdtemp(join(tmpdir(), 'tavle-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tavle-faults', disk]).catch(
    async (cause: unknown) => {
      await rmdir(disk);
      throw new Error('Only root can mount a small disk.', {cause});
    },
  );
  const unmount = () => spawnSync('umount', ['--lazy', disk]);
  process.once('exit', unmount);
  const ballast = join(disk, 'ballast');

  async function fill(): Promise<void> {
    const {bavail, bsize} = await statfs(disk);
    // This write fails if other processes use some of the space at the same time.
    await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    });
  }

  return {
    settings: {TAVLE_STORE: `file:${join(disk, 'store')}`},

    async inject({expected, callAs, callAsPerson}) {
      const supplier = await callAs(otherSupplier);
      const person = await callAsPerson('patient');
      const change = () =>
        supplier('PUT', `/dia/2/formular/${otherSupplier}/ny`, {...required2, titel: 'Ny'});
      await fill();
      const end = performance.now() + fullFor;
      while (performance.now() < end) {
        const changed = await expected.request(change, 201);
        expected.verify(changed === undefined, 'failed', 'A full disk takes a change');
        const ready = await expected.request(() => person('GET', '/health/ready'), 200);
        expected.verify(ready === undefined, 'failed', 'The service is ready and refuses changes');
        for (const path of ['/dashboard/1/apps/state?apps=app-0', '/health/readable']) {
          const read = await expected.request(() => person('GET', path), 200);
          expected.verify(read !== undefined, 'failed', `${path} is not served on a full disk`);
        }
        await pause(20);
      }
      await rm(ballast);
      const repaired = performance.now();
      // The store must detect free space even if nobody sends a change.
      await expected.read(() => person('GET', '/health/ready'));
      return repaired;
    },

    async stop() {
      unmount();
      process.off('exit', unmount);
      await rmdir(disk);
    },
  };
}
