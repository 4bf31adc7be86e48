import {Buffer} from 'node:buffer';

import autocannon from 'autocannon';

import {withDirectory} from '../support/directory.mjs';
import {redisVersion} from '../support/machine.mjs';
import {startRedis} from '../support/processes.mjs';
import {inTurns} from '../support/turns.mjs';
import {apps} from './portal.mjs';
import {peerVersions, startServers} from './servers.mjs';

/** @typedef {import('../support/processes.mjs').MeasuredServer} MeasuredServer */

/**
 * @typedef {object} DashboardRead
 * @property {number} requests Of a round.
 * @property {number} connections
 * @property {number} bytes Of each answer's body.
 * @property {Record<string, number[]>} costs Microseconds of processor time for one request, by server and round.
 */

const rounds = 15;
const requests = 4_000;
const connections = 16;
const query = `/dashboard/1/apps/state?${apps.map(app => `apps=${app}`).join('&')}`;

/** Reads the states of eight apps from Tavle and from peers.
 * @param {import('../take.mjs').Tell} tell */
export function measure(tell) {
  return withDirectory(async directory => {
    const redis = await startRedis(directory);
    const {servers, authorization} = await startServers(directory, redis.url);
    try {
      const bytes = await sameBytes(Object.values(servers), authorization);
      const costs = await inTurns(servers, rounds, server => load(server, authorization), tell);
      /** @type {DashboardRead} */
      const data = {requests, connections, bytes, costs};
      return {tools: {Redis: redisVersion(), ...(await peerVersions())}, data};
    } finally {
      await Promise.all(Object.values(servers).map(server => server.stop()));
      await redis.stop();
    }
  });
}

/** How long every server's answer is: all are the same, byte for byte.
 * @param {readonly MeasuredServer[]} servers @param {string} authorization */
async function sameBytes(servers, authorization) {
  const bodies = await Promise.all(
    servers.map(async ({url}) => {
      const response = await fetch(url + query, {
        headers: {authorization, 'accept-encoding': 'identity'},
      });
      return response.text();
    }),
  );
  const [body = '', ...others] = new Set(bodies);
  if (others.length) throw new Error(`The servers answer differently:\n${bodies.join('\n')}`);
  return Buffer.byteLength(body);
}

/** Sends one round of requests and gives the processor time of one, in microseconds.
 * @param {MeasuredServer} server @param {string} authorization */
async function load(server, authorization) {
  const before = await server.cpu();
  const {non2xx, errors} = await autocannon({
    url: server.url + query,
    connections,
    amount: requests,
    headers: {authorization},
  });
  if (non2xx || errors) throw new Error(`${non2xx} answers were no success, ${errors} requests failed.`);
  return ((await server.cpu()) - before) / requests;
}
