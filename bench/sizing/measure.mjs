import {mkdir, readFile, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {Redis} from 'ioredis';
import {open} from 'lmdb';

import {createDeliveries} from '../../dist/server/calendar/authority/deliveries.js';
import {createCompanyCalendar} from '../../dist/server/calendar/company-calendar.js';
import {createRegistry} from '../../dist/server/forms/registry.js';
import {emptyPortal} from '../../dist/server/portal/portal.js';
import {variantOf} from '../forms/supplier.mjs';
import {company, connections, createPortal} from '../requests/portal.mjs';
import {costOf, inParallel} from '../support/load.mjs';
import {redisVersion} from '../support/machine.mjs';
import {MeasuredServer} from '../support/processes.mjs';
import {sized} from '../support/sized.mjs';
import {openWhenReady} from '../support/store.mjs';
import {withRedis} from '../support/testing.mjs';
import {longerListpacks, simulate} from './simulate.mjs';

/**
 * @typedef {import('../run-one.mjs').Report} Report
 * @typedef {import('../support/store.mjs').Store} Store
 */

/**
 * Bytes of one record of each kind. LMDB: growth of its file without free pages. Redis: growth of `used_memory`.
 *
 * @typedef {{deadline: number, recipient: number, mark: number, dashboard: number, form: number}} RecordBytes
 */

/**
 * @typedef {object} Sizing
 * @property {Record<string, RecordBytes>} bytes By engine.
 * @property {number} auditLine Bytes of a line for a change.
 * @property {{started: number, loaded: number, requests: number}} memory Maximum resident set of the process, in bytes: before and after requests.
 * @property {import('./simulate.mjs').Simulation} cluster
 * @property {import('./simulate.mjs').Simulation} defaults The same cluster with Redis's default settings.
 */

const authority = '19552101';
const supplier = '61966617';
const counts = {
  deadlines: sized(20_000, 200),
  recipients: sized(1_000_000, 20_000),
  dashboards: sized(5_000, 200),
  forms: sized(2_000, 200),
};
/** Deadlines of one company. */
const each = 60;
const requests = sized(20_000, 200);
const cli = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));

/** Measures the size of each kind of record, of audit lines, of the process, and of a cluster as its store grows.
 * @param {Report} report */
export function measure(report) {
  return withRedis(['--appendonly', 'no', ...longerListpacks], async (directory, url) => {
    const file = join(directory, 'store');
    const client = new Redis(url);
    const usedMemory = async () => Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]);
    const compacted = () => compactedSize(file, join(directory, 'copy'));
    const bytes = {
      LMDB: await recordBytes('LMDB', `file:${file}`, compacted, report),
      Redis: await recordBytes('Redis', url, usedMemory, report),
    };
    await client.quit();
    const {auditLine, memory} = await measureProcess(directory, url, report);
    const cluster = await simulate(report, longerListpacks);
    /** @type {Sizing} */
    const data = {bytes, auditLine, memory, cluster, defaults: await simulate(report, [])};
    return {tools: {Redis: redisVersion()}, data};
  });
}

/** @param {string} engine @param {string} address @param {() => Promise<number>} size @param {Report} report
 * @returns {Promise<RecordBytes>} */
async function recordBytes(engine, address, size, report) {
  const store = await openWhenReady(address);
  const {create} = createDeliveries(store);
  const calendar = createCompanyCalendar(store);
  const registry = createRegistry(store, () => emptyPortal);
  const companyOf = (/** @type {number} */ index) => String(20_000_000 + Math.floor(index / each));
  /** Returns the growth of the store by one of `count` records.
   * @param {string} what @param {number} count @param {(index: number) => Promise<unknown>} write @param {number} [inEach] Records of a write. */
  async function grow(what, count, write, inEach = 1) {
    const before = await size();
    await inParallel(count, write, done => report(`${engine}, ${what}`, done * inEach, count * inEach));
    return ((await size()) - before) / count / inEach;
  }

  /** @type {number[]} */
  const ids = [];
  try {
    const deadline = await grow('deadlines', counts.deadlines, async index => {
      ids[index] = (await create(authority, newDeadline(index, [companyOf(index)]))).fristId;
    });
    const mark = await grow('marks', counts.deadlines, index =>
      calendar.mark(companyOf(index), ids[index] ?? 0, {isLaest: true}),
    );
    const many = Array.from({length: 10_000}, (_, index) => String(30_000_000 + index));
    const recipient = await grow(
      'recipients',
      counts.recipients / many.length,
      index => create(authority, newDeadline(index, many)),
      many.length,
    );
    const dashboard = await grow('dashboards', counts.dashboards, index =>
      store.write(
        ['dashboard', `person-${index}`],
        {frister: 'active', post: 'active', cvr: 'deactive'},
        {
          expected: 0,
        },
      ),
    );
    const form = await grow('forms', counts.forms, index => {
      const fields = /** @type {any} */ (variantOf(index));
      const name = {cvr: supplier, egetId: `blanket-${String(index).padStart(6, '0')}`};
      return registry.put(name, () => ({content: {version: 2, fields}, masterId: '0'}));
    });
    return {deadline, recipient, mark, dashboard, form};
  } finally {
    await store.close();
  }
}

/** @param {number} index @param {string[]} modtagere */
function newDeadline(index, modtagere) {
  const month = String(1 + (index % 12)).padStart(2, '0');
  const day = String(1 + (index % 28)).padStart(2, '0');
  return {
    overskrift: `Moms: ${index}. kvartal`,
    beskrivelse: '<p>Indberet og betal moms. Indberet også, selv om I intet har at angive.</p>'.repeat(2),
    fristDato: `2099-${month}-${day}`,
    afsenderNavn: 'Skattestyrelsen',
    modtagere,
  };
}

/** Changes states and reads a month over HTTP. @param {string} directory @param {string} store @param {Report} report */
async function measureProcess(directory, store, report) {
  const {settings, authorizations} = await createPortal(directory);
  const audit = join(directory, 'audit.jsonl');
  const server = await MeasuredServer.start(cli, ['serve'], {
    ...settings,
    TAVLE_STORE: store,
    TAVLE_AUDIT: audit,
  });
  try {
    const started = await server.peak();
    report('requests to a process', requests);
    const month = `/calendar/1/virksomheder/${company}/frister?fra=01-03-2099&til=31-03-2099`;
    await send(server, '/dashboard/1/apps/state?app=app-1&activated=true', 'PUT', authorizations);
    await send(server, month, 'GET', authorizations);
    const lines = (await readFile(audit, 'utf8')).split('\n').length - 1;
    const auditLine = (await stat(audit)).size / lines;
    return {auditLine, memory: {started, loaded: await server.peak(), requests}};
  } finally {
    await server.stop();
  }
}

/** @param {MeasuredServer} server @param {string} path @param {'GET' | 'PUT'} method @param {readonly string[]} authorizations */
function send(server, path, method, authorizations) {
  const each = authorizations.map(authorization => ({method, path, headers: {authorization}}));
  return costOf(server, {connections, amount: requests / 2, requests: each});
}

/** Returns the size of an embedded store without its free pages. @param {string} directory @param {string} copy */
async function compactedSize(directory, copy) {
  const root = open({path: directory, readOnly: true});
  await mkdir(copy);
  await root.backup(copy, true);
  await root.close();
  const {size} = await stat(join(copy, 'data.mdb'));
  await rm(copy, {recursive: true});
  return size;
}
