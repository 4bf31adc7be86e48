import {readFileSync} from 'node:fs';

import {median} from '../support/numbers.mjs';
import {show} from '../page/format.mjs';
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
    values: {
      ...{country, auditLine, memory, cluster, perVisit, coreSeconds},
      percent: {readers: country.readers * 100, peak: country.peak * 100, peakCores: peakCores * 100},
      records: Object.entries(records).map(([name, count]) => ({name, count})),
      size: {
        LMDB: gb(total('LMDB')),
        Redis: gb(total('Redis')),
        cluster: gb(Math.max(...last.bytes) * cluster.scale),
        audit: gb(marksPerYear * auditLine),
      },
      entries: country.deadlines * country.years,
      growthOfDefaults: Math.max(...(defaults.years.at(-1)?.bytes ?? [])) / Math.max(...last.bytes),
      kinds: Object.entries(names).map(([kind, name]) => ({
        name,
        LMDB: bytes.LMDB?.[/** @type {keyof typeof names} */ (kind)],
        Redis: bytes.Redis?.[/** @type {keyof typeof names} */ (kind)],
      })),
      requests: Object.values(rates),
      years: cluster.years.map(({year, bytes: sizes, read, broadcast}) => ({
        after: year === 1 ? '1 year' : `${year} years`,
        megabytes: sizes.map(size => show(size / 1e6, 1)).join(', '),
        read,
        broadcast,
      })),
      largestKey: cluster.largestKey.key.includes('modtagere')
        ? 'the list of one deadline’s recipients, which grows with their number and not with the years.'
        : 'it grows with the number of deadlines.',
    },
  };
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
