import {setTimeout} from 'node:timers/promises';

import {withDirectory} from '../support/directory.mjs';
import {redisVersion} from '../support/machine.mjs';
import {sized} from '../support/sized.mjs';
import {openWhenReady, succeeds} from '../support/store.mjs';
import {startRedis} from '../support/testing.mjs';
import {inTurns} from '../support/turns.mjs';

/** @typedef {import('../support/store.mjs').Store} Store */

const rounds = sized(5, 1);
const writers = [1, 32, 256];
const durationMs = sized(600, 50);

/** Measures the acknowledged changes per second with each setting. */
export function measure() {
  /** @type {Awaited<ReturnType<typeof startRedis>>[]} */
  const servers = [];
  /** @param {string[]} settings */
  const start = async (...settings) => {
    const server = await startRedis(...settings);
    servers.push(server);
    return server;
  };
  return withDirectory(async directory => {
    try {
      const withoutFile = await start('--appendonly', 'no');
      const everysec = await start('--appendfsync', 'everysec');
      const always = await start('--appendfsync', 'always');
      const replicated = await start('--appendfsync', 'everysec');
      for (let copy = 0; copy < 2; copy += 1) {
        await start('--appendfsync', 'everysec', '--replicaof', '127.0.0.1', String(replicated.port));
      }
      const stores = {
        LMDB: await openWhenReady(`file:${directory}/store`),
        'Redis, `appendonly no`': await openWhenReady(withoutFile.url),
        'Redis, `appendfsync everysec`': await openWhenReady(everysec.url),
        'Redis, `appendfsync always`': await openWhenReady(always.url),
        '`everysec`, two replicas, `TAVLE_STORE_REPLICAS=0`': await openWhenReady(replicated.url),
        '`everysec`, two replicas, `TAVLE_STORE_REPLICAS=1`': await openWhenReady(replicated.url, 1),
        '`everysec`, two replicas, `TAVLE_STORE_REPLICAS=2`': await openWhenReady(replicated.url, 2),
      };
      for (const store of Object.values(stores)) await waitForReplicas(store);
      const rates = await inTurns(stores, rounds, ratesOf);
      await Promise.all(Object.values(stores).map(store => store.close()));
      return {tools: {Redis: redisVersion()}, data: {writers, rates}};
    } finally {
      await Promise.all(servers.map(server => server.stop()));
    }
  });
}

/** Waits for an acknowledged change: then the replicas are connected.
 * @param {Store} store */
async function waitForReplicas(store) {
  for (let turn = 0; turn < 300; turn += 1) {
    if (await succeeds(store.write(['bench', 'first'], {state: 'active'}))) return;
    await setTimeout(100);
  }
  throw new Error('The store rejects writes.');
}

/** Returns the acknowledged changes per second with each number of writers.
 * @param {Store} store */
async function ratesOf(store) {
  const rates = [];
  for (const count of writers) rates.push(await rateOf(store, count));
  return rates;
}

/** @param {Store} store @param {number} count Of writers. */
async function rateOf(store, count) {
  let done = 0;
  const started = performance.now();
  const end = started + durationMs;
  await Promise.all(
    Array.from({length: count}, async (_, writer) => {
      for (let turn = 0; performance.now() < end; turn += 1) {
        await store.write(['bench', `owner-${writer}`, `app-${turn % 50}`], {state: 'active'});
        done += 1;
      }
    }),
  );
  return (done * 1000) / (performance.now() - started);
}
