import {setTimeout} from 'node:timers/promises';

import {openStore} from './built.mjs';

/** @typedef {import('../../server/store/store.ts').Store} Store */

const quiet = {info: () => undefined, warn: () => undefined};

/** Opens a store and waits until it responds.
 * @param {string} address @param {number} [replicas] */
export async function openWhenReady(address, replicas = 0) {
  const store = openStore(address, quiet, {replicas});
  for (let tries = 0; tries < 200; tries += 1) {
    if (await succeeds(store.ping())) return store;
    await setTimeout(50);
  }
  throw new Error(`${address} does not respond.`);
}

/** Returns whether a promise fulfils.
 * @param {Promise<unknown>} work */
export function succeeds(work) {
  return work.then(
    () => true,
    () => false,
  );
}
