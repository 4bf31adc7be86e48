import {readdirSync} from 'node:fs';
import {join} from 'node:path';

/**
 * A command of the test run.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} command
 * @property {boolean} [needsBuild] whether it runs or reads what is in `dist`
 * @property {string} [report] where its runner writes what passed, as JSON
 * @property {NodeJS.ProcessEnv} [env] what is added to the environment
 * @property {string[]} [tests] the test files that it runs
 */

/**
 * A kind of tests: its files, and the command that runs some of them, or all.
 *
 * @typedef {object} Kind
 * @property {string} name
 * @property {string[]} folders
 * @property {(files: string[]) => Omit<Step, 'name'>} command
 */

/** @type {Step} */
export const build = {name: 'Build', command: ['node', 'scripts/build.mjs', '--if-changed']};

/** @type {Step[]} */
const withoutBuild = [
  {name: 'Format', command: ['oxfmt', '--check']},
  {name: 'Lint of elements and templates', command: ['npm', 'run', '--silent', 'lint:elements']},
];

/** @type {Step[]} */
const checks = [
  // Its type checker is written in Go, and needs a quarter less CPU if it collects garbage less often.
  {name: 'Types and lint', command: ['oxlint'], needsBuild: true, env: {GOGC: '400'}},
  {name: 'Manual, dependencies and references', command: ['npm', 'run', '--silent', 'lint:docs']},
];

/** @type {Record<'unit' | 'client' | 'e2e', Kind>} */
export const kinds = {
  unit: {
    name: 'Unit tests of the server',
    folders: ['server', 'demo', 'bench', 'scripts'],
    command: files => vitest('server', files),
  },
  client: {
    name: 'Tests of the elements in a browser',
    folders: ['client'],
    command: files => vitest('client', files),
  },
  e2e: {
    name: 'End-to-end tests',
    folders: ['e2e'],
    command: files => ({
      command: ['playwright', 'test', '-c', 'e2e', ...files],
      needsBuild: true,
      report: 'test-results/e2e.json',
    }),
  },
};
const {unit, client, e2e} = kinds;

/** All steps of `npm test`, in the order in which they start: during the build those that need none, then the longest first, so that
 * the short ones fill what is left of both lanes.
 * @returns {Step[]} */
export function allSteps() {
  return [...withoutBuild, ...chooseTests([e2e, unit, client]), ...checks];
}

/**
 * The steps of the long run by their names on the command line. Each takes less than two hours. They test every engine in turn, with many
 * more random inputs (see `server/testing/thoroughness.ts`), and what needs more tools than `npm test`.
 *
 * @returns {Record<string, Step>}
 */
export function longSteps() {
  const fuzz = findTests(unit).filter(path => path.includes('fuzz'));
  const withoutFuzz = fuzz.flatMap(path => ['--exclude', path]);
  const inAllBrowsers = ['e2e/journeys.spec.ts', 'e2e/hostile-markup.spec.ts'];
  const withClients = ['e2e/clients.spec.ts', 'e2e/generators.spec.ts', 'e2e/other-proxies.spec.ts'];
  const others = findTests(e2e).filter(path => ![...inAllBrowsers, ...withClients].includes(path));
  const env = {TAVLE_TEST_LONG: '1'};
  return {
    unit: {name: 'Unit tests on every engine, with large lists', ...unit.command(withoutFuzz), env},
    fuzz: {name: 'Fuzz tests: more than 50,000 requests', ...unit.command(fuzz), env},
    e2e: {name: 'End-to-end tests with more random inputs', ...e2e.command(others), env},
    browsers: {
      name: 'Journeys and attacks in Chromium, Chromium 106, Firefox and WebKit',
      ...e2e.command(inAllBrowsers),
      env,
    },
    clients: {
      name: 'HTTP libraries of ten languages, generated clients, HAProxy and Caddy',
      ...e2e.command(withClients),
      env,
    },
    speech: {name: 'Speech of a screen reader', command: ['node', 'scripts/speech.mjs'], needsBuild: true},
    damage: {
      name: 'Damaged pages: 300 in a store of 100,000 documents',
      command: ['node', 'scripts/damage.mjs', '--documents', '100000', '--tries', '300'],
      needsBuild: true,
    },
    faults: {
      name: 'Faults, 20 rounds each',
      command: ['node', 'scripts/faults.mjs', '--rounds', '20', '--jobs', '3', '--write'],
      needsBuild: true,
    },
    node: {
      name: 'Node.js 22, 24 and 26: unit tests of the server, and the packages',
      command: ['node', 'scripts/test-node.mjs'],
      needsBuild: true,
    },
    container: {name: 'Container image', command: ['node', 'scripts/test-container.mjs'], needsBuild: true},
    kubernetes: {name: 'Kubernetes manifests', command: ['node', 'scripts/check-kubernetes.mjs']},
    bench: {name: 'Benchmarks, one small round each', command: ['node', 'bench/run.mjs', '--small']},
  };
}

/** The steps that run the test files whose path contains one of the patterns, or all files without a pattern.
 * @param {Kind[]} chosen
 * @param {string[]} [patterns]
 * @returns {Step[]} */
export function chooseTests(chosen, patterns = []) {
  return chosen.flatMap(kind => {
    const tests = patterns.length ? matching(findTests(kind), patterns) : findTests(kind);
    return tests.length ? [{name: kind.name, ...kind.command(patterns.length ? tests : []), tests}] : [];
  });
}

/** The patterns that no test file of the kinds has in its path.
 * @param {Kind[]} chosen
 * @param {string[]} patterns */
export function unmatched(chosen, patterns) {
  const files = chosen.flatMap(findTests);
  return patterns.filter(pattern => !matching(files, [pattern]).length);
}

/** @param {string[]} files
 * @param {string[]} patterns */
function matching(files, patterns) {
  return files.filter(path => patterns.some(pattern => path.includes(pattern)));
}

/** @param {Kind} kind */
function findTests({folders}) {
  return folders
    .flatMap(folder =>
      readdirSync(folder, {recursive: true, encoding: 'utf8'}).map(path => join(folder, path)),
    )
    .filter(path => /\.(?:test|spec)\.ts$/.test(path) && !path.includes('node_modules'));
}

/** @param {string} project The beginning of the names of its projects.
 * @param {string[]} parameters
 * @returns {Omit<Step, 'name'>} */
function vitest(project, parameters) {
  const report = `test-results/${project}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`];
  return {command: ['vitest', 'run', '--project', `${project}*`, ...reporters, ...parameters], report};
}
