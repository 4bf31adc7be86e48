import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {availableParallelism, tmpdir} from 'node:os';
import {join} from 'node:path';

import {createCompanyCalendar} from '../dist/server/calendar/company.js';
import {createDeliveries} from '../dist/server/calendar/deliveries.js';
import {companyIndex} from '../dist/server/calendar/records.js';
import {openStore} from '../dist/server/store/open-store.js';
import {median} from './numbers.mjs';
import {startRedis} from './processes.mjs';

/** @typedef {import('../dist/server/store/store.js').Store} Store */

const authority = '19552101';
const company = '24256790';
const month = {fra: '2027-03-01', til: '2027-03-31'};
const sizes = [1_000, 1_000_000];
const reads = 300;
const rounds = 9;

const quiet = {info: () => undefined, warn: () => undefined};
const frist = {overskrift: 'Moms', beskrivelse: '<p>Betal</p>', fristDato: '2027-03-01'};

const directory = await mkdtemp(join(tmpdir(), 'tavle-bench-'));
const redis = await startRedis(directory);
const engines = {LMDB: `file:${directory}/store`, Redis: redis.url};

try {
  const sections = [];
  for (const [engine, address] of Object.entries(engines)) sections.push(await measure(engine, address));
  const report = describe(sections);
  await writeFile(new URL('results/deadlines.md', import.meta.url), report);
  console.log(report);
} finally {
  await redis.stop();
  await rm(directory, {recursive: true, force: true});
}

/** @param {string} engine @param {string} address */
async function measure(engine, address) {
  const store = openStore(address, quiet);
  while (
    !(await store.ping().then(
      () => true,
      () => false,
    ))
  );
  const deliveries = createDeliveries(store);

  for (let day = 1; day <= 20; day++) {
    const fristDato = `2027-03-${String(day).padStart(2, '0')}`;
    await deliveries.create(authority, {...frist, fristDato, modtagere: [company]});
  }

  /** @type {Map<number, number[]>} */
  const costs = new Map();
  let filled = 20;
  for (const size of sizes) {
    await fill(store, filled, size);
    filled = size;
    await readMonths(store, reads);
    const results = [];
    for (let round = 0; round < rounds; round++) results.push(await readMonths(store, reads));
    costs.set(size, results);
  }

  const many = Array.from({length: 10_000}, (_, place) => String(10_000_000 + place));
  const started = performance.now();
  await deliveries.create(authority, {...frist, modtagere: many});
  const fanOut = (performance.now() - started) / 1000;
  const broadcast = await countChanges(store);
  await store.close();
  return {engine, costs, fanOut, broadcast};
}

/** Adds entries of other companies, ten each, until the indexes hold `to` in all.
 * @param {Store} store @param {number} from @param {number} to */
async function fill(store, from, to) {
  const batch = 50_000;
  for (let start = from; start < to; start += batch) {
    const entries = Array.from({length: Math.min(batch, to - start)}, (_, place) => ({
      index: companyIndex(String(20_000_000 + Math.floor((start + place) / 10))),
      member: `20270301:${String(start + place).padStart(16, '0')}:AAAAAAAAAAAAAAAA`,
    }));
    await store.addEntries(entries);
    process.stderr.write(`\r${start + entries.length} of ${to} index entries `);
  }
  process.stderr.write('\n');
}

/** Reads a month of twenty deadlines and gives the processor time of one read, in microseconds.
 * @param {Store} store @param {number} count */
async function readMonths(store, count) {
  const calendar = createCompanyCalendar(store);
  const before = process.cpuUsage();
  for (let turn = 0; turn < count; turn++) {
    let found = 0;
    for await (const page of calendar.list(company, month)) found += page.length;
    if (found !== 20) throw new Error(`${found} deadlines were read, not 20.`);
  }
  const {user, system} = process.cpuUsage(before);
  return (user + system) / count;
}

/** How many changes of the store a deadline to all companies takes.
 * @param {Store} store */
async function countChanges(store) {
  let changes = 0;
  const counting = new Proxy(store, {
    get(target, name) {
      const method = target[/** @type {Exclude<keyof Store, 'contents'>} */ (name)];
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
  await createDeliveries(counting).create(authority, {...frist, modtagere: []});
  return changes;
}

/** @param {Awaited<ReturnType<typeof measure>>[]} sections */
function describe(sections) {
  const rows = sections.map(({engine, costs, fanOut, broadcast}) => {
    const [small = NaN, large = NaN] = sizes.map(size => median(costs.get(size) ?? []));
    const cells = [
      small.toFixed(0),
      large.toFixed(0),
      (large / small).toFixed(2),
      fanOut.toFixed(2),
      broadcast,
    ];
    return `| ${engine} | ${cells.join(' | ')} |`;
  });
  return `# Deadlines

A company's month of twenty deadlines, read while the indexes of all companies hold a thousand and a million entries: processor time of
one read, in microseconds, the client's side of Redis. Then the seconds that one delivery to 10,000 companies takes, and the
changes of the store that one to all companies takes, which do not depend on how many there are.

| Engine | 1,000 entries | 1,000,000 entries | ratio | to 10,000 companies, s | to all: changes |
| --- | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}

Medians of ${rounds} rounds of ${reads} reads: ${availableParallelism()} cores, Node.js ${process.version}. To repeat: \`npm run build && npm run bench\`.
`;
}
