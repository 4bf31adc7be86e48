import {spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {mkdtemp, readdir, readFile, rm, stat, writeFile} from 'node:fs/promises';
import {availableParallelism, cpus, tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

import {createCompanyCalendar} from '../dist/server/calendar/company.js';
import {createDeliveries} from '../dist/server/calendar/deliveries.js';
import {
  fristCounter,
  fristEntries,
  fristKey,
  markKey,
  recipientsKey,
} from '../dist/server/calendar/records.js';
import {keyPath} from '../dist/server/store/key.js';
import {openStore} from '../dist/server/store/open-store.js';
import {createProgress} from '../dist/server/upkeep/progress.js';
import {startCluster} from './cluster.mjs';

/** @typedef {import('../dist/server/store/store.js').Store} Store */
/** @typedef {import('../dist/server/store/store.js').StoredDocument} StoredDocument */

/** Deadlines, and as many marks: `node bench/backup.mjs 20000` takes fewer. */
const size = Number(process.argv[2] ?? 1_000_000);
const companies = Math.max(100, Math.ceil(size / 50));
const authorities = 100;
const sampledCompanies = Math.min(5_000, companies);
const sampledAuthorities = 10;
const month = {fra: '2027-03-01', til: '2027-03-31'};

const progress = createProgress();
const quiet = {info: () => undefined, warn: () => undefined};
const cvrOf = (/** @type {number} */ place) => String(20_000_000 + place);
const authorityOf = (/** @type {number} */ place) => String(10_000_000 + place);

const directory = await mkdtemp(join(tmpdir(), 'tavle-bench-'));
const peakFile = join(directory, 'peak');
const copy = join(directory, 'backup');
const embedded = `file:${directory}/store`;
const cluster = await startCluster(directory);

try {
  const source = await opened(embedded);
  await fill(source);
  const before = await readAll(source, 'embedded');
  await source.close();
  const backup = await tavle('backup', embedded);
  const bytes = {store: await sizeOf(join(directory, 'store')), backup: await sizeOf(copy)};
  const restore = await tavle('restore', cluster.url);
  const target = await opened(cluster.url);
  const after = await readAll(target, 'Redis Cluster');
  await target.close();
  for (const [name, value] of Object.entries(before)) {
    if (after[name] !== value) throw new Error(`${name}: ${value} became ${after[name]}.`);
  }
  const report = describe({backup, restore, bytes, before});
  if (size === 1_000_000) await writeFile(new URL('results/backup.md', import.meta.url), report);
  console.log(report);
} finally {
  await cluster.stop();
  await rm(directory, {recursive: true, force: true});
}

/** @param {string} address */
async function opened(address) {
  const store = openStore(address, quiet);
  for (let tries = 0; tries < 200; tries++) {
    const answers = await store.ping().then(
      () => true,
      () => false,
    );
    if (answers) return store;
    await setTimeout(50);
  }
  throw new Error(`${address} does not answer.`);
}

/** Puts in deadlines with a recipient each, every thousandth to all companies, and a mark of that recipient on each.
 * @param {Store} store */
async function fill({contents}) {
  const batch = 10_000;
  for (let start = 1; start <= size; start += batch) {
    /** @type {StoredDocument[]} */
    const documents = [];
    /** @type {Map<string, string[]>} */
    const members = new Map();
    for (let id = start; id < Math.min(start + batch, size + 1); id++) {
      const [record, recipients] = newFrist(id);
      const company = cvrOf(id % companies);
      const operation = record.delivery;
      documents.push({path: keyPath(fristKey(id)), version: 1 + (id % 3), operation, value: record});
      if (recipients) {
        const path = keyPath(recipientsKey(id, record.delivery));
        documents.push({path, version: 1, operation, value: recipients});
      }
      const mark = {revision: 0, isLaest: true, isSlettet: id % 7 === 0};
      documents.push({path: keyPath(markKey(company, id)), version: 1, operation, value: mark});
      for (const {index, member} of fristEntries(id, record, recipients)) {
        const path = keyPath(index);
        members.set(path, [...(members.get(path) ?? []), member]);
      }
    }
    await contents.putDocuments(documents);
    await contents.putMembers(Array.from(members, ([path, some]) => ({path, members: some})));
    progress.tell('deadlines put in', Math.min(start + batch - 1, size), size);
  }
  await contents.putCounters([{path: keyPath(fristCounter), number: size}]);
  progress.end();
}

/** @param {number} id
 * @returns {[import('../dist/server/calendar/records.js').FristRecord, string[] | null]} */
function newFrist(id) {
  const recipients = id % 1000 ? [cvrOf(id % companies)] : null;
  const record = {
    afsenderCvr: authorityOf(id % authorities),
    fristDato: `2027-${String(1 + (Math.floor(id / companies) % 12)).padStart(2, '0')}-${String(1 + (id % 28)).padStart(2, '0')}`,
    overskrift: `Indberetning ${id} af moms for perioden`,
    beskrivelse: `<p>Husk at indberette og betale senest på fristen. Sagsnummer ${id}.</p>`,
    antal: recipients && recipients.length,
    delivery: createHash('sha256').update(String(id)).digest('base64url').slice(0, 16),
    revision: 0,
    aendret: '2026-11-01T12:00:00.000Z',
  };
  return [record, recipients];
}

/** Runs the command in a process of its own and measures it.
 * @param {'backup' | 'restore'} command @param {string} store */
async function tavle(command, store) {
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [
      '--import',
      fileURLToPath(new URL('report-peak.mjs', import.meta.url)),
      fileURLToPath(new URL('../dist/server/cli.js', import.meta.url)),
      command,
      copy,
    ],
    {env: {TAVLE_STORE: store, PEAK_FILE: peakFile}, stdio: 'inherit'},
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`tavle ${command} ended with ${code}.`);
  const seconds = (performance.now() - started) / 1000;
  return {seconds, peak: Number(await readFile(peakFile, 'utf8')) / 1024};
}

/** All that a store holds, as digests that do not depend on its order, and what companies and authorities see of it.
 * @param {Store} store @param {string} name
 * @returns {Promise<Record<string, string | number>>} */
async function readAll(store, name) {
  const {contents} = store;
  const documents = newSum();
  for await (const chunk of contents.documents()) {
    for (const {path, version, operation, value} of chunk) documents.add([path, version, operation, value]);
    progress.tell(`${name}: documents read`, documents.count);
  }
  const members = newSum();
  for await (const chunk of contents.members()) {
    for (const {path, members: some} of chunk) for (const member of some) members.add([path, member]);
    progress.tell(`${name}: index entries read`, members.count);
  }
  const counters = newSum();
  for await (const chunk of contents.counters()) {
    for (const {path, number} of chunk) counters.add([path, number]);
  }

  const calendar = createCompanyCalendar(store);
  const seen = createHash('sha256');
  let shown = 0;
  for (let place = 0; place < sampledCompanies; place++) {
    const cvr = cvrOf(Math.floor((place * companies) / sampledCompanies));
    for await (const page of calendar.list(cvr, month)) {
      seen.update(JSON.stringify(page));
      shown += page.length;
    }
  }
  const deliveries = createDeliveries(store);
  const listed = createHash('sha256');
  let delivered = 0;
  for (let place = 0; place < sampledAuthorities; place++) {
    for await (const page of deliveries.list(authorityOf(place))) {
      listed.update(JSON.stringify(page));
      delivered += page.length;
    }
  }
  progress.end();
  return {
    Documents: documents.count,
    'Digest of the documents': documents.digest(),
    'Index entries': members.count,
    'Digest of the index entries': members.digest(),
    Counters: counters.digest(),
    'Deadlines in the months': shown,
    'Digest of the months': seen.digest('hex'),
    'Deadlines in the lists': delivered,
    'Digest of the lists': listed.digest('hex'),
  };
}

/** A digest of many items in any order: the sum of their digests. */
function newSum() {
  let sum = 0n;
  let count = 0;
  return {
    get count() {
      return count;
    },
    /** @param {unknown} item */
    add(item) {
      count += 1;
      sum += createHash('sha256').update(JSON.stringify(item)).digest().readBigUInt64LE();
    },
    digest: () => BigInt.asUintN(64, sum).toString(16),
  };
}

/** The size of a directory's files, in megabytes. @param {string} path */
async function sizeOf(path) {
  const sizes = (await readdir(path)).map(async name => (await stat(join(path, name))).size);
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0) / 1e6;
}

/** @param {{
 *   backup: {seconds: number, peak: number}, restore: {seconds: number, peak: number},
 *   bytes: {store: number, backup: number}, before: Record<string, string | number>
 * }} results */
function describe({backup, restore, bytes, before}) {
  const number = (/** @type {number} */ value) => value.toLocaleString('en', {maximumFractionDigits: 0});
  const rate = (/** @type {number} */ seconds) => number(Number(before.Documents) / seconds);
  return `# A backup of a million deadlines and marks

${number(size)} deadlines of ${authorities} authorities to ${number(companies)} companies, every thousandth to all, and ${number(size)} marks: in LMDB, backed up, and
restored into a Redis Cluster of three masters with a replica each, which writes its append-only files. In all ${number(Number(before.Documents))} documents and
${number(Number(before['Index entries']))} index entries. Both sides read the same: each document with its version and operation, each index entry, each counter, the month
of ${number(sampledCompanies)} companies (${number(Number(before['Deadlines in the months']))} deadlines) and the lists of ${sampledAuthorities} authorities (${number(Number(before['Deadlines in the lists']))} deadlines).

| Step | s | documents a second | most memory of its own, MB |
| --- | ---: | ---: | ---: |
| backup | ${number(backup.seconds)} | ${rate(backup.seconds)} | ${number(backup.peak)} |
| restore, with the check of every hint | ${number(restore.seconds)} | ${rate(restore.seconds)} | ${number(restore.peak)} |

The backup has ${number(bytes.backup)} MB, ${(bytes.backup / bytes.store).toFixed(2)} of the embedded store's ${number(bytes.store)} MB. All processes shared one machine with others: ${availableParallelism()} cores,
${cpus()[0]?.model ?? 'unknown processor'}, Node.js ${process.version}. To repeat: \`npm run build && node bench/backup.mjs\`.
`;
}
