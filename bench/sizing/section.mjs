import {readFileSync} from 'node:fs';

import {median} from '../support/numbers.mjs';
import {show, table} from '../page/format.mjs';
import {country, recordsOf} from './country.mjs';

/** @typedef {import('./measure.mjs').Sizing} Sizing */

/** Maximum growth of the cost of a read and of a broadcast from the first year to the last. */
const maxGrowth = 1.5;

const names = {
  deadline: 'deadline, with one recipient',
  recipient: 'each further recipient',
  mark: 'mark of a company (read or hidden)',
  dashboard: 'person with chosen apps',
  form: 'form variant of 2 kB',
};

/** @param {string} name @returns {any} */
const resultOf = name =>
  JSON.parse(readFileSync(new URL(`../results/${name}.json`, import.meta.url), 'utf8')).data;

/** @param {import('../run-one.mjs').Result<Sizing>} result @returns {import('../page/page.mjs').Section} */
export function describe({data: {bytes, auditLine, memory, cluster, defaults}}) {
  const records = recordsOf();
  const total = (/** @type {string} */ engine) => {
    const size = /** @type {import('./measure.mjs').RecordBytes} */ (bytes[engine]);
    return (
      records.deadlines * size.deadline +
      records.recipients * size.recipient +
      records.marks * size.mark +
      records.dashboards * size.dashboard +
      records.forms * size.form
    );
  };
  const marksPerYear = records.marks / country.years;
  const rates = requestRates();
  const visits = country.companies * country.readers;
  const perVisit = {read: 1, month: 2, change: country.deadlines / 12};
  const coreSeconds =
    visits *
    Object.entries(perVisit).reduce((sum, [name, count]) => sum + count / (rates[name]?.Redis ?? NaN), 0);
  const peakCores = (coreSeconds * country.peak) / 3600;
  const [first, last] = [cluster.years[0], cluster.years.at(-1)];
  if (!first || !last) throw new Error('The simulation has no years.');
  const growth = {read: last.read / first.read, broadcast: last.broadcast / first.broadcast};
  const gb = (/** @type {number} */ size) => `${show(size / 1e9, size < 1e10 ? 1 : 0)} GB`;
  const growthOf = (/** @type {import('./simulate.mjs').Simulation} */ other) =>
    Math.max(...(other.years.at(-1)?.bytes ?? [])) / Math.max(...last.bytes);
  const clusterBytes = Math.max(...last.bytes) * cluster.scale;
  return {
    title: 'Sizing: all Danish companies',
    charts: [],
    goals: [
      {
        goal: `Sizing, a Redis Cluster after ${country.years} years: reading a company's month takes at most ${show(maxGrowth, 1)} times as long as after one year`,
        reached: show(growth.read, 2),
        met: growth.read <= maxGrowth,
      },
      {
        goal: `Sizing, a Redis Cluster after ${country.years} years: a deadline to all companies takes at most ${show(maxGrowth, 1)} times as long as after one year`,
        reached: show(growth.broadcast, 2),
        met: growth.broadcast <= maxGrowth,
      },
    ],
    text: `
${show(country.companies)} companies receive ${country.deadlines} deadlines each a year, and ${country.broadcasts} deadlines go to all of them. ${show(country.readers * 100)} % of the companies read their deadlines each month and mark
each one. Passed deadlines are kept for ${country.years} years. The store then has:

${table(
  ['Record', 'number'],
  Object.entries(records).map(([name, count]) => [name, show(count)]),
)}
| Store | Needs | Can one machine carry it? |
| --- | --- | --- |
| LMDB | ${gb(total('LMDB'))} of disk | yes: the data need not fit into memory, but reads are faster if it does |
| Redis, one server or behind Sentinels | ${gb(total('Redis'))} of memory on each server | yes, with twice that memory: Redis needs it while it rewrites its append-only file |
| Redis Cluster of six nodes | ${gb(clusterBytes)} of memory on the largest node | yes |

The audit log has a line of ${show(auditLine)} bytes for each change: ${gb(marksPerYear * auditLine)} a year, before compression. A visit reads the states of the apps once and two months, and marks ${show(perVisit.change)} deadlines. All visits
of a month take ${show(coreSeconds / 3600, 1)} hours of one core. If ${show(country.peak * 100)} % of them come within one hour, the processes need ${show(peakCores * 100, 1)} % of one core in that hour. So two small machines are enough for the service; the second one is for availability.

**Set \`zset-max-listpack-entries 512\` in Redis.** A company's index has ${show(country.deadlines * country.years)} entries after ${country.years} years. By default, Redis stores a sorted set of more than 128 entries in a form that needs more memory:
the simulated cluster below then needs ${show(growthOf(defaults), 1)} times the memory after ${country.years} years. All figures of Redis on this page are measured with 512.

### Bytes of a record

LMDB: growth of its file, without free pages. Redis: growth of \`used_memory\`. Index entries are included.

${table(
  ['Record', ...Object.keys(bytes)],
  Object.entries(names).map(([kind, name]) => [
    name,
    ...Object.values(bytes).map(size => show(size[/** @type {keyof typeof size} */ (kind)])),
  ]),
)}
### Requests of one core

From [Benchmarks of the server](benchmarks-server.md): the requests that one core of the service answers in a second, without the processor time of Redis.

${table(
  ['Request', 'LMDB', 'Redis'],
  Object.values(rates).map(({title, LMDB, Redis}) => [title, show(LMDB), show(Redis)]),
)}
A process has a resident set of ${show(memory.started / 2 ** 20)} MiB after its start, and of ${show(memory.loaded / 2 ** 20)} MiB at most after ${show(memory.requests)} requests over 64 connections. The search for forms adds at most 64 MB of texts.

### A Redis Cluster as its store grows

One company in ${cluster.scale}, on a cluster of ${cluster.nodes} nodes on one machine, filled year by year. Times are elapsed times of one request after the other, without HTTP.

${table(
  ['After', 'MB on each primary', 'µs to read a month', 'ms for a deadline to all companies'],
  cluster.years.map(({year, bytes: sizes, read, broadcast}) => [
    year === 1 ? '1 year' : `${year} years`,
    sizes.map(size => show(size / 1e6, 1)).join(', '),
    show(read),
    show(broadcast, 2),
  ]),
)}
${show(cluster.slots.keys)} keys are in ${show(cluster.slots.used)} of 16,384 slots. The largest slot has ${show(cluster.slots.largest / 1e3)} kB, the mean is ${show(cluster.slots.mean / 1e3, 1)} kB. The largest key has ${show(cluster.largestKey.bytes / 1e3)} kB
(\`${cluster.largestKey.key}\`): ${largestKeyText(cluster.largestKey.key)}
`,
  };
}

/** @param {string} key */
function largestKeyText(key) {
  return key.includes('modtagere')
    ? 'the list of one deadline’s recipients, which grows with their number and not with the years.'
    : 'it grows with the number of deadlines.';
}

/** Returns requests per second of one core, by operation. @returns {Record<string, {title: string, LMDB: number, Redis: number}>} */
function requestRates() {
  const requests = resultOf('requests');
  const rate = (/** @type {'read' | 'change' | 'month'} */ part, /** @type {string} */ engine) =>
    1e6 / median(requests[part][`Tavle on ${engine}`]);
  const both = (/** @type {string} */ title, /** @type {'read' | 'change' | 'month'} */ part) => ({
    title,
    LMDB: rate(part, 'LMDB'),
    Redis: rate(part, 'Redis'),
  });
  return {
    read: both('Reading the states of eight apps', 'read'),
    change: both('Changing a state, durably', 'change'),
    month: both('Reading a month of 20 deadlines', 'month'),
  };
}
