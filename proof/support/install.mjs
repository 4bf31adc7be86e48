import {spawnSync} from 'node:child_process';
import {existsSync, statSync} from 'node:fs';
import {resolve} from 'node:path';

const folder = resolve('proof');

/** Installs the packages of `proof/package.json` unless they are installed, for `npm run proof` and `npm run bench`: `npm ci` in the root does not install them.
 * @throws {Error} If the installation fails. */
export function installProof() {
  const installed = resolve(folder, 'node_modules/.package-lock.json');
  const wanted = resolve(folder, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs > statSync(wanted).mtimeMs) return;
  const parameters = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  const {status} = spawnSync('npm', parameters, {stdio: ['ignore', 'ignore', 'inherit']});
  if (status !== 0) throw new Error('The packages of proof/package.json were not installed.');
}
