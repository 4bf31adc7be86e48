import {createCompanyCalendar} from '../../dist/server/calendar/company-calendar.js';
import {createDeliveries} from '../../dist/server/calendar/authority/deliveries.js';
import {companyIndex} from '../../dist/server/calendar/records.js';
import {redisVersion} from '../support/machine.mjs';
import {isSmall, sized} from '../support/sized.mjs';
import {withRedis} from '../support/testing.mjs';
import {openWhenReady} from '../support/store.mjs';
import {inTurns} from '../support/turns.mjs';
import {countChanges} from './count-changes.mjs';

/**
 * @typedef {import('../support/store.mjs').Store} Store
 * @typedef {import('../run-one.mjs').Report} Report
 */

/**
 * The measurements of one engine.
 *
 * @typedef {object} EngineFigures
 * @property {{entries: number, costs: number[]}[]} reads Microseconds of processor time for one read in each round, by number of index
 *   entries of all companies.
 * @property {{companies: number, seconds: number[]}[]} deliveries Until a delivery is acknowledged, by number of recipients.
 * @property {{changes: number, seconds: number[]}} toAll A delivery to all companies, with the changes of the store.
 */

/** @typedef {{turns: number, engines: Record<string, EngineFigures>}} Deadlines `turns`: reads in a round. */

const authority = '19552101';
const company = '24256790';
const month = {fra: '2027-03-01', til: '2027-03-31'};
const entries = isSmall ? [100, 1_000] : [1_000, 10_000, 100_000, 1_000_000];
const recipients = isSmall ? [100, 1_000] : [100, 1_000, 10_000, 100_000];
const turns = sized(300, 3);
const rounds = sized(9, 1);
const deliveries = sized(5, 1);
const frist = {overskrift: 'Moms', beskrivelse: '<p>Betal</p>', fristDato: '2027-03-01'};

/** Reads a company's month from stores of each size, and delivers to increasing numbers of companies.
 * @param {Report} report */
export function measure(report) {
  return withRedis(['--appendonly', 'no'], async (directory, url) => {
    const stores = {
      LMDB: await fillAll('LMDB', size => `file:${directory}/store-${size}`, report),
      Redis: await fillAll('Redis', size => `${url}?prefix=bench${size}`, report),
    };
    const named = Object.entries(stores).flatMap(([engine, sizes]) =>
      sizes.map(({size, store}) => [`${engine}, ${size} entries`, store]),
    );
    const costs = await inTurns(Object.fromEntries(named), rounds, readMonths, report);
    /** @type {Deadlines} */
    const data = {turns, engines: {}};
    for (const [engine, sizes] of Object.entries(stores)) {
      const reads = sizes.map(({size}) => ({
        entries: size,
        costs: costs[`${engine}, ${size} entries`] ?? [],
      }));
      const [largest] = sizes.slice(-1);
      if (largest) data.engines[engine] = {reads, ...(await deliver(engine, largest.store, report))};
      await Promise.all(sizes.map(({store}) => store.close()));
    }
    return {tools: {Redis: redisVersion()}, data};
  });
}

/** Opens a store of each size. The company has twenty deadlines in each.
 * @param {string} engine @param {(size: number) => string} addressOf @param {Report} report */
async function fillAll(engine, addressOf, report) {
  const stores = [];
  for (const size of entries) {
    const store = await openWhenReady(addressOf(size));
    const {create} = createDeliveries(store);
    for (let day = 1; day <= 20; day++) {
      const fristDato = `2027-03-${String(day).padStart(2, '0')}`;
      await create(authority, {...frist, fristDato, modtagere: [company]});
    }
    await fill(store, 20, size, done => report(`${engine}, index entries`, done, size));
    stores.push({size, store});
  }
  return stores;
}

/** @param {string} engine @param {Store} store @param {Report} report */
async function deliver(engine, store, report) {
  const {create} = createDeliveries(store);
  const delivered = [];
  for (const size of recipients) {
    const modtagere = Array.from({length: size}, (_, index) => String(10_000_000 + index));
    report(`${engine}, recipients of a deadline`, size, recipients.at(-1));
    const seconds = await timesOf(() => create(authority, {...frist, modtagere}));
    delivered.push({companies: size, seconds});
  }
  const broadcast = {...frist, modtagere: []};
  const seconds = await timesOf(() => create(authority, broadcast));
  const changes = await countChanges(store, counted =>
    createDeliveries(counted).create(authority, broadcast),
  );
  return {deliveries: delivered, toAll: {changes, seconds}};
}

/** Adds entries of other companies, ten each, until the indexes have `to` entries in total.
 * @param {Store} store @param {number} from @param {number} to @param {(done: number) => void} report */
async function fill(store, from, to, report) {
  const batch = 50_000;
  for (let start = from; start < to; start += batch) {
    const more = Array.from({length: Math.min(batch, to - start)}, (_, offset) => ({
      index: companyIndex(String(20_000_000 + Math.floor((start + offset) / 10))),
      member: `20270301:${String(start + offset).padStart(16, '0')}:AAAAAAAAAAAAAAAA`,
    }));
    await store.addEntries(more);
    report(start + more.length);
  }
}

/** Reads a month of twenty deadlines repeatedly. Returns the processor time of one read, in microseconds.
 * @param {Store} store */
async function readMonths(store) {
  const calendar = createCompanyCalendar(store);
  const before = process.cpuUsage();
  for (let turn = 0; turn < turns; turn++) {
    let found = 0;
    for await (const page of calendar.listAll(company, month)) found += page.length;
    if (found !== 20) throw new Error(`${found} deadlines were read, not 20.`);
  }
  const {user, system} = process.cpuUsage(before);
  return (user + system) / turns;
}

/** Returns the seconds that `work` takes each time, after a first run.
 * @param {() => Promise<unknown>} work */
async function timesOf(work) {
  const seconds = [];
  for (let turn = 0; turn <= deliveries; turn++) {
    const started = performance.now();
    await work();
    if (turn) seconds.push((performance.now() - started) / 1000);
  }
  return seconds;
}
