import {spawnSync} from 'node:child_process';
import {cpSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

import {installPackages} from './support/install-node.mjs';

/*
 * Validates the files in deploy/kubernetes/ against the Kubernetes API, in the step `kubernetes` of the proof. Schemas find missing keys and invalid
 * values, and types find unknown keys. Both are from the npm package `kubernetes-models`, cached in `node_modules/.cache`: raise its version for
 * another API. Renders the files with "kubectl kustomize" if kubectl is installed.
 */

const folder = 'deploy/kubernetes';
const cache = installPackages('kubernetes', 'kubernetes-models@5.1.0', 'yaml@2.8.2');
const load = createRequire(join(cache, 'package.json'));
/** @type {{parse(text: string): {apiVersion: string, kind: string}}} */
const {parse} = load('yaml');

const found = readdirSync(folder)
  .filter(name => name.endsWith('.yaml') && name !== 'kustomization.yaml')
  .map(name => ({name, manifest: parse(readFileSync(join(folder, name), 'utf8'))}));
const problems = [];
for (const {name, manifest} of found) {
  const path = join(cache, 'node_modules/kubernetes-models', modelOf(manifest));
  const {[manifest.kind]: Model} = await import(pathToFileURL(`${path}.js`).href);
  try {
    new Model(manifest).validate();
  } catch (error) {
    problems.push(`${name}: ${/** @type {Error} */ (error).message}`);
  }
}
problems.push(...unknownKeys());
problems.push(...render());

for (const problem of problems) console.error(problem);
console.log(`${found.length} manifests, ${problems.length} problems.`);
process.exitCode = problems.length ? 1 : 0;

/** @param {{apiVersion: string, kind: string}} manifest */
function modelOf({apiVersion, kind}) {
  return `${apiVersion}/${kind}`;
}

/** Compiles the manifests as literals with the types. */
function unknownKeys() {
  const lines = found.map(
    ({manifest}, index) =>
      `import type {I${manifest.kind} as T${index}} from 'kubernetes-models/${modelOf(manifest)}';\n` +
      `export const m${index}: T${index} = ${JSON.stringify(manifest, undefined, 2)};\n`,
  );
  const file = join(cache, 'manifests.ts');
  writeFileSync(file, lines.join('\n'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--ignoreConfig', file];
  const {status, stdout} = spawnSync(resolve('node_modules/.bin/tsc'), options, {encoding: 'utf8'});
  return status === 0 ? [] : [stdout.trim()];
}

/** Renders a copy that includes the files of the operator. */
function render() {
  if (spawnSync('kubectl', ['version', '--client'], {stdio: 'ignore'}).status !== 0) {
    console.log('kubectl is not installed: the manifests were not rendered.');
    return [];
  }
  const target = join(cache, 'rendered');
  rmSync(target, {recursive: true, force: true});
  cpSync(folder, target, {recursive: true});
  cpSync('demo/portal.json', join(target, 'portal.json'));
  cpSync(join(target, 'secret.env.example'), join(target, 'secret.env'));
  const {status, stdout, stderr} = spawnSync('kubectl', ['kustomize', target], {encoding: 'utf8'});
  if (status !== 0) return [stderr];
  const required = [
    /name: tavle-settings-\w+/,
    /name: tavle-portal-\w+/,
    /name: tavle-store-\w+/,
    /registry\.example\.dk\/tavle:/,
  ];
  return required.filter(part => !part.test(stdout)).map(part => `The rendered manifests lack ${part}.`);
}
