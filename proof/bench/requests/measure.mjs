/*
 * Measures the processor time of the most frequent requests, of Tavle and of its peers. For `run-one.mjs`; `section.mjs` writes the result
 * into the manual.
 */
import {spawnSync} from 'node:child_process';
import {Buffer} from 'node:buffer';
import {availableParallelism} from 'node:os';

import {connections, people, statesPath} from '../support/portal.mjs';
import {costOf, inTurns, sized} from '../support/rounds.mjs';
import {tools, withRedis} from '../support/start.mjs';
import {monthPath, peerVersions, serverCore, startServers} from './servers.mjs';

/** @typedef {import('../support/processes.mjs').MeasuredServer} MeasuredServer */

const rounds = sized(11, 1);
const requests = sized(4_000, 100);

/** Returns the path of a change of app-1. Each person in turn writes a value that differs from the person's stored one.
 * @param {number} number The number of the request. */
const changeOf = number =>
  `/dashboard/1/apps/state?app=app-1&activated=${Math.floor(number / people) % 2 === 1}`;

/** Reads the states of eight apps, changes one, and reads a company's month, from Tavle and from peers. */
export function measure() {
  leaveServerCore();
  // With this setting, Redis is as durable as LMDB.
  return withRedis(['--appendfsync', 'always'], async (directory, url) => {
    const {own, peers, others, authorizations} = await startServers(directory, url);
    const handWritten = {...own, ...peers};
    const all = {...handWritten, ...others};
    try {
      /** @param {Record<string, MeasuredServer>} servers @param {'GET' | 'PUT'} method @param {(number: number) => string} pathOf */
      const costs = (servers, method, pathOf) =>
        inTurns(servers, rounds, server => load(server, method, pathOf, authorizations));
      Object.assign(tools, await peerVersions());
      return {
        requests,
        connections,
        people,
        // The sizes of the bodies in bytes.
        bytes: await sameBytes(Object.values(all), statesPath, authorizations),
        monthBytes: await sameBytes(Object.values(handWritten), monthPath, authorizations),
        // Microseconds of processor time for one request, by server and round.
        read: await costs({...handWritten, ...others}, 'GET', () => statesPath),
        change: await costs(handWritten, 'PUT', changeOf),
        month: await costs(handWritten, 'GET', () => monthPath),
      };
    } finally {
      await Promise.all(Object.values(all).map(server => server.stop()));
    }
  });
}

/** Moves this process, and its child processes, away from the core of the servers. */
function leaveServerCore() {
  const cores = availableParallelism();
  if (cores < 2) throw new Error('This measurement needs two cores.');
  const others = `${serverCore + 1}-${cores - 1}`;
  const options = ['--all-tasks', '--cpu-list', '--pid', others, String(process.pid)];
  if (spawnSync('taskset', options).status !== 0) throw new Error('taskset (of util-linux) failed.');
}

/** Returns the bytes of the response, without a newline at its end. Throws if the servers return different responses.
 * @param {readonly MeasuredServer[]} servers @param {string} path @param {readonly string[]} authorizations */
async function sameBytes(servers, path, [authorization = '']) {
  const headers = {authorization, 'accept-encoding': 'identity'};
  const bodies = await Promise.all(servers.map(async ({url}) => (await fetch(url + path, {headers})).text()));
  const [body = '', ...others] = new Set(bodies.map(each => each.trimEnd()));
  if (others.length) throw new Error(`The servers respond differently:\n${bodies.join('\n')}`);
  return Buffer.byteLength(body);
}

/** The number of requests that each server has received. @type {Map<MeasuredServer, number>} */
const sent = new Map();

/** Sends one round of requests and returns the processor time of one, in microseconds.
 * @param {MeasuredServer} server @param {'GET' | 'PUT'} method @param {(number: number) => string} pathOf @param {readonly string[]} authorizations */
function load(server, method, pathOf, authorizations) {
  /** @param {import('autocannon').Request} request */
  const setupRequest = request => {
    const number = sent.get(server) ?? 0;
    sent.set(server, number + 1);
    const authorization = authorizations[number % people] ?? '';
    return {...request, path: pathOf(number), headers: {authorization}};
  };
  return costOf(server, {connections, amount: requests, requests: [{method, setupRequest}]});
}
