/*
 * Measures the processor time and memory of reads of a supplier's variants, single and as a list. For `run-one.mjs`; `section.mjs` writes the
 * result into the manual.
 */
import {createCertificate, supplier} from '../support/portal.mjs';
import {cli, MeasuredServer, withTavle} from '../support/processes.mjs';
import {receive} from '../support/receive.mjs';
import {costOf, inParallel, inTurns, report, sized} from '../support/rounds.mjs';
import {onBoth, withRedis} from '../support/start.mjs';
import {createVariant, paths, variantOf} from './variants.mjs';

/** Numbers of variants. The longer list is streamed, even with little data. */
const sizes = [20, sized(20_000, 2_000)];
const reads = sized(2_000, 50);
const rounds = sized(5, 1);
/** The heap limit of the process that lists, in MB. */
const heap = 64;

/** Reads single variants and the list of a supplier with few variants, and of one with many. */
export function measure() {
  return withRedis(['--appendonly', 'no'], async (directory, url) => {
    const {settings, headers} = await createCertificate(directory, supplier);
    const cases = sizes.flatMap(size => [
      {
        name: `LMDB, ${size} variants`,
        size,
        env: {...settings, TAVLE_STORE: `file:${directory}/store-${size}`},
      },
      {name: `Redis, ${size} variants`, size, env: {...settings, TAVLE_STORE: `${url}?prefix=bench${size}`}},
    ]);
    const costs = await measureReads(cases, headers);
    const engines = await onBoth(async engine => {
      const figures = [];
      for (const {name, size, env} of cases.filter(each => each.name.startsWith(engine))) {
        const limited = {...env, NODE_OPTIONS: `--max-old-space-size=${heap}`};
        const lists = await withTavle(limited, server => readLists(server, headers, name, size));
        figures.push({variants: size, costs: costs[name] ?? [], ...lists});
      }
      return figures;
    });
    return {heap, reads, variantBytes: JSON.stringify(variantOf(0)).length, engines};
  });
}

/** Fills every store with variants, then reads from all in turns. Returns microseconds of processor time for one read, in each round.
 * @param {{name: string, size: number, env: NodeJS.ProcessEnv}[]} cases @param {Record<string, string>} headers */
async function measureReads(cases, headers) {
  /** @type {Record<string, {server: MeasuredServer, size: number}>} */
  const servers = {};
  try {
    for (const {name, size, env} of cases) {
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

/** Reads the list twice. `grown`: the growth of the process's memory during the second read, in bytes.
 * @param {MeasuredServer} server @param {Record<string, string>} headers @param {string} name @param {number} size */
async function readLists(server, headers, name, size) {
  const read = async (/** @type {number} */ done) => {
    /** @type {Uint8Array[]} */
    const pieces = [];
    const {etag: _, ...figures} = await receive(server.url + paths.registry, headers, 200, piece =>
      pieces.push(piece),
    );
    const {length} = JSON.parse(Buffer.concat(pieces).toString());
    if (length !== size) throw new Error(`${length} variants were listed, not ${size}.`);
    report(`${name}, lists read`, done, 2);
    return figures;
  };
  await read(1);
  const small = await server.read('peak');
  const figures = await read(2);
  return {...figures, grown: (await server.read('peak')) - small};
}
