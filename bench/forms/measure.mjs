import {fileURLToPath} from 'node:url';

import {costOf, inParallel} from '../support/load.mjs';
import {redisVersion} from '../support/machine.mjs';
import {MeasuredServer} from '../support/processes.mjs';
import {sized} from '../support/sized.mjs';
import {withRedis} from '../support/testing.mjs';
import {inTurns} from '../support/turns.mjs';
import {readList} from './read-list.mjs';
import {createSupplier, paths, variantOf} from './supplier.mjs';

/** @typedef {import('../run-one.mjs').Report} Report */

/**
 * The measurements of one engine with a number of variants: microseconds of processor time for one read, in each round; seconds until the
 * first and the last byte of the list; its bytes; and the growth of the process in bytes.
 *
 * @typedef {{variants: number, costs: number[], first: number, whole: number, bytes: number, grown: number}} FormFigures
 */

/**
 * @typedef {object} Forms
 * @property {number} heap Heap limit of the measured process, in MB.
 * @property {number} listsAtOnce
 * @property {number} reads In a round.
 * @property {number} variantBytes
 * @property {Record<string, FormFigures[]>} engines
 */

const sizes = [20, sized(20_000, 40)];
const reads = sized(2_000, 50);
const rounds = sized(5, 1);
const listsAtOnce = 10;
/** A small part of the size of all concurrent lists. */
const heap = 64;
const cli = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));

/** Reads single variants and the list of a supplier with few variants, and of one with many.
 * @param {Report} report */
export function measure(report) {
  return withRedis(['--appendonly', 'no'], async (directory, url) => {
    const {settings, headers} = await createSupplier(directory);
    const cases = sizes.flatMap(size => [
      {name: `LMDB, ${size} variants`, engine: 'LMDB', size, store: `file:${directory}/store-${size}`},
      {name: `Redis, ${size} variants`, engine: 'Redis', size, store: `${url}?prefix=bench${size}`},
    ]);

    const costs = await measureReads();
    const variantBytes = JSON.stringify(variantOf(0)).length;
    /** @type {Forms} */
    const data = {heap, listsAtOnce, reads, variantBytes, engines: {LMDB: [], Redis: []}};
    for (const {name, engine, size, store} of cases) {
      const lists = await withServer(store, server => list(server, name, size), heap);
      data.engines[engine]?.push({variants: size, costs: costs[name] ?? [], ...lists});
    }
    return {tools: {Redis: redisVersion()}, data};

    /** Fills every store with variants, then reads from all in turns. */
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

    /** @param {string} store @param {number} [megabytes] Heap limit. */
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

    /** Creates the variants of the supplier concurrently.
     * @param {MeasuredServer} server @param {string} name @param {number} size */
    function fill({url}, name, size) {
      const write = async (/** @type {number} */ index) => {
        const body = JSON.stringify(variantOf(index));
        const response = await fetch(url + paths.variant(index), {method: 'PUT', headers, body});
        if (response.status !== 201) throw new Error(await response.text());
        await response.arrayBuffer();
      };
      return inParallel(size, write, done => report(`${name}, created`, done, size));
    }

    /** Returns the processor time of one read, in microseconds.
     * @param {MeasuredServer} server @param {number} size */
    function readSome(server, size) {
      const requests = Array.from({length: 50}, (_, turn) => ({
        path: paths.variant(Math.floor((turn * size) / 50)),
        headers,
      }));
      return costOf(server, {connections: 16, amount: reads, requests});
    }

    /** Reads the list once and concurrently.
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
