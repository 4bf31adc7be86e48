import {setTimeout} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

import {createSupplier, paths, variantOf} from '../forms/supplier.mjs';
import {costOf, inParallel} from '../support/load.mjs';
import {redisVersion} from '../support/machine.mjs';
import {MeasuredServer} from '../support/processes.mjs';
import {sized} from '../support/sized.mjs';
import {withRedis} from '../support/testing.mjs';
import {inTurns} from '../support/turns.mjs';
import {fills} from './fills.mjs';
import {hostileSearches, searches, titleOf} from './titles.mjs';

/** @typedef {import('../run-one.mjs').Report} Report */

/**
 * The measurements of one engine: microseconds of processor time for one request, in each round; milliseconds until the service listens
 * and until the first search returns; growth of the process by that search, in bytes; milliseconds until another process finds a change.
 *
 * @typedef {object} SearchFigures
 * @property {number[]} reads
 * @property {number[]} pages
 * @property {number[]} searches
 * @property {number[]} hostile
 * @property {number} ready
 * @property {number} first
 * @property {number} grown
 * @property {number[]} delays
 */

/**
 * The measurement of one content of an embedded store: milliseconds until 20 concurrent searches of a new process return, and the longest time in
 * which it served nothing else; the same for 20 later ones; milliseconds of processor time of each search; bytes of reachable objects for a form.
 *
 * @typedef {object} FillFigures
 * @property {string} name
 * @property {number} forms
 * @property {number} found
 * @property {number} first
 * @property {number} firstBlock
 * @property {number} block
 * @property {number} cost
 * @property {number} bytes
 */

/** @typedef {{variants: number, searches: number, engines: Record<string, SearchFigures>, fills: FillFigures[]}} FormSearch */

const variants = sized(20_000, 200);
const requests = sized(500, 20);
const rounds = sized(5, 1);
const changes = sized(20, 1);
const concurrent = 20;
const searchesOfFill = sized(300, 10);
const cli = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));

const searchPath = (/** @type {string} */ text) => `/formularer/1?soeg=${encodeURIComponent(text)}`;

/** Measures searches among many forms on both engines.
 * @param {Report} report */
export function measure(report) {
  return withRedis(['--appendonly', 'no'], async (directory, url) => {
    const {settings, headers} = await createSupplier(directory);
    const stores = {LMDB: `file:${directory}/store`, Redis: url};
    const environment = (/** @type {string} */ store) => ({
      ...settings,
      TAVLE_STORE: store,
      TAVLE_PUBLIC_RATE_LIMIT: 'off',
    });
    /** @type {Record<string, SearchFigures>} */
    const engines = {};
    for (const [engine, store] of Object.entries(stores)) {
      const start = () => MeasuredServer.start(cli, ['serve'], environment(store));
      const writer = await start();
      try {
        await fill(writer, engine);
        const started = performance.now();
        const reader = await start();
        const ready = performance.now() - started;
        try {
          engines[engine] = {ready, ...(await measureReader(reader, writer, engine))};
        } finally {
          await reader.stop();
        }
      } finally {
        await writer.stop();
      }
    }
    const filled = [];
    for (const [index, each] of fills.entries()) {
      const store = `file:${directory}/fill-${index}`;
      filled.push(await measureFill(each, () => MeasuredServer.start(cli, ['serve'], environment(store))));
    }
    const data = {variants, searches: searches.length, engines, fills: filled};
    return {tools: {Redis: redisVersion()}, data};

    /** @param {MeasuredServer} reader @param {MeasuredServer} writer @param {string} engine */
    async function measureReader(reader, writer, engine) {
      const small = await reader.peak();
      const started = performance.now();
      const list = await (await fetch(reader.url + searchPath(''))).json();
      const first = performance.now() - started;
      if (list.antal !== variants) throw new Error(`The search finds ${list.antal} forms.`);
      const grown = (await reader.peak()) - small;
      const spread = Array.from({length: 100}, (_, turn) => Math.floor((turn * variants) / 100));
      const costs = await inTurns(
        {
          reads: spread.map(index => ({path: paths.variant(index), headers})),
          pages: spread.map(index => ({path: `/formularer/1/ERST/${permalinkOf(index)}`})),
          searches: searches.map(text => ({path: searchPath(text)})),
          hostile: hostileSearches.map(text => ({path: searchPath(text)})),
        },
        rounds,
        list => costOf(reader, {connections: 16, amount: requests, requests: list}),
        (what, done, total) => report(`${engine}, ${what}`, done, total),
      );
      const {reads = [], pages = [], searches: found = [], hostile = []} = costs;
      return {
        first,
        grown,
        reads,
        pages,
        searches: found,
        hostile,
        delays: await delays(reader, writer, engine),
      };
    }

    /** Returns the milliseconds until one process finds the changes of another one.
     * @param {MeasuredServer} reader @param {MeasuredServer} writer @param {string} engine */
    async function delays(reader, writer, engine) {
      const found = [];
      for (let turn = 0; turn < changes; turn += 1) {
        const word = `nyhed${turn}`;
        await write(writer, turn, {titel: `${titleOf(turn)} ${word}`});
        const stored = performance.now();
        for (;;) {
          const {antal} = await (await fetch(reader.url + searchPath(word))).json();
          if (antal === 1) break;
          await setTimeout(20);
        }
        found.push(performance.now() - stored);
        report(`${engine}, changes found`, turn + 1, changes);
      }
      return found;
    }

    /** @param {import('./fills.mjs').Fill} fill @param {() => Promise<MeasuredServer>} start @returns {Promise<FillFigures>} */
    async function measureFill({name, forms, fieldsOf, searches}, start) {
      const writer = await start();
      await fill(writer, `${forms} ${name}`, forms, fieldsOf);
      await writer.stop();
      const reader = await start();
      const search = async (/** @type {string} */ text) =>
        (await fetch(reader.url + searchPath(text))).json();
      const burst = (/** @type {number} */ number) =>
        Promise.all(
          Array.from({length: number}, (_, turn) => search(searches[turn % searches.length] ?? '')),
        );
      try {
        // The first requests are slower.
        for (let calls = 0; calls < 20; calls += 1) {
          await (await fetch(`${reader.url}/formularer/1/myndigheder`)).json();
        }
        const heap = await reader.heap();
        await reader.block();
        const started = performance.now();
        await burst(concurrent);
        const first = performance.now() - started;
        const firstBlock = await reader.block();
        const {antal: found} = await search('');
        await reader.block();
        await burst(concurrent);
        const block = await reader.block();
        const searchOften = async () => {
          for (let calls = 0; calls < searchesOfFill; calls += 1) {
            await search(searches[calls % searches.length] ?? '');
          }
        };
        await searchOften();
        const before = await reader.cpu();
        await searchOften();
        const cost = ((await reader.cpu()) - before) / searchesOfFill / 1000;
        const bytes = ((await reader.heap()) - heap) / found;
        return {name, forms, found, first, firstBlock, block, cost, bytes};
      } finally {
        await reader.stop();
      }
    }

    /** @param {MeasuredServer} server @param {number} index @param {object} [fields] */
    async function write({url}, index, fields = {}) {
      const body = JSON.stringify({
        ...variantOf(index),
        titel: titleOf(index),
        kortBeskrivelse: 'Til indberetning for en virksomhed, som blanket eller digitalt.',
        publiceringsdato: '2020-01-01',
        ...fields,
      });
      const response = await fetch(url + paths.variant(index), {method: 'PUT', headers, body});
      if (response.status !== 201) throw new Error(await response.text());
      await response.arrayBuffer();
    }

    /** @param {MeasuredServer} server @param {string} what @param {number} [count] @param {(index: number) => object} [fieldsOf] */
    function fill(server, what, count = variants, fieldsOf = () => ({})) {
      return inParallel(
        count,
        index => write(server, index, fieldsOf(index)),
        done => report(`${what}, created`, done, count),
      );
    }
  });
}

/** @param {number} index */
function permalinkOf(index) {
  const letters = {æ: 'ae', ø: 'oe', å: 'aa', Æ: 'Ae', Ø: 'Oe', Å: 'Aa'};
  const plain = titleOf(index).replace(/[æøå]/gi, letter => letters[/** @type {'æ'} */ (letter)]);
  return plain.replaceAll(' ', '_');
}
