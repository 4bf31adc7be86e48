import {mkdtemp, rm, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {callerWith} from '../../server/testing/certificates.ts';
import {required2} from './forms.ts';
import {nothing, pause, type Stage} from './stage.ts';
import type {Town} from './town.ts';

/** How many readers the second service has at once. */
const readers = 8;

/** Of a text that is written again and again, in bytes. */
const size = 300_000;

const writes = 40;

/** A second service on the same file is killed while it reads; the file must not keep every page that it might still read. */
export async function killedReader(): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'tavle-reader-'));
  const file = join(directory, 'store', 'data.mdb');
  return {
    settings: {TAVLE_STORE: `file:${join(directory, 'store')}`},

    async strike(town) {
      const {ledger} = town;
      await killWhileReading(town);
      const killed = performance.now();
      const write = await largeWriter(town);
      // The service looks for readers that ended once a second.
      while (performance.now() < killed + 2_000) await write();
      const {size: before} = await stat(file);
      for (let turn = 0; turn < writes; turn += 1) await write();
      const grown = (await stat(file)).size - before;
      ledger.expect(grown < (writes * size) / 2, 'failed', `The file grew by ${grown} bytes`);
      return killed;
    },

    repair: nothing,
    stop: () => rm(directory, {recursive: true, force: true}),
  };
}

async function killWhileReading({startAnother, callAsPerson, ledger}: Town): Promise<void> {
  const other = await startAnother();
  const call = await callAsPerson('reader', callerWith(other.url));
  let isAlive = true;
  const read = async () => {
    while (isAlive) await ledger.ask(() => call('GET', '/dashboard/1/apps/state?apps=app-0'), 200);
  };
  const reading = Array.from({length: readers}, read);
  await pause(200 + Math.random() * 200);
  isAlive = false;
  await other.kill();
  await Promise.all(reading);
}

async function largeWriter({ledger, callAs}: Town): Promise<() => Promise<unknown>> {
  const call = await callAs('88146328');
  const body = {...required2, titel: 'Stor', fritekst1: 'x'.repeat(size)};
  return () => ledger.read(() => call('PUT', '/dia/2/formular/88146328/stor', body), 201);
}
