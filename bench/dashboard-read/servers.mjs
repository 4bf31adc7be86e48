import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {Redis} from 'ioredis';

import {MeasuredServer} from '../support/processes.mjs';
import {apps, createPortal} from './portal.mjs';

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * Starts all servers, each with every app's state stored, so that none answers from its defaults.
 *
 * @param {string} directory
 * @param {string} redis Address.
 */
export async function startServers(directory, redis) {
  const {settings, authorization} = await createPortal(directory);
  const file = join(directory, 'states.json');
  await writeFile(file, JSON.stringify({states: apps.map(id => ({id, state: 'active'}))}));
  const client = new Redis(redis);
  await client.mset(Object.fromEntries(apps.map(app => [`state:${app}`, 'active'])));
  await client.quit();

  const peer = (/** @type {string} */ name, /** @type {NodeJS.ProcessEnv} */ env) =>
    MeasuredServer.start(path(`peers/${name}.mjs`), [], {NODE_ENV: 'production', ...env});
  const tavle = (/** @type {string} */ store) =>
    MeasuredServer.start(path('../../dist/server/cli.js'), ['serve'], {...settings, TAVLE_STORE: store});
  const servers = {
    'Tavle on Redis': await tavle(redis),
    'Tavle on LMDB': await tavle(`file:${directory}/store`),
    'bare Koa on Redis': await peer('koa', {REDIS_URL: redis}),
    'bare Fastify on Redis': await peer('fastify', {REDIS_URL: redis}),
    'json-server on a file': await peer('json-server', {DATA_FILE: file}),
  };
  for (const server of [servers['Tavle on Redis'], servers['Tavle on LMDB']]) {
    for (const app of apps) {
      const address = `${server.url}/dashboard/1/apps/state?app=${app}&activated=true`;
      const response = await fetch(address, {method: 'PUT', headers: {authorization}});
      if (!response.ok) throw new Error(await response.text());
    }
  }
  return {servers, authorization};
}

/** The versions of the peers that were started. */
export async function peerVersions() {
  const versionOf = async (/** @type {string} */ manifest) =>
    JSON.parse(await readFile(path(`${manifest}/package.json`), 'utf8')).version;
  return {
    Koa: await versionOf('../../node_modules/koa'),
    Fastify: await versionOf('../node_modules/fastify'),
    'json-server': await versionOf('../node_modules/json-server'),
  };
}
