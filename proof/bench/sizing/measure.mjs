/*
 * Measures the bytes of each kind of record, of audit lines and of the process, and the cost of a whole country. For `run-one.mjs`;
 * `section.mjs` writes the result into the manual.
 */
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
import {country} from './country.mjs';
import {createPeople, nameOf, ownerOf, sendMails, withMailServer} from './people.mjs';
import {longerListpacks, simulate, usedMemory} from './simulate.mjs';

const counts = {
  deadlines: sized(20_000, 200),
  recipients: sized(1_000_000, 20_000),
  dashboards: sized(5_000, 200),
  forms: sized(2_000, 200),
  people: sized(10_000, 200),
  accountants: sized(100, 2),
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
    const records = {
      LMDB: await measureRecords('LMDB', `file:${file}`, compacted),
      Redis: await measureRecords('Redis', url, () => usedMemory(client)),
    };
    await client.quit();
    return {
      bytes: {LMDB: records.LMDB.bytes, Redis: records.Redis.bytes},
      morning: {LMDB: records.LMDB.morning, Redis: records.Redis.morning},
      ...(await measureProcess(directory, url)),
      cluster: await simulate(longerListpacks),
      // The same cluster with Redis's default settings.
      defaults: await simulate([]),
    };
  });
}

/** Returns the bytes of one record of each kind, and the seconds of processor time of a morning's mail to one person. Bytes of LMDB:
 * growth of the file without free pages. Bytes of Redis: growth of `used_memory`.
 * @param {string} engine @param {string} address @param {() => Promise<number>} size */
async function measureRecords(engine, address, size) {
  const store = await openWhenReady(address);
  const {create} = createDeliveries(store);
  const calendar = createCompanyCalendar(store);
  const people = createPeople(store);
  const personOf = (/** @type {number} */ index) => {
    const company = Math.floor(index / each);
    return {cvrs: [String(20_000_000 + company)], owner: ownerOf(company), name: nameOf(company)};
  };
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
  const companiesOf = (/** @type {number} */ index, /** @type {number} */ length) =>
    Array.from({length}, (_, company) => many[(index * length + company) % many.length] ?? '');
  const states = {frister: 'active', post: 'active', cvr: 'deactive'};
  try {
    const bytes = {
      deadline: await growBy('deadlines', counts.deadlines, async index => {
        ids[index] = (await create(authority, newDeadline(index, personOf(index).cvrs))).fristId;
      }),
      mark: await growBy('marks', counts.deadlines, index =>
        calendar.mark(personOf(index), ids[index] ?? 0, {isKlaret: true}),
      ),
      read: await growBy('read marks', counts.deadlines, index =>
        calendar.mark(personOf(index), ids[index] ?? 0, {isLaest: true}),
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
      link: await growBy('links', counts.people, index => people.addLink(index, companiesOf(index, 1))),
      accountant: await growBy('accountants', counts.accountants, async index => {
        const cvrs = companiesOf(index, country.clients);
        await people.addMails(index, cvrs);
        await people.addLink(index, cvrs);
      }),
    };
    const accountant = (await sendMails(address, 10, counts.accountants, many)) / counts.accountants;
    await inParallel(`${engine}, ends`, counts.accountants, people.endMails);
    const reminder = await grow(counts.people, async () => {
      await inParallel(`${engine}, mails`, counts.people, index =>
        people.addMails(index, companiesOf(index, 1)),
      );
      // Runs the first morning after the confirmations, which is unlike the others.
      await sendMails(address, 20, 0);
    });
    const person = (await sendMails(address, 30, counts.people, many)) / counts.people;
    const bySmtp = await withMailServer(mailer => sendMails(address, 40, counts.people, many, mailer));
    return {
      bytes: {...bytes, reminder},
      morning: {accountant, person, smtp: bySmtp / counts.people - person},
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
