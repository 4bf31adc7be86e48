import {spawn} from 'node:child_process';
import {existsSync, mkdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';

import {changedPaths, countTests, print, publish} from './tests/report.mjs';
import {allSteps, build, chooseTests, kinds, longSteps, unmatched} from './tests/steps.mjs';
import {provideTools} from './tests/tools.mjs';
import {lanes, nextToOthers} from './tests/workers.mjs';

/*
 * Runs the tests:
 *
 *   node scripts/test.mjs                      everything: what `npm test` does, two steps at a time
 *   node scripts/test.mjs unit|client|e2e      one kind of test
 *   … PATTERN…                                 only the test files whose path contains one of the patterns
 *   node scripts/test.mjs long                 the long tests, one step at a time
 *   node scripts/test.mjs long STEP…           only some of their steps
 *   … --publish                                writes the row of each long step that passed into CONTRIBUTING.md
 */

/** @import {Step} from './tests/steps.mjs' */
/** @import {Result} from './tests/report.mjs' */

const isPublished = process.argv.includes('--publish');
const given = process.argv.slice(2).filter(word => word !== '--publish');
const isLong = given[0] === 'long';
const allLong = longSteps();
if (isPublished) checkPublished();
const steps = chooseSteps();
const concurrency = isLong ? 1 : Math.min(steps.length, lanes);
mkdirSync('test-results', {recursive: true});
const started = Date.now();
let code = provideTools(isLong ? 'all' : steps.flatMap(({tests = []}) => tests));
if (code === 0) {
  const results = await runAll();
  code = results.find(result => result.code !== 0)?.code ?? 0;
  print(results, (Date.now() - started) / 1000);
}
process.exitCode = code;

/** A published row names a commit, so the files must be those of the commit. */
function checkPublished() {
  const changed = changedPaths();
  if (!isLong) fail('Only the long tests are published.');
  if (changed) fail(`Commit before --publish:\n${changed}`);
}

function chooseSteps() {
  if (!given.length) return allSteps();
  const [first = '', ...others] = given;
  if (isLong) {
    const all = Object.keys(allLong);
    const unknown = others.filter(name => !all.includes(name));
    if (unknown.length) fail(`No long step is called ${unknown.join(' or ')}. They are ${all.join(', ')}.`);
    const chosen = Object.entries(allLong).filter(([name]) => !others.length || others.includes(name));
    return chosen.map(([, step]) => step);
  }
  const kind = Object.entries(kinds).find(([name]) => name === first)?.[1];
  const chosen = kind ? [kind] : Object.values(kinds);
  const patterns = kind ? others : given;
  const missing = unmatched(chosen, patterns);
  if (missing.length) fail(`No test file has ${missing.join(' or ')} in its path.`);
  return chooseTests(chosen, patterns);
}

/** @param {string} problem */
function fail(problem) {
  console.error(problem);
  process.exit(1);
}

/** Runs `concurrency` steps at a time. Without a build, nothing runs that needs one. */
async function runAll() {
  /** @type {Result[]} */
  const results = [];
  const built = steps.some(step => step.needsBuild) ? run(build) : undefined;
  const queue = [...steps];
  const runNext = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      if (!step.needsBuild || (await built)?.code === 0) results.push(await run(step));
    }
  };
  const lanes = Array.from({length: concurrency - 1}, runNext);
  const result = await built;
  await Promise.all([...lanes, runNext()]);
  return result ? [result, ...results] : results;
}

/** Runs a step. A single step prints as it goes; of others, the output is printed at the end, and only of those that failed.
 * @param {Step} step
 * @returns {Promise<Result>} */
function run(step) {
  const {
    name,
    command: [program = '', ...parameters],
    report,
    env,
  } = step;
  if (report) rmSync(report, {force: true});
  const begun = Date.now();
  const local = join('node_modules/.bin', program);
  return new Promise(resolve => {
    const child = spawn(existsSync(local) ? local : program, parameters, {
      env: {...process.env, ...(concurrency > 1 && nextToOthers), ...env},
      stdio: steps.length === 1 && name !== build.name ? 'inherit' : ['ignore', 'pipe', 'pipe'],
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
      const result = {name, code, seconds, ...(report && {tests: countTests(report)})};
      if (code === 0 && isPublished && step !== build) publish(result, allLong);
      resolve(result);
    });
  });
}
