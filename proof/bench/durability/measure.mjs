/*
 * Measures the acknowledged changes per second with each setting of durability. For `run-one.mjs`; `section.mjs` writes the result into the
 * manual.
 */
import {inTurns, sized} from '../support/rounds.mjs';
import {openWhenReady, succeeds, testing, withDirectory, withServer} from '../support/start.mjs';

/** @typedef {import('../support/start.mjs').Store} Store */

const rounds = sized(5, 1);
const writers = [1, 32, 256];
const durationMs = sized(600, 50);

/** Measures the acknowledged changes per second with each setting. */
export function measure() {
  return withDirectory(directory =>
    withServer(startServers(), async ({urls}) => {
      const stores = {
        LMDB: await openWhenReady(`file:${directory}/store`),
        'Redis, `appendonly no`': await openWhenReady(urls.withoutFile),
        'Redis, `appendfsync everysec`': await openWhenReady(urls.everysec),
        'Redis, `appendfsync always`': await openWhenReady(urls.always),
        '`everysec`, two replicas, `TAVLE_STORE_REPLICAS=0`': await openWhenReady(urls.replicated),
        '`everysec`, two replicas, `TAVLE_STORE_REPLICAS=1`': await openWhenReady(urls.replicated, 1),
        '`everysec`, two replicas, `TAVLE_STORE_REPLICAS=2`': await openWhenReady(urls.replicated, 2),
      };
      for (const [name, store] of Object.entries(stores)) {
        const write = () => succeeds(store.write(['bench', 'first'], {state: 'active'}));
        await testing.until(`${name} has its replicas`, write);
      }
      const rates = await inTurns(stores, rounds, ratesOf);
      await Promise.all(Object.values(stores).map(store => store.close()));
      return {writers, rates};
    }),
  );
}

/** Starts a Redis server for each setting, one of them with two replicas. */
async function startServers() {
  const withoutFile = await testing.startRedis('--appendonly', 'no');
  const everysec = await testing.startRedis('--appendfsync', 'everysec');
  const always = await testing.startRedis('--appendfsync', 'always');
  const replicated = await testing.startRedis('--appendfsync', 'everysec');
  const replica = ['--appendfsync', 'everysec', '--replicaof', '127.0.0.1', String(replicated.port)];
  const replicas = [await testing.startRedis(...replica), await testing.startRedis(...replica)];
  const servers = [withoutFile, everysec, always, replicated, ...replicas];
  return {
    urls: {
      withoutFile: withoutFile.url,
      everysec: everysec.url,
      always: always.url,
      replicated: replicated.url,
    },
    async stop() {
      await Promise.all(servers.map(server => server.stop()));
    },
  };
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
