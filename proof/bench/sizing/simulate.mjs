import {median} from '../page/format.mjs';
import {Redis} from 'ioredis';

import {createCompanyCalendar, createDeliveries, keyPath, records} from '../support/built.mjs';
import {authority} from '../support/portal.mjs';
import {inParallel, report, sized} from '../support/rounds.mjs';
import {openWhenReady, testing, withServer} from '../support/start.mjs';
import {country, recordsOf} from './country.mjs';
import {createPeople, nameOf, ownerOf} from './people.mjs';

const scale = sized(100, 1_000);
const companies = country.companies / scale;
const recipients = country.recipients / scale;
const reads = sized(1_000, 10);
const broadcasts = sized(21, 3);
const slots = 16_384;
const cvrOf = (/** @type {number} */ index) => String(20_000_000 + (index % companies));

/** By default, Redis stores a sorted set of more than 128 members in a form that needs more than twice the memory. */
export const longerListpacks = ['--zset-max-listpack-entries', '512'];

/**
 * Fills a Redis Cluster of six nodes with data of one company in a hundred: first mails and calendar links, then, year by year, deadlines and
 * marks. After each year, measures the bytes of each primary, the elapsed microseconds of a read of a company's month, with one read after the
 * other, and the milliseconds of a deadline to all companies.
 *
 * @param {readonly string[]} settings Of Redis.
 */
export function simulate(settings) {
  return withServer(testing.startRedisCluster(15_000, 1, ...settings), async cluster => {
    const clients = cluster.masters.map(({port}) => new Redis(port));
    const store = await openWhenReady(cluster.url);
    await addPeople(store);
    const years = [];
    for (let year = 1; year <= country.years; year += 1) {
      await addYear(store, year);
      years.push({
        year,
        bytes: await Promise.all(clients.map(usedMemory)),
        read: await timeReads(store, year),
        broadcast: await timeBroadcasts(store, year),
      });
    }
    await store.close();
    const nodes = cluster.masters.length + cluster.replicas.length;
    const result = {scale, nodes, years, ...(await measureSlots(clients))};
    await Promise.all(clients.map(client => client.quit()));
    return result;
  });
}

/** @param {import('../support/start.mjs').Store} store */
async function addPeople(store) {
  const {addMails, addLink} = createPeople(store);
  const {reminders, links, accountants} = recordsOf();
  const add = (
    /** @type {string} */ what,
    /** @type {number} */ count,
    /** @type {(index: number) => unknown} */ work,
  ) => inParallel(`Redis Cluster, ${what}`, count / scale, async index => work(index));
  await add('mails', reminders, index => addMails(index, [cvrOf(index)]));
  await add('links', links, index => addLink(index, [cvrOf(index)]));
  await add('accountants', accountants, async index => {
    const cvrs = Array.from({length: country.clients}, (_, client) =>
      cvrOf(index * country.clients + client),
    );
    await addMails(companies + index, cvrs);
    await addLink(companies + index, cvrs);
  });
}

/** @param {import('../support/start.mjs').Store} store @param {number} year */
async function addYear(store, year) {
  const {create} = createDeliveries(store);
  const groups = companies / recipients;
  const deliveries = country.deadlines * groups;
  for (let delivery = 0; delivery < deliveries; delivery += 1) {
    const first = (delivery % groups) * recipients;
    const modtagere = Array.from({length: recipients}, (_, index) => cvrOf(first + index));
    const frist = deadline(year, Math.floor(delivery / groups), modtagere);
    const {fristId} = await create(authority, frist);
    const readers = modtagere.slice(0, recipients * country.readers);
    const month = records.monthOf(frist.fristDato);
    const marks = readers.flatMap((cvr, index) => {
      const owner = ownerOf(first + index);
      const klaret = {tid: '2026-11-28T12:00:00+01:00', navn: nameOf(first + index), owner};
      return [
        {path: keyPath(records.marksKey(cvr, month)), mark: {dateRevision: 0, klaret}},
        {path: keyPath(records.readMarksKey(owner, month)), mark: 0},
      ];
    });
    const stored = await store.contents.read(marks.map(({path}) => path));
    await store.contents.putDocuments(
      marks.map(({path, mark}, index) => ({
        path,
        version: (stored[index]?.version ?? 0) + 1,
        operation: 'AAAAAAAAAAAAAAAA',
        value: {.../** @type {object | undefined} */ (stored[index]?.value), [fristId]: mark},
      })),
    );
    report(`Redis Cluster, year ${year}, deliveries`, delivery + 1, deliveries);
  }
  for (let week = 0; week < country.broadcasts; week += 1) await create(authority, deadline(year, week, []));
}

/** @param {number} year @param {number} index @param {string[]} modtagere */
function deadline(year, index, modtagere) {
  const month = String(1 + (index % 12)).padStart(2, '0');
  return {
    overskrift: `Moms: ${index}. frist`,
    beskrivelse: '<p>Indberet og betal moms. Indberet også, selv om I intet har at angive.</p>',
    afsenderNavn: 'Skattestyrelsen',
    fristDato: `${2090 + year}-${month}-01`,
    modtagere,
  };
}

/** @param {import('../support/start.mjs').Store} store @param {number} year */
async function timeReads(store, year) {
  const calendar = createCompanyCalendar(store);
  const days = {fra: `${2090 + year}-03-01`, til: `${2090 + year}-03-31`};
  const read = async (/** @type {number} */ turn) => {
    let found = 0;
    const company = (turn * 37) % companies;
    const reading = calendar.read({cvrs: [cvrOf(company)], owner: ownerOf(company)}, days);
    for await (const page of reading.listAll()) found += page.length;
    if (!found) throw new Error('A month is empty.');
  };
  for (let turn = 0; turn < 100; turn += 1) await read(turn);
  const started = performance.now();
  for (let turn = 0; turn < reads; turn += 1) await read(turn);
  return ((performance.now() - started) * 1000) / reads;
}

/** @param {import('../support/start.mjs').Store} store @param {number} year */
async function timeBroadcasts(store, year) {
  const {create, withdraw} = createDeliveries(store);
  const times = [];
  for (let turn = 0; turn < broadcasts; turn += 1) {
    const started = performance.now();
    const {fristId} = await create(authority, deadline(year, turn, []));
    times.push(performance.now() - started);
    await withdraw(authority, fristId, () => undefined);
  }
  return median(times);
}

/** @param {Redis} client */
export async function usedMemory(client) {
  return Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]);
}

/** Adds the bytes of all keys by slot. @param {readonly Redis[]} clients */
async function measureSlots(clients) {
  const bytes = new Map();
  const largestKey = {key: '', bytes: 0};
  let keys = 0;
  for (let slot = 0; slot < slots; slot += 1) {
    const client = clients[Math.floor((slot * clients.length) / slots)];
    const found = /** @type {string[]} */ (await client?.cluster('GETKEYSINSLOT', slot, 1_000_000));
    const pipeline = client?.pipeline();
    for (const key of found) pipeline?.memory('USAGE', key);
    const sizes = (await pipeline?.exec()) ?? [];
    for (const [index, [, size]] of sizes.entries()) {
      bytes.set(slot, (bytes.get(slot) ?? 0) + Number(size));
      if (Number(size) > largestKey.bytes)
        Object.assign(largestKey, {key: found[index], bytes: Number(size)});
    }
    keys += found.length;
    if (slot % 256 === 255) report('Redis Cluster, slots', slot + 1, slots);
  }
  const all = [...bytes.values()];
  const mean = all.reduce((sum, size) => sum + size, 0) / all.length;
  return {slots: {used: bytes.size, keys, largest: Math.max(...all), mean}, largestKey};
}
