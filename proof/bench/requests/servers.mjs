// Starts the servers that are measured, for `measure.mjs`: Tavle, and the peers in `peers/`. Add a peer to
// `startServers`. All servers must have the same data.
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {Redis} from 'ioredis';
import {open} from 'lmdb';

import {createDeliveries} from '../support/built.mjs';
import {apps, authority, company, createTokens, people} from '../support/portal.mjs';
import {cli, MeasuredServer} from '../support/processes.mjs';
import {openWhenReady} from '../support/start.mjs';

/** The CPU core of all servers. This process and Redis run on other cores. */
export const serverCore = 0;

/** The deadlines of the month. */
const days = Array.from({length: 20}, (_, index) => `2027-03-${String(index + 1).padStart(2, '0')}`);

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * Starts all servers with the same data: each person's states of all apps, and a company's month.
 *
 * @param {string} directory
 * @param {string} redis Address.
 */
export async function startServers(directory, redis) {
  const {settings, authorizations} = await createTokens(directory);
  /** @param {string} script @param {string[]} parameters @param {NodeJS.ProcessEnv} env */
  const start = (script, parameters, env) =>
    MeasuredServer.start(script, parameters, {NODE_ENV: 'production', ...env}, {core: serverCore});
  /** @param {string} name @param {NodeJS.ProcessEnv} [env] */
  const startPeer = (name, env = {}) => start(path(`peers/${name}.mjs`), [], env);
  /** Starts Tavle with its audit log, as by default. @param {string} store */
  const tavle = async store => {
    await deliver(store);
    return start(cli, ['serve'], {...settings, TAVLE_STORE: store, TAVLE_AUDIT: ''});
  };
  const own = {
    'Tavle on Redis': await tavle(redis),
    'Tavle on LMDB': await tavle(`file:${directory}/store`),
  };
  for (const server of Object.values(own)) await activateApps(server, authorizations);
  const items = await readMonth(own['Tavle on LMDB'], authorizations[0] ?? '');
  await fillRedis(redis, items);
  const lmdb = join(directory, 'peer');
  await fillLmdb(lmdb, items);
  const peers = {
    'bare Koa on Redis': await startPeer('koa-redis', {REDIS_URL: redis}),
    'bare Koa on LMDB': await startPeer('koa-lmdb', {LMDB_PATH: lmdb}),
  };
  const others = {
    'bare Fastify on Redis': await startPeer('fastify-redis', {REDIS_URL: redis}),
    'Node.js, a constant text': await startPeer('constant'),
  };
  return {own, peers, others, authorizations};
}

/** Writes the company's month into a store. @param {string} address */
async function deliver(address) {
  const store = await openWhenReady(address);
  const {create} = createDeliveries(store);
  for (const fristDato of days) {
    const text = {overskrift: 'Moms', beskrivelse: '<p>Betal moms.</p>', afsenderNavn: 'Skattestyrelsen'};
    await create(authority, {...text, fristDato, modtagere: [company]});
  }
  await store.close();
}

/** @param {MeasuredServer} server @param {readonly string[]} authorizations */
async function activateApps({url}, authorizations) {
  for (const authorization of authorizations) {
    for (const app of apps) {
      const address = `${url}/dashboard/1/apps/state?app=${app}&activated=true`;
      const response = await fetch(address, {method: 'PUT', headers: {authorization}});
      if (!response.ok) throw new Error(await response.text());
    }
  }
}

/** @param {MeasuredServer} server @param {string} authorization @returns {Promise<{fristId: number, fristDato: string}[]>} */
async function readMonth({url}, authorization) {
  const response = await fetch(url + monthPath, {headers: {authorization}});
  const items = await response.json();
  if (items.length !== days.length) throw new Error(`The month is incomplete: ${JSON.stringify(items)}`);
  return items;
}

export const monthPath = `/calendar/1/virksomheder/${company}/frister?fra=01-03-2027&til=31-03-2027`;

const names = Array.from({length: people}, (_, index) => `person-${index}`);
const active = Object.fromEntries(apps.map(app => [app, 'active']));

/** @param {{fristId: number, fristDato: string}} item */
const memberOf = ({fristId, fristDato}) => `${toCompact(fristDato)}:${fristId}`;

/** Converts `dd-MM-yyyy` to `yyyymmdd`. @param {string} date */
const toCompact = date => date.split('-').reverse().join('');

/** @param {string} redis @param {{fristId: number, fristDato: string}[]} items */
async function fillRedis(redis, items) {
  const client = new Redis(redis);
  for (const name of names) await client.hset(`states:${name}`, active);
  for (const item of items) {
    await client.zadd(`deadlines:${company}`, 0, memberOf(item));
    await client.set(`deadline:${item.fristId}`, JSON.stringify(item));
  }
  await client.quit();
}

/** @param {string} directory @param {{fristId: number, fristDato: string}[]} items */
async function fillLmdb(directory, items) {
  const root = open({path: directory});
  const states = root.openDB('states', {encoding: 'json'});
  const index = root.openDB('index', {encoding: 'string'});
  const deadlines = root.openDB('deadlines', {encoding: 'json'});
  for (const name of names) await states.put(name, active);
  for (const item of items) {
    await index.put([company, memberOf(item)], String(item.fristId));
    await deadlines.put(String(item.fristId), item);
  }
  await root.close();
}

/** The versions of the peers. */
export async function peerVersions() {
  const versionOf = async (/** @type {string} */ folder) =>
    JSON.parse(await readFile(path(`${folder}/package.json`), 'utf8')).version;
  return {
    Koa: await versionOf('../../../node_modules/koa'),
    Fastify: await versionOf('../../node_modules/fastify'),
  };
}
