/*
 * Raises the default timeout of `vi.waitFor` and `vi.waitUntil` from 1 to 30 seconds, which busy machines need. Vitest
 * loads this file before each test file (`setupFiles` in `vitest.config.ts`). Change the default here; a test can still
 * pass its own timeout, which must win.
 */

import {vi} from 'vitest';

/** Vitest waits for a second by default, which a busy machine exceeds. */
const timeout = 30_000;

const {waitFor, waitUntil} = vi;
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));

function patient<Options extends {timeout?: number}>(options: number | Options = timeout) {
  return typeof options === 'number' ? options : {timeout, ...options};
}
