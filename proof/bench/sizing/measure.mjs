import {mkdir, readFile, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';

import {Redis} from 'ioredis';
import {open} from 'lmdb';

import {createCompanyCalendar, createDeliveries} from '../support/built.mjs';
import {putVariants} from '../forms/variants.mjs';
import {authority, company, connections, createTokens} from '../support/portal.mjs';
import {withTavle} from '../support/processes.mjs';
import {costOf, inParallel, report, sized} from '../support/rounds.mjs';
import {openWhenReady, withRedis} from '../support/start.mjs';
import {longerListpacks, simulate, usedMemory} from './simulate.mjs';

const counts = {
  deadlines: sized(20_000, 200),
  recipients: sized(1_000_000, 20_000),
  dashboards: sized(5_000, 200),
  forms: sized(2_000, 200),
};
/** Deadlines of one company. */
const each = 60;
const requests = sized(20_000, 200);

/** Measures the size of each kind of record, of audit lines, of the process, and of a cluster as its store grows. */
export function measure() {
  return withRedis(['--appendonly', 'no', ...longerListpacks], async (directory, url) => {
    const file = join(directory, 'store');
    const client = new Redis(url);
    const compacted = () => compactedSize(file, join(directory, 'copy'));
    const bytes = {
      LMDB: await recordBytes('LMDB', `file:${file}`, compacted),
      Redis: await recordBytes('Redis', url, () => usedMemory(client)),
    };
    await client.quit();
    return {
      bytes,
      ...(await measureProcess(directory, url)),
      cluster: await simulate(longerListpacks),
      // The same cluster with Redis's default settings.
      defaults: await simulate([]),
    };
  });
}

/** Returns the bytes of one record of each kind. LMDB: growth of its file without free pages. Redis: growth of `used_memory`.
 * @param {string} engine @param {string} address @param {() => Promise<number>} size */
async function recordBytes(engine, address, size) {
  const store = await openWhenReady(address);
  const {create} = createDeliveries(store);
  const calendar = createCompanyCalendar(store);
  const companyOf = (/** @type {number} */ index) => String(20_000_000 + Math.floor(index / each));
  /** Returns the growth of the store by one of `count` records. @param {number} count @param {() => Promise<unknown>} write */
  const grow = async (count, write) => {
    const before = await size();
    await write();
    return ((await size()) - before) / count;
  };
  /** @param {string} what @param {number} count @param {(index: number) => Promise<unknown>} write */
  const growBy = (what, count, write) => grow(count, () => inParallel(`${engine}, ${what}`, count, write));

  /** @type {number[]} */
  const ids = [];
  const many = Array.from({length: 10_000}, (_, index) => String(30_000_000 + index));
  const states = {frister: 'active', post: 'active', cvr: 'deactive'};
  try {
    return {
      deadline: await growBy('deadlines', counts.deadlines, async index => {
        ids[index] = (await create(authority, newDeadline(index, [companyOf(index)]))).fristId;
      }),
      mark: await growBy('marks', counts.deadlines, index =>
        calendar.mark({cvrs: [companyOf(index)]}, ids[index] ?? 0, {isKlaret: true}),
      ),
      recipient: await grow(counts.recipients, () =>
        inParallel(`${engine}, deliveries`, counts.recipients / many.length, index =>
          create(authority, newDeadline(index, many)),
        ),
      ),
      dashboard: await growBy('dashboards', counts.dashboards, index =>
        store.write(['dashboard', `person-${index}`], states, {expected: 0}),
      ),
      form: await grow(counts.forms, () => putVariants(store, engine, counts.forms)),
    };
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

/** Changes states and reads a month over HTTP. Returns the bytes of a line for a change, and the maximum resident set of the process before and
 * after the requests, in bytes.
 * @param {string} directory @param {string} store */
async function measureProcess(directory, store) {
  const {settings, authorizations} = await createTokens(directory);
  const audit = join(directory, 'audit.jsonl');
  return withTavle({...settings, TAVLE_STORE: store, TAVLE_AUDIT: audit}, async server => {
    const send = (/** @type {'GET' | 'PUT'} */ method, /** @type {string} */ path) => {
      const each = authorizations.map(authorization => ({method, path, headers: {authorization}}));
      return costOf(server, {connections, amount: requests / 2, requests: each});
    };
    const started = await server.read('peak');
    report('requests to a process', requests);
    await send('PUT', '/dashboard/1/apps/state?app=app-1&activated=true');
    await send('GET', `/calendar/1/virksomheder/${company}/frister?fra=01-03-2099&til=31-03-2099`);
    const lines = (await readFile(audit, 'utf8')).split('\n').length - 1;
    const auditLine = (await stat(audit)).size / lines;
    return {auditLine, memory: {started, loaded: await server.read('peak'), requests}};
  });
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
