import {mkdtemp, rename, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';

import {startRedis} from '../../server/store/testing/redis-server.ts';
import {callerWith} from '../../server/testing/certificates.ts';
import {formatDate, today} from '../../server/time/dates.ts';
import {clockLibrary} from '../support/clock-library.ts';
import {required2} from './forms.ts';
import type {FaultSetup} from './fault-setup.ts';
import {outsider, type TestSystem} from './test-system.ts';

/* A fault for `scenarios.ts`: the clock of the service jumps. Check whatever depends on the clock in `openChecks`. */

const hour = 3_600_000;
const day = 24 * hour;

/** The duration, in milliseconds, of a wrong clock. */
const stay = 300;

/** The time before midnight, in milliseconds, in which the clock does not jump: the dates of checked deadlines depend on the day. */
const margin = 60_000;

/** A service whose clock jumps two days forward, half a day back, and past midnight. */
export async function jumpingClock(engine: 'LMDB' | 'Redis'): Promise<FaultSetup> {
  const directory = await mkdtemp(join(tmpdir(), 'tavle-clock-'));
  const file = join(directory, 'offset');
  const redis = engine === 'Redis' ? await startRedis('--appendfsync', 'always') : undefined;

  async function setClock(offset: number): Promise<void> {
    // The service reads the file at any time, so it must never be incomplete.
    await writeFile(`${file}.new`, `${offset < 0 ? '-' : '+'}${Math.abs(offset) / 1000}`);
    await rename(`${file}.new`, file);
  }
  await setClock(0);

  return {
    settings: {
      ...(redis && {TAVLE_STORE: redis.url}),
      LD_PRELOAD: clockLibrary(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },

    async inject(system) {
      if (untilMidnight() < margin) await pause(untilMidnight() + 1_000);
      const check = await openChecks(system);
      try {
        await check('now', {published: false, token: 200, tomorrow: 201});
        await setClock(2 * day);
        await check('two days on', {published: true, token: 401, tomorrow: 422});
        await pause(stay);
        await setClock(-12 * hour);
        await check('half a day back', {published: false, token: 200, tomorrow: 201});
        await pause(stay);
        await setClock(untilMidnight() - 500);
        await pause(1_000);
        await check('just after midnight', {published: undefined, token: undefined, tomorrow: 422});
      } finally {
        await setClock(0);
      }
      const back = performance.now();
      await check('again now', {published: false, token: 200, tomorrow: 201});
      return back;
    },

    async stop() {
      await redis?.stop();
      await rm(directory, {recursive: true, force: true});
    },
  };
}

interface Expected {
  readonly published: boolean | undefined;
  readonly token: number | undefined;
  readonly tomorrow: number;
}

/** Returns a check of what depends on the clock: a form published tomorrow, a token of one hour, a deadline tomorrow. */
async function openChecks({expected, service, callAs, ...system}: TestSystem) {
  const call = await callAs(outsider);
  const person = callerWith(service.url);
  const token = await system.issuer.token('short', {exp: Math.floor((Date.now() + hour) / 1000)});
  const form = {...required2, titel: 'I morgen', publiceringsdato: new Date(Date.now() + day).toISOString()};
  const put = await expected.read(() => call('PUT', `/dia/2/formular/${outsider}/${Date.now()}`, form), 201);
  const {diaId} = put.body as {diaId: string};
  const frist = {
    overskrift: 'I morgen',
    beskrivelse: 'I morgen',
    fristDato: formatDate(today(new Date(Date.now() + day))),
    modtagere: outsider,
  };

  return async (when: string, {published, token: status, tomorrow}: Expected) => {
    const variant = await expected.read(() => call('GET', `/dia/1/formular/${diaId}`));
    const {publiceretPaaProduktion: is} = variant.body as {publiceretPaaProduktion: boolean};
    expected.verify(published === undefined || is === published, 'failed', `Published ${when}: ${is}`);
    const path = '/dashboard/1/apps/state?apps=app-0';
    const headers = {authorization: `Bearer ${token}`};
    if (status) await expected.read(() => person('GET', path, undefined, headers), status);
    await expected.read(() => call('POST', '/calendar/1/frister', frist), tomorrow);
  };
}

/** Returns the milliseconds until midnight in Denmark. */
function untilMidnight(): number {
  const tomorrow = today(new Date(Date.now() + day));
  let [before, after] = [0, 2 * day];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (today(new Date(Date.now() + middle)) < tomorrow) before = middle;
    else after = middle;
  }
  return after;
}
