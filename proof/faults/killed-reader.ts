import {stat} from 'node:fs/promises';
import {join} from 'node:path';

import {holdReadTransaction} from '../../server/store/testing/hold-lmdb.ts';
import {required2} from './forms.ts';
import type {FaultSetup} from './fault-setup.ts';
import {otherSupplier, type TestSystem} from './test-system.ts';

/* A fault for `scenarios.ts`: another process is killed while it reads from LMDB. */

/** The size, in bytes, of the legal references (`laws`) that are written repeatedly: about 1,800 for each. */
const size = 300_000;
const laws = size / 1_800;

const writes = 40;

/** Kills another process, such as a backup, while it reads. The file must not keep all pages of that process's snapshot. */
export function killedReader(): FaultSetup {
  return {
    async inject(system) {
      const {expected} = system;
      const store = join(system.directory, 'store');
      const reader = await holdReadTransaction(store);
      await reader.kill();
      const killed = performance.now();
      const write = await largeWriter(system);
      // The service checks for dead readers once a second.
      while (performance.now() < killed + 2_000) await write();
      const {size: before} = await stat(join(store, 'data.mdb'));
      for (let turn = 0; turn < writes; turn += 1) await write();
      const grown = (await stat(join(store, 'data.mdb'))).size - before;
      expected.verify(grown < (writes * size) / 2, 'failed', `The file grew by ${grown} bytes`);
      return performance.now();
    },
  };
}

async function largeWriter({expected, callAs}: TestSystem): Promise<() => Promise<unknown>> {
  const call = await callAs(otherSupplier);
  let turn = 0;
  return () => {
    turn += 1;
    const law = {titel: String(turn % 10).repeat(1_750), url: 'https://lov.example.dk/'};
    const body = {...required2, titel: 'Stor', urlTilLovstof: Array<typeof law>(Math.ceil(laws)).fill(law)};
    return expected.read(() => call('PUT', `/dia/2/formular/${otherSupplier}/stor`, body), 201);
  };
}
