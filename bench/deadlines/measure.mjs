import {createCompanyCalendar, createDeliveries, records} from '../support/built.mjs';
import {redisVersion} from '../support/machine.mjs';
import {authority, company} from '../support/portal.mjs';
import {report} from '../support/progress.mjs';
import {isSmall, sized} from '../support/sized.mjs';
import {withRedis} from '../support/testing.mjs';
import {openWhenReady} from '../support/store.mjs';
import {inTurns} from '../support/turns.mjs';
import {countChanges} from './count-changes.mjs';

/** @typedef {import('../support/store.mjs').Store} Store */

const month = {fra: '2027-03-01', til: '2027-03-31'};
const entries = isSmall ? [100, 1_000] : [1_000, 10_000, 100_000, 1_000_000];
const recipients = isSmall ? [100, 1_000] : [100, 1_000, 10_000, 100_000];
/** Reads in a round. */
const turns = sized(300, 3);
const rounds = sized(9, 1);
const deliveries = sized(5, 1);
const frist = {overskrift: 'Moms', beskrivelse: '<p>Betal</p>', fristDato: '2027-03-01'};

/** Reads a company's month from stores of each size, and delivers to increasing numbers of companies. */
export function measure() {
  return withRedis(['--appendonly', 'no'], async (directory, url) => {
    const stores = [
      ...(await fillAll('LMDB', size => `file:${directory}/store-${size}`)),
      ...(await fillAll('Redis', size => `${url}?prefix=bench${size}`)),
    ];
    const named = stores.map(({name, store}) => [name, store]);
    const costs = await inTurns(Object.fromEntries(named), rounds, readMonths);
    const measureOn = async (/** @type {string} */ wanted) => {
      const some = stores.filter(({engine}) => engine === wanted);
      // The last store is the largest.
      const delivered = await deliver(wanted, /** @type {Store} */ (some.at(-1)?.store));
      return {reads: some.map(({name, size}) => ({entries: size, costs: costs[name] ?? []})), ...delivered};
    };
    const engines = {LMDB: await measureOn('LMDB'), Redis: await measureOn('Redis')};
    await Promise.all(stores.map(({store}) => store.close()));
    return {tools: {Redis: redisVersion()}, data: {turns, engines}};
  });
}

/** Opens a store of each size. The company has twenty deadlines in each.
 * @param {string} engine @param {(size: number) => string} addressOf */
async function fillAll(engine, addressOf) {
  const stores = [];
  for (const size of entries) {
    const store = await openWhenReady(addressOf(size));
    const {create} = createDeliveries(store);
    for (let day = 1; day <= 20; day++) {
      const fristDato = `2027-03-${String(day).padStart(2, '0')}`;
      await create(authority, {...frist, fristDato, modtagere: [company]});
    }
    await fill(store, 20, size, engine);
    stores.push({engine, size, name: `${engine}, ${size} entries`, store});
  }
  return stores;
}

/** Returns the seconds until deliveries are acknowledged, and the changes of the store by a delivery to all companies.
 * @param {string} engine @param {Store} store */
async function deliver(engine, store) {
  const {create} = createDeliveries(store);
  const delivered = [];
  for (const size of recipients) {
    const modtagere = Array.from({length: size}, (_, index) => String(10_000_000 + index));
    report(`${engine}, recipients of a deadline`, size, recipients.at(-1));
    delivered.push({companies: size, seconds: await timesOf(() => create(authority, {...frist, modtagere}))});
  }
  const broadcast = {...frist, modtagere: []};
  const seconds = await timesOf(() => create(authority, broadcast));
  const changes = await countChanges(store, counted =>
    createDeliveries(counted).create(authority, broadcast),
  );
  return {deliveries: delivered, toAll: {changes, seconds}};
}

/** Adds entries of other companies, ten each, until the indexes have `to` entries in total.
 * @param {Store} store @param {number} from @param {number} to @param {string} engine */
async function fill(store, from, to, engine) {
  const batch = 50_000;
  for (let start = from; start < to; start += batch) {
    const more = Array.from({length: Math.min(batch, to - start)}, (_, offset) => ({
      index: records.companyIndex(String(20_000_000 + Math.floor((start + offset) / 10))),
      member: `20270301:${String(start + offset).padStart(16, '0')}:AAAAAAAAAAAAAAAA`,
    }));
    await store.addEntries(more);
    report(`${engine}, index entries`, start + more.length, to);
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
