import {availableParallelism} from 'node:os';

/** How many steps of `npm test` run at a time: on two cores, one waits while the other computes. */
export const lanes = 2;

const variable = 'TAVLE_TEST_WORKERS';

/**
 * The environment of a step that runs next to others. The step has one worker less than a step alone: each worker loads the modules, and
 * starts a demo, a service and a browser, and the other step computes while tests wait.
 *
 * @type {NodeJS.ProcessEnv}
 */
export const nextToOthers = {[variable]: String(availableParallelism())};

/** How many test files run at a time. */
export const testWorkers = Number(process.env[variable] ?? availableParallelism() + 1);
