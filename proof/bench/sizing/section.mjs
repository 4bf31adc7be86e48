import {readFileSync} from 'node:fs';

import {atMost, median, show} from '../page/format.mjs';
import {country, recordsOf} from './country.mjs';

/** @typedef {'LMDB' | 'Redis'} Engine */
const engines = /** @type {const} */ (['LMDB', 'Redis']);

/** Mails that a process sends in a minute: the default of `TAVLE_MAIL_RATE`. */
const defaultMailRate = 200;

/** The kinds of records, with their names in the two tables. */
const kinds = /** @type {const} */ ([
  ['deadline', 'deadlines', 'deadlines', 'deadline, with one recipient'],
  ['recipient', 'recipients', 'recipients', 'each further recipient'],
  ['mark', 'marks', 'marks of companies', 'mark of a company (done or hidden)'],
  ['read', 'reads', 'read marks of persons', 'read mark of a person'],
  ['dashboard', 'dashboards', 'persons with chosen apps', 'person with chosen apps'],
  ['reminder', 'reminders', 'persons with mails for one company', 'person with mails for one company'],
  ['link', 'links', 'calendar links of one company', 'calendar link of one company'],
  [
    'accountant',
    'accountants',
    'accountants with mails and a link',
    `accountant with mails and a link for ${country.clients} companies`,
  ],
  ['form', 'forms', 'form variants', 'form variant of 2 kB'],
]);

/** Returns the goals and the values for `section.md`, for `write-page.mjs`. Add a figure that the page needs to `values`.
 * @param {import('../run-one.mjs').Result<typeof import('./measure.mjs').measure>} result @returns {import('../write-page.mjs').Section} */
export function describe({data: {bytes, morning, auditLine, memory, cluster, defaults}}) {
  const records = recordsOf();
  /** Returns the bytes of all records. @param {Engine} engine */
  const total = engine =>
    kinds.reduce((sum, [kind, plural]) => sum + records[plural] * bytes[engine][kind], 0);
  const mailed = records.reminders + records.accountants;
  /** Returns the seconds of processor time for the mails of a morning. @param {Engine} engine */
  const secondsOf = engine => {
    const {person, accountant, smtp} = morning[engine];
    return {
      persons: person * 1e5,
      accountants: accountant * records.accountants,
      all: person * records.reminders + accountant * records.accountants,
      smtp: smtp * mailed,
    };
  };
  const seconds = {LMDB: secondsOf('LMDB'), Redis: secondsOf('Redis')};
  const rates = requestRates();
  const perVisit = {read: 1, month: 2, change: (2 * country.deadlines) / 12};
  const visit =
    perVisit.read / rates.read.Redis +
    perVisit.month / rates.month.Redis +
    perVisit.change / rates.change.Redis;
  const coreSeconds = country.companies * country.readers * visit;
  const [first, last] = [cluster.years[0], cluster.years.at(-1)];
  if (!first || !last) throw new Error('The simulation has no years.');
  const gb = (/** @type {number} */ size) => `${show(size / 1e9, size < 1e10 ? 1 : 0)} GB`;
  const goal = (/** @type {string} */ what) =>
    `A Redis Cluster after ${country.years} years: ${what} takes at most 1.5 times as long as after one year`;
  const mailGoal = (/** @type {Engine} */ engine) =>
    `The mails of a morning to 100,000 persons, ${engine}: at most 90 s of processor time, without SMTP`;
  const storageGoal = (/** @type {Engine} */ engine) =>
    `The storage of mails and a calendar link for ${country.clients} companies, ${engine}: at most 64 kB`;
  return {
    title: 'Sizing: all Danish companies',
    goals: [
      atMost(goal("reading a company's month"), last.read / first.read, 1.5, 2),
      atMost(goal('a deadline to all companies'), last.broadcast / first.broadcast, 1.5, 2),
      ...engines.map(engine => atMost(mailGoal(engine), seconds[engine].persons, 90, 0, ' s')),
      ...engines.map(engine => atMost(storageGoal(engine), bytes[engine].accountant / 1024, 64, 0, ' kB')),
    ],
    values: {
      ...{country, auditLine, memory, cluster, perVisit, coreSeconds, mailed},
      percent: {
        readers: country.readers * 100,
        mailed: country.mailed * 100,
        linked: country.linked * 100,
        peak: country.peak * 100,
        peakCores: (coreSeconds * country.peak * 100) / 3600,
      },
      records: kinds.map(([, plural, name]) => ({name, count: records[plural]})),
      size: {
        LMDB: gb(total('LMDB')),
        Redis: gb(total('Redis')),
        cluster: gb(Math.max(...last.bytes) * cluster.scale),
        audit: gb(((records.marks + records.reads) / country.years) * auditLine),
      },
      seconds,
      mailHours: mailed / defaultMailRate / 60,
      entries: country.deadlines * country.years,
      growthOfDefaults: Math.max(...(defaults.years.at(-1)?.bytes ?? [])) / Math.max(...last.bytes),
      kinds: kinds.map(([kind, , , name]) => ({name, LMDB: bytes.LMDB[kind], Redis: bytes.Redis[kind]})),
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

/** Returns requests per second of one core, by operation. */
function requestRates() {
  const file = new URL('../results/requests.json', import.meta.url);
  /** @type {import('../run-one.mjs').Result<typeof import('../requests/measure.mjs').measure>} */
  const {data} = JSON.parse(readFileSync(file, 'utf8'));
  const both = (/** @type {string} */ title, /** @type {'read' | 'change' | 'month'} */ part) => ({
    title,
    LMDB: 1e6 / median(data[part]['Tavle on LMDB'] ?? []),
    Redis: 1e6 / median(data[part]['Tavle on Redis'] ?? []),
  });
  return {
    read: both('Reading the states of eight apps', 'read'),
    change: both('Changing a state, durably', 'change'),
    month: both('Reading a month of 20 deadlines', 'month'),
  };
}
