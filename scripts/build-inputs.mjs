import {createHash} from 'node:crypto';
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/*
 * Finds out whether `dist` is up to date, for `build.mjs --if-changed`. If the build reads another folder, add it to `folders`: otherwise a change
 * in that folder does not cause a build.
 */

const folders = [
  'certificates',
  'client',
  'demo',
  'deploy',
  'docs',
  'proof/bench/support',
  'scripts',
  'server',
];

/** The file with the digest of the inputs of the last build. */
const record = 'dist/.inputs';

/**
 * Returns a digest of the inputs of the build: the files of `folders` and of the root (configuration, lock file), except tests and `testing` folders,
 * and the version of Node.js.
 */
export function digestInputs() {
  const hash = createHash('sha256').update(process.version);
  for (const path of [...folders.flatMap(folder => filesOf(folder, true)), ...filesOf('.', false)].sort()) {
    hash.update(`\0${path}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Returns whether the last build has completed, and had the same inputs.
 * @param {string} digest */
export function wasBuiltFrom(digest) {
  return existsSync(record) && readFileSync(record, 'utf8') === digest;
}

/** Records the inputs of a build that has completed. @param {string} digest */
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
