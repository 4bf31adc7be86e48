import {availableParallelism} from 'node:os';

/** How many steps of `npm test` run at a time, for `test.mjs`: on two cores, one waits while the other computes. */
export const lanes = 2;

const variable = 'TAVLE_TEST_WORKERS';

/**
 * The environment of a step that runs next to others. It has one worker less than a step that runs alone: the other step uses the time in which
 * tests wait, and each worker must load the modules and start a demo, a service and a browser.
 *
 * @type {NodeJS.ProcessEnv}
 */
export const nextToOthers = {[variable]: String(availableParallelism())};

/** How many test files run at a time, for the configurations of Vitest and Playwright. */
export const testWorkers = Number(process.env[variable] ?? availableParallelism() + 1);
