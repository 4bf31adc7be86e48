import {costOf, inParallel} from '../support/load.mjs';
import {redisVersion} from '../support/machine.mjs';
import {createCertificate, supplier} from '../support/portal.mjs';
import {cli, MeasuredServer, withTavle} from '../support/processes.mjs';
import {report} from '../support/progress.mjs';
import {sized} from '../support/sized.mjs';
import {withRedis} from '../support/testing.mjs';
import {inTurns} from '../support/turns.mjs';
import {readList} from './read-list.mjs';
import {createVariant, paths, variantOf} from './variants.mjs';

/** The longer list is streamed, also in a small round. */
const sizes = [20, sized(20_000, 2_000)];
const reads = sized(2_000, 50);
const rounds = sized(5, 1);
/** The heap limit of the process that lists, in MB. */
const heap = 64;

/** Reads single variants and the list of a supplier with few variants, and of one with many. */
export function measure() {
  return withRedis(['--appendonly', 'no'], async (directory, url) => {
    const {settings, headers} = await createCertificate(directory, supplier);
    const stores = {
      LMDB: (/** @type {number} */ size) => `file:${directory}/store-${size}`,
      Redis: (/** @type {number} */ size) => `${url}?prefix=bench${size}`,
    };
    const cases = Object.entries(stores).flatMap(([engine, storeOf]) =>
      sizes.map(size => ({engine, size, env: {...settings, TAVLE_STORE: storeOf(size)}})),
    );
    const costs = await measureReads();
    /** @param {string} wanted */
    const measureLists = async wanted => {
      const figures = [];
      for (const {engine, size, env} of cases.filter(each => each.engine === wanted)) {
        const name = `${engine}, ${size} variants`;
        const limited = {...env, NODE_OPTIONS: `--max-old-space-size=${heap}`};
        const lists = await withTavle(limited, server => readLists(server, name, size));
        figures.push({variants: size, costs: costs[name] ?? [], ...lists});
      }
      return figures;
    };
    const data = {
      heap,
      reads,
      variantBytes: JSON.stringify(variantOf(0)).length,
      engines: {LMDB: await measureLists('LMDB'), Redis: await measureLists('Redis')},
    };
    return {tools: {Redis: redisVersion()}, data};

    /** Fills every store with variants, then reads from all in turns. Returns microseconds of processor time for one read, in each round. */
    async function measureReads() {
      /** @type {Record<string, {server: MeasuredServer, size: number}>} */
      const servers = {};
      try {
        for (const {engine, size, env} of cases) {
          const name = `${engine}, ${size} variants`;
          const server = await MeasuredServer.start(cli, ['serve'], env);
          servers[name] = {server, size};
          await inParallel(`${name}, created`, size, index => createVariant(server.url, headers, index));
        }
        return await inTurns(servers, rounds, ({server, size}) => {
          const requests = Array.from({length: 50}, (_, turn) => ({
            path: paths.variant(Math.floor((turn * size) / 50)),
            headers,
          }));
          return costOf(server, {connections: 16, amount: reads, requests});
        });
      } finally {
        await Promise.all(Object.values(servers).map(({server}) => server.stop()));
      }
    }

    /** Reads the list twice. `grown`: the growth of the process during the second time, in bytes.
     * @param {MeasuredServer} server @param {string} name @param {number} size */
    async function readLists(server, name, size) {
      let done = 0;
      const read = async () => {
        const figures = await readList(server.url + paths.registry, headers, size);
        report(`${name}, lists read`, ++done, 2);
        return figures;
      };
      await read();
      const small = await server.read('peak');
      const figures = await read();
      return {...figures, grown: (await server.read('peak')) - small};
    }
  });
}
