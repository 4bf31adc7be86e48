import {readdirSync} from 'node:fs';
import {join} from 'node:path';

/**
 * A command of `npm test` or `npm run proof`. Add a check to `checks` or `withoutBuild` below; a step of the proof belongs in `proof/steps.mjs`.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} command
 * @property {boolean} [needsBuild] whether it runs or reads what is in `dist`
 * @property {string} [report] the file to which its runner writes the results, as JSON
 * @property {NodeJS.ProcessEnv} [env] variables that are added to the environment
 * @property {string[]} [tests] the test files that it runs
 */

/**
 * A kind of tests: its files, and the command that runs some of them, or all.
 *
 * @typedef {object} Kind
 * @property {string} name
 * @property {string[]} folders
 * @property {RegExp} pattern of its files
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
  // Oxlint's type checker is written in Go, and needs a quarter less CPU if it collects garbage less often.
  {name: 'Types and lint', command: ['oxlint'], needsBuild: true, env: {GOGC: '400'}},
  {name: 'Manual, dependencies and references', command: ['npm', 'run', '--silent', 'lint:docs']},
];

/** @type {Record<'unit' | 'client' | 'e2e', Kind>} */
export const kinds = {
  unit: {
    name: 'Unit tests of the server',
    folders: ['server', 'demo', 'scripts', 'proof'],
    pattern: /\.test\.ts$/,
    command: files => vitest('server', files),
  },
  client: {
    name: 'Tests of the elements in a browser',
    folders: ['client'],
    pattern: /\.test\.ts$/,
    command: files => vitest('client', files),
  },
  e2e: {
    name: 'End-to-end tests',
    folders: ['e2e', 'proof/faults'],
    pattern: /\.spec\.ts$/,
    command: files => playwright('e2e', files),
  },
};
const {unit, client, e2e} = kinds;

/** Returns all steps of `npm test` in the order in which they start. Steps that need no build start during the build. Then the longest steps
 * start first, so that the short ones fill the rest of both lanes.
 * @returns {Step[]} */
export function allSteps() {
  return [...withoutBuild, ...chooseTests([e2e, unit, client]), ...checks];
}

/** Returns the steps that run the test files whose path contains one of the patterns, or all files without a pattern.
 * @param {Kind[]} chosen
 * @param {string[]} [patterns]
 * @returns {Step[]} */
export function chooseTests(chosen, patterns = []) {
  return chosen.flatMap(kind => {
    const tests = patterns.length ? matching(findTests(kind), patterns) : findTests(kind);
    return tests.length ? [{name: kind.name, ...kind.command(patterns.length ? tests : []), tests}] : [];
  });
}

/** Returns the patterns that no test file of the kinds has in its path.
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

/** @param {Pick<Kind, 'folders' | 'pattern'>} kind */
export function findTests({folders, pattern}) {
  return folders
    .flatMap(folder =>
      readdirSync(folder, {recursive: true, encoding: 'utf8'}).map(path => join(folder, path)),
    )
    .filter(path => pattern.test(path) && !path.includes('node_modules'));
}

/** @param {string} project The beginning of the names of projects of Vitest.
 * @param {string[]} parameters
 * @returns {Omit<Step, 'name'>} */
function vitest(project, parameters) {
  const report = `test-results/${project}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`];
  return {command: ['vitest', 'run', '--project', `${project}*`, ...reporters, ...parameters], report};
}

/** @param {string} folder The folder with the configuration. The report has its name.
 * @param {string[]} files
 * @returns {Omit<Step, 'name'>} */
export function playwright(folder, files) {
  return {
    command: ['playwright', 'test', '-c', folder, ...files],
    needsBuild: true,
    report: `test-results/${folder}.json`,
  };
}
