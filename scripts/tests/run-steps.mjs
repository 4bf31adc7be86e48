import {spawn} from 'node:child_process';
import {existsSync, mkdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';

import {countTests, print} from './report.mjs';
import {build} from './steps.mjs';
import {nextToOthers} from './workers.mjs';

/* Runs steps as processes, for `npm test` and `npm run proof`. `steps.mjs` and `proof/steps.mjs` list the steps. */

/** @import {Step} from './steps.mjs' */
/** @import {Result} from './report.mjs' */

/** Runs steps, and prints a table of them. If the build fails,
 * skips the steps that need it.
 * @param {readonly Step[]} steps
 * @param {number} concurrency How many of them run at a time.
 * @param {(result: Result) => void} [onPassed] Gets the result of each step that passed.
 * @returns {Promise<number>} The exit code. */
export async function runSteps(steps, concurrency, onPassed) {
  mkdirSync('test-results', {recursive: true});
  const started = Date.now();
  /** @type {Result[]} */
  const results = [];
  const built = steps.some(step => step.needsBuild) ? run(build, concurrency, false) : undefined;
  const queue = [...steps];
  const runNext = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      if (step.needsBuild && (await built)?.code !== 0) continue;
      const result = await run(step, concurrency, steps.length === 1);
      results.push(result);
      if (result.code === 0) onPassed?.(result);
    }
  };
  const lanes = Array.from({length: concurrency - 1}, runNext);
  const result = await built;
  await Promise.all([...lanes, runNext()]);
  const all = result ? [result, ...results] : results;
  print(all, (Date.now() - started) / 1000);
  return all.find(({code}) => code !== 0)?.code ?? 0;
}

/** Runs a step.
 * @param {Step} step
 * @param {number} concurrency
 * @param {boolean} isAlone Whether the step prints while it runs. Otherwise prints its output at the end, and only if it failed.
 * @returns {Promise<Result>} */
function run({name, command: [program = '', ...parameters], report, env}, concurrency, isAlone) {
  if (report) rmSync(report, {force: true});
  const begun = Date.now();
  const local = join('node_modules/.bin', program);
  return new Promise(resolve => {
    const child = spawn(existsSync(local) ? local : program, parameters, {
      env: {...process.env, ...(concurrency > 1 && nextToOthers), ...env},
      stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', text => (output += text));
    }
    child.on('error', error => (output += `${error.message}\n`));
    child.on('close', status => {
      const code = status ?? 1;
      const seconds = (Date.now() - begun) / 1000;
      if (code !== 0) process.stdout.write(output);
      console.log(`# ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds.toFixed(0)} s`);
      resolve({name, code, seconds, ...(report && {tests: countTests(report)})});
    });
  });
}
