/*
 * Measures the processor time of searches among many forms, hostile ones included. For `run-one.mjs`; `section.mjs` writes the result into the
 * manual.
 */
import {setTimeout} from 'node:timers/promises';

import {createVariant, paths} from '../forms/variants.mjs';
import {createCertificate, supplier} from '../support/portal.mjs';
import {withTavle} from '../support/processes.mjs';
import {costOf, inParallel, inTurns, report, sized} from '../support/rounds.mjs';
import {onBoth, withRedis} from '../support/start.mjs';
import {fills, ordinary} from './fills.mjs';
import {hostileSearches, searches, titleOf} from './titles.mjs';

/** @typedef {import('../support/processes.mjs').MeasuredServer} MeasuredServer */

const variants = sized(20_000, 200);
const requests = sized(500, 20);
const rounds = sized(5, 1);
const changes = sized(20, 1);
const concurrent = 20;
const searchesOfFill = sized(300, 10);

const searchPath = (/** @type {string} */ text) => `/formularer/1?soeg=${encodeURIComponent(text)}`;

/** @param {MeasuredServer} server @param {string} text @returns {Promise<{antal: number}>} */
const search = async ({url}, text) => (await fetch(url + searchPath(text))).json();

/** Measures searches among many forms on both engines. */
export function measure() {
  return withRedis(['--appendonly', 'no'], async (directory, url) => {
    const {settings, headers} = await createCertificate(directory, supplier);
    const envOf = (/** @type {string} */ store) => ({
      ...settings,
      TAVLE_STORE: store,
      TAVLE_PUBLIC_RATE_LIMIT: 'off',
    });
    const addresses = {LMDB: `file:${directory}/store`, Redis: url};
    const engines = await onBoth(engine => measureOn(engine, addresses[engine]));
    const measured = [];
    for (const [index, fill] of fills.entries()) {
      measured.push(await measureFill(fill, envOf(`file:${directory}/fill-${index}`)));
    }
    return {variants, searches: searches.length, engines, fills: measured};

    /** @param {MeasuredServer} server @param {number} index @param {object} fields */
    function write({url}, index, fields) {
      return createVariant(url, headers, index, {...fields, publiceringsdato: '2020-01-01'});
    }

    /** Returns milliseconds until a second process listens and until its first search returns; its growth in memory by that search, in bytes;
     * microseconds of processor time for one request, in each round; and milliseconds until it finds changes of the first process.
     * @param {string} engine @param {string} store */
    function measureOn(engine, store) {
      return withTavle(envOf(store), async writer => {
        await inParallel(`${engine}, created`, variants, index => write(writer, index, ordinary(index)));
        const starting = performance.now();
        return withTavle(envOf(store), async reader => {
          const ready = performance.now() - starting;
          const small = await reader.read('peak');
          const started = performance.now();
          const {antal} = await search(reader, '');
          const first = performance.now() - started;
          if (antal !== variants) throw new Error(`The search finds ${antal} forms.`);
          const grown = (await reader.read('peak')) - small;
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
          );
          return {ready, first, grown, ...costs, delays: await delays(reader, writer, engine)};
        });
      });
    }

    /** Returns the milliseconds until one process finds the changes of another one.
     * @param {MeasuredServer} reader @param {MeasuredServer} writer @param {string} engine */
    async function delays(reader, writer, engine) {
      const found = [];
      for (let turn = 0; turn < changes; turn += 1) {
        const word = `nyhed${turn}`;
        await write(writer, turn, {...ordinary(turn), titel: `${titleOf(turn)} ${word}`});
        const stored = performance.now();
        while ((await search(reader, word)).antal !== 1) await setTimeout(20);
        found.push(performance.now() - stored);
        report(`${engine}, changes found`, turn + 1, changes);
      }
      return found;
    }

    /**
     * Measures one content of an embedded store. `first`: milliseconds until concurrent searches of a new process return. `firstBlock`, `block`:
     * the longest time in which the process served nothing else, during these and during later searches. `cost`: milliseconds of processor time of
     * a search. `bytes`: bytes of reachable objects for a form.
     *
     * @param {import('./fills.mjs').Fill} fill @param {NodeJS.ProcessEnv} env
     */
    async function measureFill({name, forms, fieldsOf, searches}, env) {
      await withTavle(env, writer =>
        inParallel(`${forms} ${name}, created`, forms, index => write(writer, index, fieldsOf(index))),
      );
      return withTavle(env, async reader => {
        const searchFor = (/** @type {number} */ turn) =>
          search(reader, searches[turn % searches.length] ?? '');
        const burst = () => Promise.all(Array.from({length: concurrent}, (_, turn) => searchFor(turn)));
        const searchOften = async () => {
          for (let turn = 0; turn < searchesOfFill; turn += 1) await searchFor(turn);
        };
        // Warms up the process: the first requests are slower.
        for (let calls = 0; calls < 20; calls += 1) {
          await (await fetch(`${reader.url}/formularer/1/myndigheder`)).json();
        }
        const heap = await reader.read('heap');
        await reader.read('block');
        const started = performance.now();
        await burst();
        const first = performance.now() - started;
        const firstBlock = await reader.read('block');
        const {antal: found} = await search(reader, '');
        await reader.read('block');
        await burst();
        const block = await reader.read('block');
        await searchOften();
        const before = await reader.read('cpu');
        await searchOften();
        const cost = ((await reader.read('cpu')) - before) / searchesOfFill / 1000;
        const bytes = ((await reader.read('heap')) - heap) / found;
        return {name, forms, found, first, firstBlock, block, cost, bytes};
      });
    }
  });
}

/** @param {number} index */
function permalinkOf(index) {
  const letters = {æ: 'ae', ø: 'oe', å: 'aa', Æ: 'Ae', Ø: 'Oe', Å: 'Aa'};
  const plain = titleOf(index).replace(/[æøå]/gi, letter => letters[/** @type {'æ'} */ (letter)]);
  return plain.replaceAll(' ', '_');
}
