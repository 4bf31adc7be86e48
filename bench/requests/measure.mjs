import {spawnSync} from 'node:child_process';
import {Buffer} from 'node:buffer';
import {availableParallelism} from 'node:os';

import autocannon from 'autocannon';

import {withDirectory} from '../support/directory.mjs';
import {redisVersion} from '../support/machine.mjs';
import {startRedis} from '../support/testing.mjs';
import {inTurns} from '../support/turns.mjs';
import {apps, people} from './portal.mjs';
import {monthPath, peerVersions, serverCore, startServers} from './servers.mjs';

/** @typedef {import('../support/processes.mjs').MeasuredServer} MeasuredServer */

/**
 * Microseconds of processor time for one request, by server and round.
 *
 * @typedef {Record<string, number[]>} Costs
 */

/**
 * @typedef {object} Requests
 * @property {number} requests Of a round.
 * @property {number} connections
 * @property {number} bytes Of the body of eight states.
 * @property {number} monthBytes Of the body of a month.
 * @property {Costs} read
 * @property {Costs} change
 * @property {Costs} month
 */

const rounds = 11;
const requests = 4_000;
const state = '/dashboard/1/apps/state';
const readPath = `${state}?${apps.map(app => `apps=${app}`).join('&')}`;
const changePath = `${state}?app=app-1&activated=true`;

/** Reads the states of eight apps, changes one, and reads a company's month, from Tavle and from peers.
 * @param {import('../run-one.mjs').Report} report */
export function measure(report) {
  leaveServerCore();
  return withDirectory(async directory => {
    // Durable like Tavle's other engine.
    const redis = await startRedis('--appendfsync', 'always');
    const {own, audited, peers, others, authorizations} = await startServers(directory, redis.url);
    const handWritten = {...own, ...peers};
    const all = {...handWritten, ...audited, ...others};
    try {
      const bytes = await sameBytes(Object.values(all), readPath, authorizations);
      const monthBytes = await sameBytes(Object.values(handWritten), monthPath, authorizations);
      /** @param {Record<string, MeasuredServer>} servers @param {'GET' | 'PUT'} method @param {string} path */
      const costs = (servers, method, path) =>
        inTurns(servers, rounds, server => load(server, method, path, authorizations), report);
      /** @type {Requests} */
      const data = {
        requests,
        connections: people,
        bytes,
        monthBytes,
        read: await costs({...handWritten, ...others}, 'GET', readPath),
        change: await costs({...handWritten, ...audited}, 'PUT', changePath),
        month: await costs(handWritten, 'GET', monthPath),
      };
      return {tools: {Redis: redisVersion(), ...(await peerVersions())}, data};
    } finally {
      await Promise.all(Object.values(all).map(server => server.stop()));
      await redis.stop();
    }
  });
}

/** Moves this process, and its child processes, away from the core of the servers. */
function leaveServerCore() {
  const cores = availableParallelism();
  if (cores < 2) throw new Error('This measurement needs two cores.');
  const {status} = spawnSync('taskset', [
    '--all-tasks',
    '--cpu-list',
    '--pid',
    `${serverCore + 1}-${cores - 1}`,
    String(process.pid),
  ]);
  if (status !== 0) throw new Error('taskset (of util-linux) failed.');
}

/** Returns the bytes of the response. Throws if the servers return different responses.
 * @param {readonly MeasuredServer[]} servers @param {string} path @param {readonly string[]} authorizations */
async function sameBytes(servers, path, [authorization = '']) {
  const bodies = await Promise.all(
    servers.map(async ({url}) => {
      const response = await fetch(url + path, {headers: {authorization, 'accept-encoding': 'identity'}});
      return response.text();
    }),
  );
  const [body = '', ...others] = new Set(bodies);
  if (others.length) throw new Error(`The servers respond differently:\n${bodies.join('\n')}`);
  return Buffer.byteLength(body);
}

/** Sends one round of requests and returns the processor time of one, in microseconds.
 * @param {MeasuredServer} server @param {'GET' | 'PUT'} method @param {string} path @param {readonly string[]} authorizations */
async function load(server, method, path, authorizations) {
  const before = await server.cpu();
  let connection = 0;
  const {non2xx, errors} = await autocannon({
    url: server.url + path,
    method,
    connections: people,
    amount: requests,
    setupClient: client => client.setHeaders({authorization: authorizations[connection++] ?? ''}),
  });
  if (non2xx || errors) throw new Error(`${non2xx} responses were errors, ${errors} requests failed.`);
  return ((await server.cpu()) - before) / requests;
}
