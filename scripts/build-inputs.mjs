import {createHash} from 'node:crypto';
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/* Finds out whether `dist` is up to date, for `build.mjs --if-changed`. */

const folders = ['certificates', 'client', 'demo', 'deploy', 'docs', 'scripts', 'server'];

/** The file with the digest of the inputs of the last build. */
const record = 'dist/.inputs';

/** Returns a digest of all inputs of the build: sources without tests, the manual, configuration, versions of dependencies. */
export function digestInputs() {
  const hash = createHash('sha256').update(process.version);
  for (const path of [...folders.flatMap(folder => filesOf(folder, true)), ...filesOf('.', false)].sort()) {
    hash.update(`\0${path}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Returns whether `dist` is complete and was built from the same inputs.
 * @param {string} digest */
export function wasBuiltFrom(digest) {
  return existsSync(record) && readFileSync(record, 'utf8') === digest;
}

/** @param {string} digest */
export function rememberInputs(digest) {
  writeFileSync(record, digest);
}

/** @param {string} folder
 * @param {boolean} recursive */
function filesOf(folder, recursive) {
  return readdirSync(folder, {recursive, withFileTypes: true})
    .filter(entry => entry.isFile() && !/\.test\.ts$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => !path.split('/').includes('testing'));
}
