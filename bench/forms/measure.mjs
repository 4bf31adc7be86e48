import {fileURLToPath} from 'node:url';

import autocannon from 'autocannon';

import {withDirectory} from '../support/directory.mjs';
import {redisVersion} from '../support/machine.mjs';
import {MeasuredServer} from '../support/processes.mjs';
import {startRedis} from '../support/testing.mjs';
import {inTurns} from '../support/turns.mjs';
import {readList} from './read-list.mjs';
import {createSupplier, paths, variantOf} from './supplier.mjs';

/** @typedef {import('../take.mjs').Report} Report */

/**
 * The measurements of one engine with so many variants: microseconds of processor time for one read, a round each; seconds until the first
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

const sizes = [20, 20_000];
const writers = 32;
const reads = 2_000;
const rounds = 5;
const listsAtOnce = 10;
/** A small part of what the lists at once would hold. */
const heap = 64;
const cli = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));

/** Reads single variants and the list of a supplier who has few, and of one who has many.
 * @param {Report} report */
export function measure(report) {
  return withDirectory(async directory => {
    const {settings, headers} = await createSupplier(directory);
    const redis = await startRedis('--appendonly', 'no');
    const cases = sizes.flatMap(size => [
      {name: `LMDB, ${size} variants`, engine: 'LMDB', size, store: `file:${directory}/store-${size}`},
      {name: `Redis, ${size} variants`, engine: 'Redis', size, store: `${redis.url}?prefix=bench${size}`},
    ]);

    try {
      const costs = await measureReads();
      const variantBytes = JSON.stringify(variantOf(0)).length;
      /** @type {Forms} */
      const data = {heap, listsAtOnce, reads, variantBytes, engines: {LMDB: [], Redis: []}};
      for (const {name, engine, size, store} of cases) {
        const lists = await withServer(store, server => list(server, name, size), heap);
        data.engines[engine]?.push({variants: size, costs: costs[name] ?? [], ...lists});
      }
      return {tools: {Redis: redisVersion()}, data};
    } finally {
      await redis.stop();
    }

    /** Has the supplier make its variants in every store, then reads from all in turn. */
    async function measureReads() {
      /** @type {Record<string, {server: MeasuredServer, size: number}>} */
      const servers = {};
      try {
        for (const {name, size, store} of cases) {
          const server = await start(store);
          servers[name] = {server, size};
          await fill(server, name, size);
        }
        return await inTurns(servers, rounds, ({server, size}) => readSome(server, size), report);
      } finally {
        await Promise.all(Object.values(servers).map(({server}) => server.stop()));
      }
    }

    /** @param {string} store @param {number} [megabytes] What it may have of objects. */
    function start(store, megabytes) {
      const options = megabytes === undefined ? '' : `--max-old-space-size=${megabytes}`;
      return MeasuredServer.start(cli, ['serve'], {...settings, TAVLE_STORE: store, NODE_OPTIONS: options});
    }

    /**
     * @template Result
     * @param {string} store @param {(server: MeasuredServer) => Promise<Result>} work @param {number} megabytes
     */
    async function withServer(store, work, megabytes) {
      const server = await start(store, megabytes);
      try {
        return await work(server);
      } finally {
        await server.stop();
      }
    }

    /** Has the supplier make its variants, some at a time.
     * @param {MeasuredServer} server @param {string} name @param {number} size */
    async function fill({url}, name, size) {
      let next = 0;
      const write = async () => {
        for (let place = next++; place < size; place = next++) {
          const body = JSON.stringify(variantOf(place));
          const response = await fetch(url + paths.variant(place), {method: 'PUT', headers, body});
          if (response.status !== 201) throw new Error(await response.text());
          await response.arrayBuffer();
          report(`${name}, made`, place + 1, size);
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
     * @param {MeasuredServer} server @param {string} name @param {number} size */
    async function list(server, name, size) {
      let done = 0;
      const read = async () => {
        const figures = await readList(server.url + paths.registry, headers, size);
        report(`${name}, lists read`, ++done, 2 + listsAtOnce);
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
