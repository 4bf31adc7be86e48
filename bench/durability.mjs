// What each setting of durability costs: changes per second that the store acknowledges, side by side.
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {availableParallelism, tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

import {format, resolveConfig} from 'prettier';
import {runnerImport} from 'vite';

import {openStore} from '../dist/server/store/open-store.js';
import {median} from './numbers.mjs';

/** @typedef {import('../server/store/testing/redis-server.ts').RedisServer} RedisServer */

const rounds = 5;
const writers = [1, 32, 256];
/** How long, in milliseconds, one measurement takes. */
const length = 600;
const silent = {info: () => undefined, warn: () => undefined};

const {module} = await runnerImport('./server/store/testing/redis-server.ts');
const {startRedis} = /** @type {typeof import('../server/store/testing/redis-server.ts')} */ (module);

/** @type {RedisServer[]} */
const servers = [];
const directory = await mkdtemp(join(tmpdir(), 'tavle-bench-'));
try {
  const stores = await openAll();
  const figures = await measureAll(stores);
  await Promise.all(stores.map(({store}) => store.close()));
  const file = fileURLToPath(new URL('results/durability.md', import.meta.url));
  const text = describe(stores, figures);
  await writeFile(file, await format(text, {...(await resolveConfig(file)), filepath: file}));
  console.log(text);
} finally {
  await Promise.all(servers.map(server => server.stop()));
  await rm(directory, {recursive: true, force: true});
}

async function openAll() {
  const forgetful = await start('--appendonly', 'no');
  const everysec = await start('--appendfsync', 'everysec');
  const always = await start('--appendfsync', 'always');
  const replicated = await start('--appendfsync', 'everysec');
  for (let copy = 0; copy < 2; copy += 1) {
    await start('--appendfsync', 'everysec', '--replicaof', '127.0.0.1', String(replicated.port));
  }
  const redis = (/** @type {string} */ name, /** @type {RedisServer} */ {url}, replicas = 0) => ({
    name,
    store: openStore(url, silent, replicas),
  });
  const stores = [
    {name: 'LMDB', store: openStore(`file:${directory}/store`, silent)},
    redis('Redis, `appendonly no`', forgetful),
    redis('Redis, `appendfsync everysec`', everysec),
    redis('Redis, `appendfsync always`', always),
    redis('`everysec`, two replicas, `TAVLE_STORE_REPLICAS=0`', replicated),
    redis('`everysec`, two replicas, `TAVLE_STORE_REPLICAS=1`', replicated, 1),
    redis('`everysec`, two replicas, `TAVLE_STORE_REPLICAS=2`', replicated, 2),
  ];
  // The first change that is acknowledged tells that the connection is there and the replicas are in step.
  for (const {store} of stores) await untilDone(() => store.write(['bench', 'first'], {state: 'active'}));
  return stores;
}

/** @param {string[]} settings */
async function start(...settings) {
  const server = await startRedis(...settings);
  servers.push(server);
  return server;
}

/** @param {() => Promise<unknown>} change */
async function untilDone(change) {
  for (let turn = 0; turn < 300; turn += 1) {
    if (
      await change().then(
        () => true,
        () => false,
      )
    )
      return;
    await setTimeout(100);
  }
  throw new Error('The store takes no changes.');
}

/** All of them in each round, so that a busy moment of the machine hits all alike.
 * @param {Awaited<ReturnType<typeof openAll>>} stores
 * @returns {Promise<number[][][]>} changes per second by store, number of writers and round */
async function measureAll(stores) {
  const figures = stores.map(() => writers.map(() => /** @type {number[]} */ ([])));
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, {store}] of stores.entries()) {
      for (const [column, count] of writers.entries())
        figures[place]?.[column]?.push(await measure(store, count));
    }
  }
  return figures;
}

/** @param {import('../server/store/store.ts').Store} store @param {number} count */
async function measure(store, count) {
  let done = 0;
  const started = performance.now();
  const end = started + length;
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

/** @param {readonly {name: string}[]} stores @param {number[][][]} figures */
function describe(stores, figures) {
  const base = 2;
  const cell = (/** @type {number} */ place, /** @type {number} */ column) => {
    const own = figures[place]?.[column] ?? [];
    const ratios = own.map((figure, round) => figure / (figures[base]?.[column]?.[round] ?? NaN));
    return `${Math.round(median(own))} (${median(ratios).toFixed(2)})`;
  };
  const rows = stores.map(({name}, place) => [name, ...writers.map((_, column) => cell(place, column))]);
  const head = ['Setting', ...writers.map(count => `${count} ${count === 1 ? 'writer' : 'writers'}`)];
  return `# What durability costs

Changes per second that the store acknowledged, and in brackets the ratio to Redis with \`appendfsync everysec\` in the same round: medians of
${rounds} rounds in which all were measured one after the other. ${availableParallelism()} cores, Node.js ${process.versions.node}. \`node bench/durability.mjs\`
takes it anew, after \`npm run build\`. Redis and its replicas share the machine and its disk here: on machines of their own a network's round
trip is added to each wait.

${[head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |\n`).join('')}`;
}
