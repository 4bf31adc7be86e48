import {readFileSync} from 'node:fs';
import {get} from 'node:http';
import {setTimeout} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

import {createDeliveries} from '../../dist/server/calendar/authority/deliveries.js';
import {createSubscriptions} from '../../dist/server/calendar/feed/subscriptions.js';
import {createRegistry} from '../../dist/server/forms/registry.js';
import {emptyPortal} from '../../dist/server/portal/portal.js';
import {createSupplier, paths, variantOf} from '../forms/supplier.mjs';
import {inParallel} from '../support/load.mjs';
import {redisVersion} from '../support/machine.mjs';
import {MeasuredServer} from '../support/processes.mjs';
import {sized} from '../support/sized.mjs';
import {openWhenReady} from '../support/store.mjs';
import {withRedis} from '../support/testing.mjs';

/**
 * @typedef {import('../run-one.mjs').Report} Report
 * @typedef {import('../support/store.mjs').Store} Store
 * @typedef {{status: number, etag: string, bytes: number}} Received
 */

/**
 * Milliseconds of the service's processor time for one response, in each round, and its bytes.
 *
 * @typedef {{whole: number[], notModified: number[], bytes: number}} Costs
 */

/**
 * The longest time until a response of `/health/live`, in milliseconds: elapsed, and the processor time of the service's thread in it, which
 * other load of the machine does not change.
 *
 * @typedef {{elapsed: number, processor: number}} Wait
 */

/**
 * The measurements of one engine. `waits`: in each round, while nothing else happens and while several feeds are read.
 *
 * @typedef {{feed: Costs, list: Costs, waits: {idle: Wait[], busy: Wait[]}}} LongListFigures
 */

/** @typedef {{deadlines: number, characters: number, polls: number, variants: number, engines: Record<string, LongListFigures>}} LongLists */

const authority = '19552101';
const supplier = '61966617';
const deadlines = sized(1_500, 30);
const characters = 10_000;
const polls = 10;
const variants = sized(100_000, 300);
const rounds = sized(3, 1);
const cli = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));

/** Reads feeds of many long deadlines, and the list of a supplier with many variants.
 * @param {Report} report */
export function measure(report) {
  return withRedis(['--appendonly', 'no'], async (directory, url) => {
    const {settings, headers} = await createSupplier(directory);
    const stores = {LMDB: `file:${directory}/store`, Redis: url};
    /** @type {Record<string, LongListFigures>} */
    const engines = {};
    for (const [engine, address] of Object.entries(stores)) {
      const feeds = await fill(address, engine, report);
      const server = await MeasuredServer.start(cli, ['serve'], {...settings, TAVLE_STORE: address});
      try {
        engines[engine] = {
          feed: await costsOf(server, feeds[0] ?? '', {}, `${engine}, feed`, report),
          list: await costsOf(server, paths.registry, headers, `${engine}, list`, report),
          waits: await waitsOf(server, feeds, engine, report),
        };
      } finally {
        await server.stop();
      }
    }
    return {tools: {Redis: redisVersion()}, data: {deadlines, characters, polls, variants, engines}};
  });
}

/** Fills a store, and returns the paths of feeds.
 * @param {string} address @param {string} engine @param {Report} report */
async function fill(address, engine, report) {
  const store = await openWhenReady(address);
  const {create} = createDeliveries(store);
  const beskrivelse = `<p>${'Indberet og betal momsen for perioden, æ. '.repeat(characters)}`.slice(
    0,
    characters,
  );
  await inParallel(
    deadlines,
    index =>
      create(authority, {overskrift: `Moms ${index}`, beskrivelse, fristDato: '2099-03-01', modtagere: []}),
    done => report(`${engine}, deadlines`, done, deadlines),
  );
  const registry = createRegistry(store, () => emptyPortal);
  const put = (/** @type {number} */ index) => {
    const egetId = `blanket-${String(index).padStart(6, '0')}`;
    const fields = /** @type {any} */ (variantOf(index));
    return registry.put({cvr: supplier, egetId}, () => ({content: {version: 2, fields}, masterId: '0'}));
  };
  await inParallel(variants, put, done => report(`${engine}, variants`, done, variants));
  const {renew} = createSubscriptions(store);
  const secrets = await Promise.all(
    Array.from({length: polls}, (_, index) => renew(String(10_000_000 + index))),
  );
  await store.close();
  return secrets.map(secret => `/calendar/1/abonnementer/${secret}.ics`);
}

/** @param {MeasuredServer} server @param {string} path @param {Record<string, string>} headers @param {string} what @param {Report} report
 * @returns {Promise<Costs>} */
async function costsOf(server, path, headers, what, report) {
  const {etag, bytes} = await receive(server.url + path, headers, 200);
  /** @type {Costs} */
  const costs = {whole: [], notModified: [], bytes};
  for (let round = 0; round < rounds; round += 1) {
    report(`${what}, round`, round + 1, rounds);
    const started = await server.cpu();
    await receive(server.url + path, headers, 200);
    const middle = await server.cpu();
    await receive(server.url + path, {...headers, 'if-none-match': etag}, 304);
    costs.whole.push((middle - started) / 1000);
    costs.notModified.push(((await server.cpu()) - middle) / 1000);
  }
  return costs;
}

/** @param {MeasuredServer} server @param {string[]} feeds @param {string} engine @param {Report} report */
async function waitsOf(server, feeds, engine, report) {
  /** @type {LongListFigures['waits']} */
  const waits = {idle: [], busy: []};
  for (let round = 0; round < rounds; round += 1) {
    report(`${engine}, waits, round`, round + 1, rounds);
    waits.idle.push(await longestWait(server, setTimeout(1_000)));
    const reads = Promise.all(feeds.map(path => receive(server.url + path, {}, 200)));
    waits.busy.push(await longestWait(server, reads));
  }
  return waits;
}

/** Returns the longest wait of another caller while `work` is pending.
 * @param {MeasuredServer} server @param {Promise<unknown>} work @returns {Promise<Wait>} */
async function longestWait({url, child}, work) {
  let isDone = false;
  void work.finally(() => (isDone = true));
  const longest = {elapsed: 0, processor: 0};
  const processorTime = () =>
    Number(readFileSync(`/proc/${child.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  while (!isDone) {
    const [started, before] = [performance.now(), processorTime()];
    await receive(`${url}/health/live`, {}, 200);
    longest.elapsed = Math.max(longest.elapsed, performance.now() - started);
    longest.processor = Math.max(longest.processor, processorTime() - before);
    await setTimeout(5);
  }
  await work;
  return longest;
}

/** Counts the bytes of a response without keeping them.
 * @param {string} url @param {Record<string, string>} headers @param {number} expected @returns {Promise<Received>} */
function receive(url, headers, expected) {
  return new Promise((resolve, reject) => {
    get(url, {headers, agent: false}, response => {
      const {statusCode: status = 0, headers: sent} = response;
      let bytes = 0;
      response.on('data', piece => (bytes += piece.length));
      response.on('error', reject);
      response.on('end', () => {
        if (status === expected) resolve({status, etag: sent.etag ?? '', bytes});
        else reject(new Error(`${url}: ${status}`));
      });
    }).on('error', reject);
  });
}
