import {spawnSync} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';

import {createSbom, sbomFile} from './sbom.mjs';

/*
 * Packs the build into the two packages, each as a folder and a tarball:
 *
 *   node scripts/pack.mjs DIRECTORY            DIRECTORY/tavle, DIRECTORY/tavle-server
 *
 * `npm run pack` and the tests of the packages run it. Both packages share one build, from which the checkout also runs, so the paths in a
 * package's manifest (`client/package.json`, `server/package.json`) begin at the root of the repository. To pack another file, add it to `files` of
 * a manifest; each package also gets its bill of materials (`sbom.mjs`). Of folders outside `dist`, only tracked files are copied: `deploy` may
 * contain secrets that git ignores.
 */

const [directory] = process.argv.slice(2);
if (directory === undefined)
  throw new Error('Name the directory to pack into: node scripts/pack.mjs DIRECTORY.');

const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
for (const folder of ['client', 'server']) pack(folder, resolve(directory));

/** @param {string} folder
 * @param {string} target */
function pack(folder, target) {
  // The manifest is private in the repository: only the packed folders may be published.
  const {private: _, ...manifest} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (manifest.version !== version)
    throw new Error(`${folder}/package.json has another version than package.json.`);
  const stage = join(target, manifest.name);
  rmSync(stage, {recursive: true, force: true});
  mkdirSync(stage, {recursive: true});
  const packed = {...manifest, files: [...manifest.files, sbomFile]};
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
  // The server's package contains the built elements.
  const contained = folder === 'server' ? [{name: 'tavle', version}] : [];
  const sbom = createSbom(manifest, contained);
  writeFileSync(join(stage, sbomFile), `${JSON.stringify(sbom, null, 2)}\n`);
  const readme = [join(folder, 'README.md'), 'README.md'].find(path => existsSync(path)) ?? '';
  cpSync(readme, join(stage, 'README.md'));
  cpSync('LICENSE', join(stage, 'LICENSE'));
  // npm excludes the patterns that begin with an exclamation mark.
  for (const path of manifest.files.filter((/** @type {string} */ each) => !each.startsWith('!'))) {
    for (const file of filesIn(path)) cpSync(file, join(stage, file), {recursive: true});
  }
  for (const name of readdirSync(stage, {recursive: true, encoding: 'utf8'})) {
    if (name.endsWith('.md')) unlinkMissing(join(stage, name));
  }
  const {status} = spawnSync('npm', ['pack', '--silent', '--pack-destination', target], {
    cwd: stage,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm cannot pack ${stage}.`);
}

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  if (path.startsWith('dist/')) return [path];
  const {status, stdout} = spawnSync('git', ['ls-files', '-z', '--', path], {encoding: 'utf8'});
  const files = stdout.split('\0').filter(file => file && existsSync(file));
  if (status !== 0 || !files.length) throw new Error(`git lists no tracked files in ${path}.`);
  return files;
}

/** Replaces links to missing files with their text: only the server's package has the manual, and no package has tests.
 * @param {string} path */
function unlinkMissing(path) {
  const text = readFileSync(path, 'utf8');
  // The first alternative skips code, which may look like a link.
  const linked = text.replaceAll(
    /^```[^]*?^```$|\[([^\]]+)\]\(([^):\s#]+)(?:#[^)\s]*)?\)/gm,
    (link, words, target) => (target === undefined || existsSync(join(dirname(path), target)) ? link : words),
  );
  writeFileSync(path, linked);
}
