/*
 * Measures the processor time of feeds with many long deadlines and of a list with many variants, and how long other requests wait. For
 * `run-one.mjs`; `section.mjs` writes the result into the manual.
 */
import {setTimeout} from 'node:timers/promises';

import {createDeliveries, createLinks} from '../support/built.mjs';
import {paths, putVariants} from '../forms/variants.mjs';
import {authority, createCertificate, supplier} from '../support/portal.mjs';
import {withTavle} from '../support/processes.mjs';
import {receive} from '../support/receive.mjs';
import {inParallel, report, sized} from '../support/rounds.mjs';
import {onBoth, openWhenReady, withRedis} from '../support/start.mjs';
import {longestWait} from '../support/waits.mjs';

/** @typedef {import('../support/processes.mjs').MeasuredServer} MeasuredServer */

const deadlines = sized(1_500, 30);
const characters = 10_000;
const polls = 10;
// The maximum number of variants of a supplier.
const variants = sized(20_000, 300);
const rounds = sized(3, 1);

/** Reads feeds of many long deadlines, and the list of a supplier with many variants. */
export function measure() {
  return withRedis(['--appendonly', 'no'], async (directory, url) => {
    const {settings, headers} = await createCertificate(directory, supplier);
    const addresses = {LMDB: `file:${directory}/store`, Redis: url};
    const engines = await onBoth(async engine => {
      const feeds = await fill(addresses[engine], engine);
      return withTavle({...settings, TAVLE_STORE: addresses[engine]}, async server => ({
        feed: await costsOf(server, feeds[0] ?? '', {}, `${engine}, feed`),
        list: await costsOf(server, paths.registry, headers, `${engine}, list`),
        waits: await waitsOf(server, feeds, engine),
      }));
    });
    return {deadlines, characters, polls, variants, engines};
  });
}

/** Fills a store, and returns the paths of feeds.
 * @param {string} address @param {string} engine */
async function fill(address, engine) {
  const store = await openWhenReady(address);
  const {create} = createDeliveries(store);
  const beskrivelse = `<p>${'Indberet og betal momsen for perioden, æ. '.repeat(characters)}`.slice(
    0,
    characters,
  );
  const deadline = {beskrivelse, afsenderNavn: 'Skattestyrelsen', fristDato: '2099-03-01', modtagere: []};
  await inParallel(`${engine}, deadlines`, deadlines, index =>
    create(authority, {...deadline, overskrift: `Moms ${index}`}),
  );
  await putVariants(store, engine, variants);
  const links = createLinks(store);
  const companies = Array.from({length: polls}, (_, index) => String(10_000_000 + index));
  const created = await Promise.all(
    companies.map(cvr => links.create({owner: cvr, cvrs: [cvr], issuedAt: 0}, 'Telefon')),
  );
  await store.close();
  return created.map(({secret}) => `/calendar/1/abonnementer/${secret}.ics`);
}

/** Returns the milliseconds of the service's processor time for one response, in each round, and its bytes.
 * @param {MeasuredServer} server @param {string} path @param {Record<string, string>} headers @param {string} what */
async function costsOf(server, path, headers, what) {
  const {etag, bytes} = await receive(server.url + path, headers, 200);
  const whole = [];
  const notModified = [];
  for (let round = 0; round < rounds; round += 1) {
    report(`${what}, round`, round + 1, rounds);
    const started = await server.read('cpu');
    await receive(server.url + path, headers, 200);
    const middle = await server.read('cpu');
    await receive(server.url + path, {...headers, 'if-none-match': etag}, 304);
    whole.push((middle - started) / 1000);
    notModified.push(((await server.read('cpu')) - middle) / 1000);
  }
  return {whole, notModified, bytes};
}

/** Returns the longest waits in each round, while nothing else happens and while several feeds are read.
 * @param {MeasuredServer} server @param {string[]} feeds @param {string} engine */
async function waitsOf(server, feeds, engine) {
  const idle = [];
  const busy = [];
  for (let round = 0; round < rounds; round += 1) {
    report(`${engine}, waits, round`, round + 1, rounds);
    idle.push(await longestWait(server, setTimeout(1_000)));
    const reads = Promise.all(feeds.map(path => receive(server.url + path, {}, 200)));
    busy.push(await longestWait(server, reads));
  }
  return {idle, busy};
}
