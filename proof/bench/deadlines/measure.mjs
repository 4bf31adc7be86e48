/*
 * Measures the time of a company's month in stores of increasing size, and of deliveries to increasing numbers of companies. For
 * `run-one.mjs`; `section.mjs` writes the result into the manual.
 */
import {createCompanyCalendar, createDeliveries, records} from '../support/built.mjs';
import {authority, company} from '../support/portal.mjs';
import {inTurns, isSmall, report, sized} from '../support/rounds.mjs';
import {onBoth, openWhenReady, withRedis} from '../support/start.mjs';

/** @typedef {import('../support/start.mjs').Store} Store */

const month = {fra: '2027-03-01', til: '2027-03-31'};
const entries = isSmall ? [100, 1_000] : [1_000, 10_000, 100_000, 1_000_000];
const recipients = isSmall ? [100, 1_000] : [100, 1_000, 10_000, 100_000];
/** The number of reads in a round. */
const turns = sized(300, 3);
const rounds = sized(9, 1);
const deliveries = sized(5, 1);
const frist = {
  overskrift: 'Moms',
  beskrivelse: '<p>Betal</p>',
  afsenderNavn: 'Skattestyrelsen',
  fristDato: '2027-03-01',
};

/** Reads a company's month from stores of each size, and delivers to increasing numbers of companies. */
export function measure() {
  return withRedis(['--appendonly', 'no'], async (directory, url) => {
    /** @type {Record<string, Store>} */
    const stores = {};
    const storeOf = (/** @type {string} */ engine, /** @type {number} */ size) =>
      `${engine}, ${size} entries`;
    for (const size of entries) {
      stores[storeOf('LMDB', size)] = await openFilled(`file:${directory}/store-${size}`, size);
      stores[storeOf('Redis', size)] = await openFilled(`${url}?prefix=bench${size}`, size);
    }
    const costs = await inTurns(stores, rounds, readMonths);
    const engines = await onBoth(async engine => {
      const reads = entries.map(size => ({entries: size, costs: costs[storeOf(engine, size)] ?? []}));
      const largest = stores[storeOf(engine, entries.at(-1) ?? 0)];
      return {reads, ...(await deliver(engine, /** @type {Store} */ (largest)))};
    });
    await Promise.all(Object.values(stores).map(store => store.close()));
    return {turns, engines};
  });
}

/** Opens a store, and adds twenty deadlines of the company, then ten entries for each other company, up to `size` entries.
 * @param {string} address @param {number} size */
async function openFilled(address, size) {
  const store = await openWhenReady(address);
  const {create} = createDeliveries(store);
  for (let day = 1; day <= 20; day++) {
    const fristDato = `2027-03-${String(day).padStart(2, '0')}`;
    await create(authority, {...frist, fristDato, modtagere: [company]});
  }
  const batch = 50_000;
  for (let start = 20; start < size; start += batch) {
    const more = Array.from({length: Math.min(batch, size - start)}, (_, offset) => ({
      index: records.companyIndex(String(20_000_000 + Math.floor((start + offset) / 10))),
      member: `20270301:${String(start + offset).padStart(16, '0')}:AAAAAAAAAAAAAAAA`,
    }));
    await store.addEntries(more);
    report('index entries', start + more.length, size);
  }
  return store;
}

/** Returns the seconds until deliveries are acknowledged, and the changes of the store by a delivery to all companies.
 * @param {string} engine @param {Store} store */
async function deliver(engine, store) {
  const {create} = createDeliveries(store);
  const delivered = [];
  for (const companies of recipients) {
    const modtagere = Array.from({length: companies}, (_, index) => String(10_000_000 + index));
    report(`${engine}, recipients of a deadline`, companies, recipients.at(-1));
    delivered.push({companies, seconds: await timesOf(() => create(authority, {...frist, modtagere}))});
  }
  const broadcast = {...frist, modtagere: []};
  const seconds = await timesOf(() => create(authority, broadcast));
  const changes = await countChanges(store, counted =>
    createDeliveries(counted).create(authority, broadcast),
  );
  return {deliveries: delivered, toAll: {changes, seconds}};
}

/** Reads a month of twenty deadlines repeatedly. Returns the processor time of one read, in microseconds.
 * @param {Store} store */
async function readMonths(store) {
  const calendar = createCompanyCalendar(store);
  const before = process.cpuUsage();
  for (let turn = 0; turn < turns; turn++) {
    let found = 0;
    for await (const page of calendar.read({cvrs: [company]}, month).listAll()) found += page.length;
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

/** Counts the changes of the store that `work` makes.
 * @param {Store} store @param {(counted: Store) => Promise<unknown>} work */
async function countChanges(store, work) {
  let changes = 0;
  const counting = new Proxy(store, {
    get(target, name) {
      if (name === 'quotas') return target.quotas;
      const method = target[/** @type {Exclude<keyof Store, 'contents' | 'quotas'>} */ (name)];
      return (/** @type {unknown[]} */ ...parameters) => {
        if (name === 'addEntries' || name === 'removeEntries') {
          changes += /** @type {unknown[]} */ (parameters[0]).length;
        } else if (name === 'write' || name === 'remove' || name === 'next') {
          changes += 1;
        }
        return Reflect.apply(method, target, parameters);
      };
    },
  });
  await work(counting);
  return changes;
}
