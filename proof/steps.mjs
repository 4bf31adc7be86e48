import {resolve} from 'node:path';

import {findTests, kinds, playwright} from '../scripts/tests/steps.mjs';
import {
  benchFiles,
  browserFiles,
  clientFiles,
  containerFiles,
  exampleFiles,
  faultFiles,
  logFiles,
  speechFiles,
} from './support/packages.mjs';

/** @typedef {import('../scripts/tests/steps.mjs').Step & {packages?: Record<string, string>}} Step `packages`: the Debian packages in addition to those of its `tests`, each with one of its files. */

const {unit, e2e} = kinds;
const units = findTests(unit);
const fuzz = units.filter(path => path.includes('fuzz'));
const inAllBrowsers = ['e2e/journeys.spec.ts', 'e2e/hostile-markup.spec.ts'];
const faults = 'proof/faults/faults.spec.ts';
const otherEndToEnd = findTests(e2e).filter(path => ![...inAllBrowsers, faults].includes(path));
const env = {TAVLE_TEST_LONG: '1', TAVLE_TEST_ENGINES: resolve('proof/browsers/engines.ts')};

/**
 * The steps of `npm run proof` by their names on the command line: add a step here. Each must take less than two hours. `unit`, `fuzz`, `e2e` and
 * `browsers` run the tests of `npm test` on every engine in turn, with many more random inputs (see `server/testing/thoroughness.ts`).
 *
 * @type {Record<string, Step>}
 */
export const steps = {
  types: {name: 'Types of the proof', command: ['tsc', '-p', 'proof']},
  unit: {
    name: 'Unit tests on every engine, with large lists',
    ...unit.command(fuzz.flatMap(path => ['--exclude', path])),
    tests: units,
    env,
  },
  fuzz: {name: 'Fuzz tests: more than 50,000 requests', ...unit.command(fuzz), tests: fuzz, env},
  e2e: {
    name: 'End-to-end tests with more random inputs',
    ...e2e.command(otherEndToEnd),
    tests: otherEndToEnd,
    packages: {...logFiles, ...browserFiles},
    env,
  },
  browsers: {
    name: 'Journeys and attacks in Chromium, Chromium 106, Firefox and WebKit',
    ...e2e.command(inAllBrowsers),
    tests: inAllBrowsers,
    packages: browserFiles,
    env,
  },
  clients: {
    name: 'HTTP libraries of ten languages, generated clients, HAProxy and Caddy',
    ...proof('clients', 'generators', 'other-proxies'),
    packages: clientFiles,
  },
  packages: {
    name: 'Types of the packages, lint of the OpenAPI description, a typed client, time of regular expressions',
    ...proof('package-types', 'openapi-lint', 'typed-client', 'patterns'),
  },
  frameworks: {name: 'Portals in seven frameworks', ...proof('frameworks')},
  incidents: {
    name: 'Incidents of the runbook, and mails of killed processes',
    ...proof('runbook', 'mail-kills'),
  },
  examples: {
    name: 'Examples of the manual: two machines that are switched off, and a mail server with SPF and DKIM; mails in a maildir',
    ...proof('two-machines', 'mail-server', 'maildir'),
    packages: exampleFiles,
  },
  speech: {
    name: 'Speech of a screen reader',
    command: ['node', 'proof/speech.mjs'],
    needsBuild: true,
    packages: speechFiles,
  },
  damage: {
    name: 'Damaged pages: 300 in a store of 100,000 documents',
    command: ['node', 'proof/damage.mjs', '--documents', '100000', '--tries', '300'],
    needsBuild: true,
  },
  faults: {
    name: 'Faults, 20 rounds each',
    command: ['node', 'proof/faults.mjs', '--rounds', '20', '--jobs', '3', '--write'],
    needsBuild: true,
    tests: [faults],
    packages: faultFiles,
  },
  node: {
    name: 'Node.js 22, 24 and 26: unit tests of the server, and the packages',
    command: ['node', 'proof/node.mjs'],
    needsBuild: true,
    tests: units,
  },
  container: {
    name: 'Container image',
    command: ['node', 'proof/container.mjs'],
    needsBuild: true,
    packages: containerFiles,
  },
  kubernetes: {name: 'Kubernetes manifests', command: ['node', 'proof/kubernetes.mjs']},
  bench: {
    name: 'Benchmarks, one small round each',
    command: ['node', 'proof/bench/run.mjs', '--small'],
    packages: benchFiles,
  },
  mutations: {
    name: 'Mutations: 60 changes to the code',
    command: ['node', 'proof/mutations.mjs'],
    tests: [...units, ...otherEndToEnd],
  },
};

/** Runs files of this folder.
 * @param {string[]} names */
function proof(...names) {
  const tests = names.map(name => `proof/${name}.spec.ts`);
  return {...playwright('proof', tests), tests};
}

/** Returns the chosen steps, or all without names. A single step gets the parameters, if there are any, instead of its parameters in a release.
 * @param {readonly string[]} names
 * @param {readonly string[]} parameters
 * @returns {Step[]} */
export function chooseSteps(names, parameters) {
  if (!names.length) return Object.values(steps);
  const [only, ...others] = names.flatMap(name => steps[name] ?? []);
  if (!only || others.length || !parameters.length) return [only, ...others].flatMap(step => step ?? []);
  const [program = '', ...words] = only.command;
  // A command of a proof begins with its file: `node proof/damage.mjs`.
  const beginning = program === 'node' ? words.slice(0, 1) : words;
  return [{...only, command: [program, ...beginning, ...parameters]}];
}
