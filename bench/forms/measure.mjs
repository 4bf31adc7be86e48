import {fileURLToPath} from 'node:url';

import autocannon from 'autocannon';

import {withDirectory} from '../support/directory.mjs';
import {redisVersion} from '../support/machine.mjs';
import {MeasuredServer, startRedis} from '../support/processes.mjs';
import {readList} from './read-list.mjs';
import {createSupplier, paths, variantOf} from './supplier.mjs';

/** @typedef {import('../take.mjs').Tell} Tell */

/**
 * What is measured of one engine with so many variants: microseconds of processor time for one read, a round each; seconds until the first
 * and the last byte of the list, its bytes, and the bytes by which the process grew.
 *
 * @typedef {{variants: number, costs: number[], first: number, whole: number, bytes: number, grown: number}} FormFigures
 */

/**
 * @typedef {object} Forms
 * @property {number} heap What the measured process may hold of objects, in MB.
 * @property {number} listsAtOnce
 * @property {number} reads In a round.
 * @property {number} variantBytes
 * @property {Record<string, FormFigures[]>} engines
 */

const sizes = [20, 10_000];
const writers = 32;
const reads = 2_000;
const rounds = 5;
const listsAtOnce = 10;
/** A small part of what the lists at once would hold. */
const heap = 40;
const cli = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));

/** Reads single variants and the list of a supplier who has few, then many.
 * @param {Tell} tell */
export function measure(tell) {
  return withDirectory(async directory => {
    const {settings, headers} = await createSupplier(directory);
    const redis = await startRedis(directory);
    const engines = {LMDB: `file:${directory}/store`, Redis: redis.url};

    try {
      const variantBytes = JSON.stringify(variantOf(0)).length;
      /** @type {Forms} */
      const data = {heap, listsAtOnce, reads, variantBytes, engines: {}};
      for (const [engine, store] of Object.entries(engines)) {
        data.engines[engine] = await measureEngine(engine, {...settings, TAVLE_STORE: store});
      }
      return {tools: {Redis: redisVersion()}, data};
    } finally {
      await redis.stop();
    }

    /** @param {string} engine @param {NodeJS.ProcessEnv} env */
    async function measureEngine(engine, env) {
      const figures = [];
      let filled = 0;
      for (const size of sizes) {
        await withServer(env, server => fill(server, engine, filled, size));
        filled = size;
        tell(`${engine}, reads of ${size} variants`, 0);
        const costs = await withServer(env, async server => {
          const rates = [];
          for (let round = 0; round < rounds; round++) rates.push(await readSome(server, size));
          return rates;
        });
        const small = {...env, NODE_OPTIONS: `--max-old-space-size=${heap}`};
        const lists = await withServer(small, server => list(server, engine, size));
        figures.push({variants: size, costs, ...lists});
      }
      return figures;
    }

    /** Has the supplier make its variants, some at a time.
     * @param {MeasuredServer} server @param {string} engine @param {number} from @param {number} to */
    async function fill({url}, engine, from, to) {
      let next = from;
      const write = async () => {
        for (let place = next++; place < to; place = next++) {
          const body = JSON.stringify(variantOf(place));
          const response = await fetch(url + paths.variant(place), {method: 'PUT', headers, body});
          if (response.status !== 201) throw new Error(await response.text());
          await response.arrayBuffer();
          tell(`${engine}, variants made`, place + 1, to);
        }
      };
      await Promise.all(Array.from({length: writers}, write));
    }

    /** Processor time of one read, in microseconds.
     * @param {MeasuredServer} server @param {number} size */
    async function readSome(server, size) {
      const before = await server.cpu();
      const {non2xx, errors} = await autocannon({
        url: server.url,
        connections: 16,
        amount: reads,
        requests: Array.from({length: 50}, (_, turn) => ({
          path: paths.variant(Math.floor((turn * size) / 50)),
          headers,
        })),
      });
      if (non2xx || errors) throw new Error(`${non2xx} answers were no success, ${errors} requests failed.`);
      return ((await server.cpu()) - before) / reads;
    }

    /** Reads the list, alone and many times at once.
     * @param {MeasuredServer} server @param {string} engine @param {number} size */
    async function list(server, engine, size) {
      let done = 0;
      const read = async () => {
        const figures = await readList(server.url + paths.registry, headers, size);
        tell(`${engine}, lists of ${size} variants read`, ++done, 2 + listsAtOnce);
        return figures;
      };
      await read();
      const small = await server.peak();
      const figures = await read();
      await Promise.all(Array.from({length: listsAtOnce}, read));
      return {...figures, grown: (await server.peak()) - small};
    }
  });
}

/**
 * @template Result
 * @param {NodeJS.ProcessEnv} env @param {(server: MeasuredServer) => Promise<Result>} work
 */
async function withServer(env, work) {
  const server = await MeasuredServer.start(cli, ['serve'], env);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}
