import {spawn, spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {join} from 'node:path';

/*
 * Runs the tests:
 *
 *   node scripts/test.mjs                      everything: what `npm test` does, two steps at a time
 *   node scripts/test.mjs unit|client|e2e      one kind of test
 *   … PATTERN                                  only the test files whose path contains PATTERN
 *   node scripts/test.mjs --publish            everything, and writes the table of times in CONTRIBUTING.md
 */

/** Where Debian has nginx and its module for the script in `deploy/nginx/`. */
const nginx = '/usr/sbin/nginx';
const njs = '/usr/lib/nginx/modules/ngx_http_js_module.so';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} command
 * @property {string} [report] where its runner writes what passed, as JSON
 *
 * @typedef {object} Result
 * @property {Step} step
 * @property {number} code
 * @property {number} seconds
 */

const cache = 'node_modules/.cache';

/** @type {Step[]} */
const checks = [
  {name: 'Lint', command: ['oxlint']},
  {name: 'Lint of elements and templates', command: ['npm', 'run', '--silent', 'lint:elements']},
  {name: 'Types of server, tests and scripts', command: typeCheck('.')},
  {name: 'Types of the elements', command: typeCheck('client')},
  {name: 'Format', command: ['prettier', '--check', '--log-level', 'warn', '--cache', '.']},
  {name: 'Manual, dependencies and references', command: ['npm', 'run', '--silent', 'lint:docs']},
];

/** @param {string} folder */
function typeCheck(folder) {
  return [
    'tsc',
    '-p',
    folder,
    '--incremental',
    '--tsBuildInfoFile',
    join(cache, 'tsc', folder, 'state.json'),
  ];
}

/** The kinds of tests: their files, and the command that runs some of them.
 * @type {Record<string, {name: string, folders: string[], isTest: RegExp, step: (files: string[]) => Omit<Step, 'name'>}>} */
const kinds = {
  unit: {
    name: 'Unit tests of the server',
    folders: ['server', 'bench'],
    isTest: /(?<!page\/chart)\.test\.ts$/,
    step: files => vitest('server', files),
  },
  client: {
    name: 'Tests of the elements in a browser',
    folders: ['client', 'bench/page'],
    isTest: /^client\/.*\.test\.ts$|\/chart\.test\.ts$/,
    step: files => vitest('client', files),
  },
  e2e: {
    name: 'End-to-end tests',
    folders: ['e2e'],
    isTest: /\.spec\.ts$/,
    step: files => ({
      command: ['playwright', 'test', '-c', 'e2e', ...files],
      report: 'test-results/e2e.json',
    }),
  },
};

/** @param {string} project
 * @param {string[]} files
 * @returns {Omit<Step, 'name'>} */
function vitest(project, files) {
  const report = `test-results/${project}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`];
  return {command: ['vitest', 'run', '--project', project, ...reporters, ...files], report};
}

/** @param {string[]} only
 * @param {string} [pattern] */
function chooseTests(only, pattern) {
  return only.flatMap(key => {
    const kind = kinds[key];
    if (!kind) throw new Error(`"${key}" is not a kind of test.`);
    const files = pattern === undefined ? [] : findTests(kind).filter(path => path.includes(pattern));
    return pattern === undefined || files.length ? [{key, name: kind.name, ...kind.step(files)}] : [];
  });
}

/** @param {{folders: string[], isTest: RegExp}} kind */
function findTests({folders, isTest}) {
  return folders
    .flatMap(folder =>
      readdirSync(folder, {recursive: true, encoding: 'utf8'}).map(path => join(folder, path)),
    )
    .filter(path => isTest.test(path) && !path.includes('node_modules'));
}

/** Returns the steps in the order in which they start. Those that take longest come first, so that the others fit beside them.
 * @param {string[]} parameters
 * @returns {Step[]} */
function chooseSteps([first, ...others]) {
  if (first !== undefined && first in kinds) return chooseTests([first], others[0]);
  if (first !== undefined) return chooseTests(Object.keys(kinds), first);
  return [...chooseTests(['e2e']), ...checks, ...chooseTests(['unit', 'client'])];
}

const parameters = process.argv.slice(2);
const isPublished = parameters[0] === '--publish';
const steps = chooseSteps(isPublished ? [] : parameters);
if (!steps.length) {
  console.error('No test file has that in its path.');
  process.exit(1);
}
mkdirSync('test-results', {recursive: true});
const started = Date.now();
let code = provideTools();
if (code === 0 && steps.some(step => step.command[0] !== 'vitest')) {
  code = spawnSync('node', ['scripts/build.mjs', '--if-changed'], {stdio: 'inherit'}).status ?? 1;
}
if (code === 0) {
  const results = await runAll(steps);
  code = results.find(result => result.code !== 0)?.code ?? 0;
  report(results);
  if (code === 0 && isPublished) publish(results);
}
process.exitCode = code;

/** Runs two steps at a time: on two cores, one waits while the other computes.
 * @param {Step[]} steps */
async function runAll(steps) {
  /** @type {Result[]} */
  const results = [];
  const queue = [...steps];
  const runNext = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      // A single step prints as it goes.
      results.push(await run(step, steps.length === 1));
    }
  };
  await Promise.all([runNext(), runNext()]);
  return results;
}

/** Runs a step. What it prints is shown when it ends, and only if it failed, unless it is the only one.
 * @param {Step} step
 * @param {boolean} isAlone
 * @returns {Promise<Result>} */
function run(step, isAlone) {
  const {
    name,
    command: [program = '', ...parameters],
    report: path,
  } = step;
  if (path) rmSync(path, {force: true});
  const begun = Date.now();
  const local = join('node_modules/.bin', program);
  return new Promise(resolve => {
    const child = spawn(existsSync(local) ? local : program, parameters, {
      stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', text => (output += text));
    }
    child.on('error', error => (output += `${error.message}\n`));
    child.on('close', status => {
      const result = {step, code: status ?? 1, seconds: (Date.now() - begun) / 1000};
      if (result.code !== 0) process.stdout.write(output);
      console.log(`# ${name}: ${result.code === 0 ? 'passed' : 'FAILED'} in ${result.seconds.toFixed(0)} s`);
      resolve(result);
    });
  });
}

/** Installs the Debian packages that the tests need, where that is possible.
 * @returns {number} an exit code */
function provideTools() {
  const commands = ['redis-server', 'faketime', 'khal', 'calcurse', 'openssl'];
  const missing = [
    ...commands.filter(command => !found(command)),
    ...(found(process.env.TAVLE_TEST_CHROMIUM ?? '/usr/bin/chromium-headless-shell')
      ? []
      : ['chromium-headless-shell']),
    ...(existsSync(nginx) && existsSync(njs) ? [] : ['nginx', 'libnginx-mod-http-js']),
  ];
  if (!missing.length) return 0;
  if (process.getuid?.() !== 0 || !found('apt-get')) {
    console.error(`Missing: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`);
    return 1;
  }
  const install = ['install', '-y', '--no-install-recommends', ...missing];
  return aptGet(['update']) || aptGet(install);
}

/** @param {string[]} parameters */
function aptGet(parameters) {
  return spawnSync('apt-get', parameters, {stdio: 'inherit'}).status ?? 1;
}

/** @param {string} command */
function found(command) {
  return spawnSync(command, ['--version'], {stdio: 'ignore'}).error === undefined;
}

/** Ends with one plain line: how many tests there were.
 * @param {Result[]} results */
function report(results) {
  const counts = results.flatMap(({step}) => (step.report ? [countTests(step.report)] : []));
  const sum = (/** @type {'passed' | 'failed'} */ key) =>
    counts.reduce((total, count) => total + count[key], 0);
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed in ${seconds} s`);
}

/** Writes the table of times.
 * @param {Result[]} results */
function publish(results) {
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {encoding: 'utf8'}).stdout.trim();
  const day = new Date().toISOString().slice(0, 10);
  const rows = results.map(({step, seconds}) => {
    const tests = step.report ? countTests(step.report).passed.toLocaleString('en') : '';
    return `| ${step.name} | ${seconds.toFixed(0)} | ${tests} |`;
  });
  const total = ((Date.now() - started) / 1000).toFixed(0);
  const table = [
    `Measured on ${day} at commit ${commit}, on ${availableParallelism()} cores. Two steps run at a time, so the total is less than the sum.`,
    '',
    '| Step | Seconds | Tests |',
    '| --- | --- | --- |',
    ...rows,
    `| **Total** | ${total} | |`,
  ].join('\n');
  const path = 'CONTRIBUTING.md';
  const text = readFileSync(path, 'utf8');
  const place = /(?<=<!-- test times -->\n\n).*?(?=\n\n<!-- end -->)/s;
  writeFileSync(
    path,
    text.replace(place, () => table),
  );
}

/** @param {string} path */
function countTests(path) {
  if (!existsSync(path)) return {passed: 0, failed: 0};
  const {numPassedTests, numFailedTests, stats} = JSON.parse(readFileSync(path, 'utf8'));
  return {passed: numPassedTests ?? stats.expected, failed: numFailedTests ?? stats.unexpected};
}
