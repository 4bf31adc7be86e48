// Starts what a measurement needs: stores, Redis servers, directories and Chromium. For the files `measure.mjs`. What a
// function starts must end with `work`.
import {spawnSync} from 'node:child_process';
import {rmSync} from 'node:fs';
import {mkdtemp} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {chromium} from 'playwright';
import {runnerImport} from 'vite';

import {openStore} from './built.mjs';

/** @typedef {import('../../../server/store/store.ts').Store} Store */

export const testing = /** @type {typeof import('./testing.ts')} */ (
  (await runnerImport('./proof/bench/support/testing.ts')).module
);

/** The versions of the tools that this process has started. @type {Record<string, string>} */
export const tools = {};

export async function launchChromium() {
  const browser = await chromium.launch(testing.chromiumLaunch);
  tools.Chromium = browser.version();
  return browser;
}

/**
 * Runs work with a new directory, and removes the directory, also when a signal ends the process.
 *
 * @template Result
 * @param {(directory: string) => Promise<Result>} work
 */
export async function withDirectory(work) {
  const directory = await mkdtemp(join(tmpdir(), 'tavle-bench-'));
  const remove = () => rmSync(directory, {recursive: true, force: true});
  process.once('exit', remove);
  try {
    return await work(directory);
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/**
 * Runs work with Redis servers, and then stops them.
 *
 * @template {{stop(): Promise<void>}} Server, Result
 * @param {Promise<Server>} starting @param {(server: Server) => Promise<Result>} work
 */
export async function withServer(starting, work) {
  const {stdout} = spawnSync('redis-server', ['--version'], {encoding: 'utf8'});
  tools.Redis = /v=(\S+)/.exec(stdout)?.[1] ?? 'unknown';
  const server = await starting;
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Runs work with a new directory and a Redis server.
 * @template Result
 * @param {readonly string[]} settings @param {(directory: string, url: string) => Promise<Result>} work */
export function withRedis(settings, work) {
  return withDirectory(directory =>
    withServer(testing.startRedis(...settings), ({url}) => work(directory, url)),
  );
}

/** Measures on one engine after the other.
 * @template Figures
 * @param {(engine: 'LMDB' | 'Redis') => Promise<Figures>} measureOn */
export async function onBoth(measureOn) {
  return {LMDB: await measureOn('LMDB'), Redis: await measureOn('Redis')};
}

/** Opens a store and waits until it responds.
 * @param {string} address @param {number} [replicas] */
export async function openWhenReady(address, replicas = 0) {
  const store = openStore(address, {info: () => undefined, warn: () => undefined}, {replicas});
  await testing.until(`${address} responds`, () => succeeds(store.ping()));
  return store;
}

/** Returns whether a promise fulfils.
 * @param {Promise<unknown>} work */
export function succeeds(work) {
  return work.then(
    () => true,
    () => false,
  );
}
