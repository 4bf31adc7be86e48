import {spawnSync} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {parseArgs} from 'node:util';

import ts from 'typescript';

import {createRandom} from './support/random.mjs';

/*
 * Mutation testing: changes one place of the product at a time, and runs the tests in the same folder, the tests that depend on the file,
 * and end-to-end tests for code that only a process runs.
 *
 *   node proof/mutations.mjs [--count 60] [--seed 1] [--folder server/calendar]
 *
 * It works on a copy of the last commit, and distributes the mutations over the folders of the product. It prints a surviving mutation as a
 * diff: either a test is missing, or the mutation is equivalent.
 */

/** Timeout of the tests of one mutation. A mutation with which the tests hang counts as noticed. */
const timeoutSeconds = 300;

/** The replacement of each operator.
 * @type {Record<string, string>} */
const operators = {
  ...{'===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>'},
  ...{'&&': '||', '||': '&&', '+': '-', '-': '+'},
};

/** The end-to-end tests of code that no other test runs: the process, its commands, its log, and the files of a test service. */
const processTests = /** @type {const} */ ([
  [/^server\/[^/]+$/, ['lifecycle', 'reload', 'log.spec']],
  [/^server\/cli\//, ['lifecycle', 'audit-log', 'init', 'check.spec', 'backup.spec']],
  [/^server\/logs\//, ['log.spec', 'audit-log']],
]);

/** @typedef {{path: string, kind: string, start: number, end: number, text: string}} Mutation `text` replaces the code from `start` to `end`. */

const {values: options} = parseArgs({
  options: {
    count: {type: 'string', default: '60'},
    seed: {type: 'string', default: '1'},
    folder: {type: 'string', default: 'server'},
  },
});
const random = createRandom(Number(options.seed));
const copy = mkdtempSync(join(tmpdir(), 'tavle-mutate-'));
/** @type {Map<string, {mutations: number, noticed: number}>} */
const results = new Map();
try {
  git('worktree', 'add', '--detach', '--quiet', copy);
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const mutations = choose(Number(options.count));
  // If the tests fail without a mutation, all mutations seem to be noticed.
  for (const mutation of [mutations[0], mutations.find(({path}) => processTestsOf(path))]) {
    if (mutation && !(passesNearby(mutation.path) && passesAsProcess(mutation.path)))
      throw new Error(`The tests of ${mutation.path} fail without a mutation.`);
  }
  for (const mutation of mutations) {
    const result = results.get(folderOf(mutation.path)) ?? {mutations: 0, noticed: 0};
    results.set(folderOf(mutation.path), result);
    result.mutations += 1;
    result.noticed += Number(isNoticed(mutation));
  }
} finally {
  git('worktree', 'remove', '--force', copy);
  rmSync(copy, {recursive: true, force: true});
}
console.table(Object.fromEntries(results));
console.log(`Seed ${options.seed}`);

/** Chooses random mutations, from each folder in turn.
 * @param {number} count
 * @returns {Mutation[]} */
function choose(count) {
  const paths = readdirSync(join(copy, options.folder), {recursive: true, encoding: 'utf8'})
    .map(name => join(options.folder, name))
    .filter(path => /\.ts$/.test(path) && !/\.test\.ts$|\.d\.ts$|\/testing\/|description|texts/.test(path));
  /** @param {{order: number}} one @param {{order: number}} other */
  const byOrder = (one, other) => one.order - other.order;
  const found = paths.flatMap(findMutations).map(mutation => ({mutation, order: random()}));
  /** @type {Record<string, number>} */
  const turns = {};
  const inTurns = found.sort(byOrder).map(({mutation, order}) => {
    const folder = folderOf(mutation.path);
    const turn = (turns[folder] = (turns[folder] ?? -1) + 1);
    return {mutation, order: turn + order};
  });
  return inTurns
    .sort(byOrder)
    .slice(0, count)
    .map(({mutation}) => mutation);
}

/** @param {string} path */
function folderOf(path) {
  return dirname(path).split('/').slice(0, 2).join('/');
}

/** Finds all possible mutations of a file.
 * @param {string} path
 * @returns {Mutation[]} */
function findMutations(path) {
  const text = readFileSync(join(copy, path), 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** @type {Mutation[]} */
  const found = [];

  /** @param {string} kind @param {ts.Node} node @param {string} replacement */
  const add = (kind, node, replacement) =>
    found.push({path, kind, start: node.getStart(file), end: node.getEnd(), text: replacement});

  /** @param {ts.Node} node */
  function visit(node) {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const replacement = operators[node.operatorToken.getText(file)];
      if (replacement) add('operator', node.operatorToken, replacement);
    }
    if (ts.isIfStatement(node)) add('condition', node.expression, `!(${node.expression.getText(file)})`);
    if (ts.isAwaitExpression(node) && ts.isExpressionStatement(node.parent)) {
      add('await', node, `void ${node.expression.getText(file)}`);
    }
    if (ts.isNumericLiteral(node) && ts.isBinaryExpression(node.parent)) {
      add('number', node, `(${node.getText(file)} + 1)`);
    }
    if (node.kind === ts.SyntaxKind.TrueKeyword) add('boolean', node, 'false');
    if (node.kind === ts.SyntaxKind.FalseKeyword) add('boolean', node, 'true');
    ts.forEachChild(node, visit);
  }
  visit(file);
  return found;
}

/** Writes a mutation and runs the tests that depend on its file. Returns whether one fails.
 * @param {Mutation} mutation */
function isNoticed({path, kind, start, end, text}) {
  const file = join(copy, path);
  const original = readFileSync(file, 'utf8');
  writeFileSync(file, original.slice(0, start) + text + original.slice(end));
  const passes = passesNearby(path) && vitest(path, 'related', path, '--run') && passesAsProcess(path);
  if (passes) console.log(git('-C', copy, 'diff', '--unified=1', '--', path));
  writeFileSync(file, original);
  console.log(`${passes ? 'MISSED ' : 'noticed'} ${path}: ${kind}`);
  return !passes;
}

/** Runs the tests in the folder of a file. @param {string} path */
function passesNearby(path) {
  const folder = dirname(path);
  const tests = readdirSync(join(copy, folder)).filter(name => name.endsWith('.test.ts'));
  return !tests.length || vitest(path, 'run', ...tests.map(name => join(folder, name)));
}

/** @param {string} path */
function processTestsOf(path) {
  return processTests.find(([paths]) => paths.test(path))?.[1];
}

/** Runs the end-to-end tests of a file. @param {string} path */
function passesAsProcess(path) {
  const tests = processTestsOf(path);
  if (!tests) return true;
  const playwright = ['node_modules/.bin/playwright', 'test', '-c', 'e2e', '--max-failures=1', ...tests];
  return run('node', 'scripts/build.mjs') && run(...playwright);
}

/** Runs Vitest until a test fails. Returns whether all pass.
 * @param {string} path @param {string[]} parameters */
function vitest(path, ...parameters) {
  const project = path.startsWith('client/') ? 'client*' : 'server';
  const common = ['--project', project, '--bail', '1', '--reporter', 'dot', '--passWithNoTests'];
  return run('node_modules/.bin/vitest', ...parameters, ...common);
}

/** @param {string[]} command */
function run(...command) {
  // `timeout` also ends child processes, such as a worker in an endless loop.
  const limited = ['--signal=KILL', String(timeoutSeconds), ...command];
  return spawnSync('timeout', limited, {cwd: copy, stdio: 'ignore'}).status === 0;
}

/** @param {string[]} parameters */
function git(...parameters) {
  return spawnSync('git', parameters, {encoding: 'utf8'}).stdout;
}
