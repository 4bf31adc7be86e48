/*
 * Measures the processor time of the month and the feed of a person with many companies, and of the month of a person with one. For
 * `run-one.mjs`; `section.mjs` writes the result into the manual.
 */
import {setTimeout} from 'node:timers/promises';

import {createCompanyCalendar, createDeliveries, createLinks, records} from '../support/built.mjs';
import {authority, createTokens} from '../support/portal.mjs';
import {withTavle} from '../support/processes.mjs';
import {receive} from '../support/receive.mjs';
import {costOf, inParallel, inTurns, report, sized} from '../support/rounds.mjs';
import {onBoth, openWhenReady, withRedis} from '../support/start.mjs';
import {longestWait} from '../support/waits.mjs';

/** @typedef {import('../support/processes.mjs').MeasuredServer} MeasuredServer */

const companies = sized(1_000, 60);
const cvrs = Array.from({length: companies}, (_, index) => String(20_000_000 + index));
/** Numbers of deadlines in a month: to all companies, to one company, and to 50 companies. */
const deadlines = {toAll: 12, own: 3, shared: 2};
const sharedBy = 50;
const months = 36;
const rounds = sized(11, 1);
const requests = sized(400, 10);
/** Requests before the first round. Together with the rounds, they stay below the 60 requests in a minute that a feed allows. */
const warmUps = sized(15, 0);

/** Returns a day of a month. The current month has the number 0. @param {number} months @param {number} day */
const dayIn = (months, day) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, day)).toISOString().slice(0, 10);
};
const month = {fra: dayIn(1, 1), til: dayIn(2, 0)};
const inPath = (/** @type {string} */ date) => date.split('-').reverse().join('-');
const query = `frister?fra=${inPath(month.fra)}&til=${inPath(month.til)}`;

/** Reads the month and the calendar feed of a person with many companies, and the month of a person with one. */
export function measure() {
  return withRedis(['--appendonly', 'no'], async (directory, url) => {
    const {settings, authorizations} = await createTokens(directory, [cvrs, cvrs.slice(0, 1)]);
    const [many, one] = authorizations.map(authorization => ({authorization}));
    const addresses = {LMDB: `file:${directory}/store`, Redis: url};
    const engines = await onBoth(async engine => {
      const feed = await fill(addresses[engine], engine);
      const env = {...settings, TAVLE_STORE: addresses[engine], TAVLE_AUDIT: `${directory}/${engine}.jsonl`};
      return withTavle(env, async server => {
        const path = (/** @type {string} */ start) => `/calendar/1/${start}/${query}`;
        return {
          month: await costsOf(server, path('mine'), many ?? {}, `${engine}, month`),
          feed: await costsOf(server, feed, {}, `${engine}, feed`),
          // Microseconds of processor time.
          one: await inTurns({shared: path('mine'), own: path(`virksomheder/${cvrs[0]}`)}, rounds, path =>
            costOf(server, {requests: [{path}], headers: one ?? {}, amount: requests, connections: 8}),
          ),
        };
      });
    });
    return {companies, deadlines, sharedBy, months, requests, engines};
  });
}

/** Fills a store, and returns the path of a feed of all companies. Months before those of the feed only have index entries.
 * @param {string} address @param {string} engine */
async function fill(address, engine) {
  const store = await openWhenReady(address);
  const {create} = createDeliveries(store);
  const beskrivelse = `<p>${'Indberet og betal for perioden, æ. '.repeat(6)}</p>`;
  const deliver = (/** @type {string} */ overskrift, /** @type {string[][]} */ recipients) =>
    inParallel(`${engine}, ${overskrift}`, recipients.length, index =>
      create(authority, {
        ...{overskrift, beskrivelse, afsenderNavn: 'Skattestyrelsen', modtagere: recipients[index] ?? []},
        fristDato: dayIn(1, 1 + (index % 28)),
      }),
    );
  await deliver('Til alle', Array(deadlines.toAll).fill([]));
  for (let own = 1; own <= deadlines.own; own += 1)
    await deliver(
      `Egen ${own}`,
      cvrs.map(cvr => [cvr]),
    );
  const groups = Array.from({length: companies / sharedBy}, (_, group) =>
    cvrs.slice(group * sharedBy, (group + 1) * sharedBy),
  );
  for (let shared = 1; shared <= deadlines.shared; shared += 1) await deliver(`Fælles ${shared}`, groups);

  for (let before = 1; before < months; before += 1) {
    const date = dayIn(-3 - before, 1).replaceAll('-', '');
    const entriesOf = (/** @type {string} */ cvr) =>
      Array.from({length: deadlines.own + deadlines.shared}, (_, index) => ({
        index: records.companyIndex(cvr),
        member: `${date}:${String(1_000_000 + index).padStart(16, '0')}:AAAAAAAAAAAAAAAA`,
      }));
    await store.addEntries(cvrs.flatMap(entriesOf));
    report(`${engine}, months`, before + 1, months);
  }

  // Each company is done with its first deadline.
  const calendar = createCompanyCalendar(store);
  const firstOwn = deadlines.toAll + 1;
  await inParallel(`${engine}, marks`, companies, index =>
    calendar.mark({cvrs: [cvrs[index] ?? '']}, firstOwn + index, {isKlaret: true}),
  );
  const {secret} = await createLinks(store).create({owner: 'bench', cvrs, issuedAt: 0}, 'Telefon');
  // Removes the notices of changes, as if the deadlines were older than a day.
  const notices = await store.scan(records.changesIndex, {limit: 1_000_000});
  await store.removeEntries(notices.slice(0, -1).map(member => ({index: records.changesIndex, member})));
  await store.close();
  return `/calendar/1/abonnementer/${secret}.ics`;
}

/** Returns the bytes of the response and, in each round, milliseconds of the service's processor time: for a response, for a 304, without a
 * request, and within the longest wait of another request during a response.
 * @param {MeasuredServer} server @param {string} path @param {Record<string, string>} headers @param {string} what */
async function costsOf(server, path, headers, what) {
  const url = server.url + path;
  const {etag, bytes} = await receive(url, headers, 200);
  for (let before = 0; before < warmUps; before += 1) await receive(url, headers, 200);
  /** @param {() => Promise<unknown>} work */
  const costIn = async work => {
    const started = await server.read('cpu');
    await work();
    // Waits until the process has freed the memory of the response.
    await setTimeout(100);
    return ((await server.read('cpu')) - started) / 1000;
  };
  const round = async () => ({
    whole: await costIn(() => receive(url, headers, 200)),
    notModified: await costIn(() => receive(url, {...headers, 'if-none-match': etag}, 304)),
    idle: await costIn(() => Promise.resolve()),
    turn: (await longestWait(server, receive(url, headers, 200))).processor,
  });
  const measured = await inTurns({[what]: undefined}, rounds, round);
  return {bytes, rounds: measured[what] ?? []};
}
