import {readdirSync, readFileSync} from 'node:fs';
import {isBuiltin} from 'node:module';
import {join} from 'node:path';

import ts from 'typescript';

/*
 * Checks that the packages have the version of the repository, and that each declares exactly the dependencies that its modules import.
 */

/** The packages with the folders of their modules. Modules that only build the demo are not packed. */
const packages = [
  {manifest: 'client/package.json', folders: ['client']},
  {manifest: 'server/package.json', folders: ['server', 'certificates', 'demo']},
];
const isPacked = (/** @type {string} */ path) =>
  path.endsWith('.ts') &&
  !/\.test\.ts$|(^|\/)testing\/|^client\/embed-files\/|^demo\/(pages\/|manual\.ts|vite\.config\.ts)/.test(
    path,
  );

const root = readManifest('package.json');

const problems = packages.flatMap(problemsOfPackage);
for (const problem of problems) console.error(`${problem}.`);
if (problems.length) process.exitCode = 1;

/** @param {{manifest: string, folders: string[]}} one */
function problemsOfPackage({manifest: path, folders}) {
  const {version, dependencies = {}} = readManifest(path);
  const declared = Object.keys(dependencies);
  const used = new Set(folders.flatMap(modulesOf).flatMap(packagesOf));
  return [
    ...(version === root.version ? [] : [`${path} has version ${version}, package.json has ${root.version}`]),
    ...[...used].filter(name => !declared.includes(name)).map(name => `${path} lacks the dependency ${name}`),
    ...declared
      .filter(name => !used.has(name.replace('@types/', '')))
      .map(name => `${path} has the dependency ${name}, which its modules do not import`),
  ];
}

/** @param {string} folder */
function modulesOf(folder) {
  return readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .map(name => join(folder, name))
    .filter(isPacked);
}

/** Returns the names of the packages that a module imports, including those of types, which its declarations import.
 * @param {string} path */
function packagesOf(path) {
  return ts
    .preProcessFile(readFileSync(path, 'utf8'))
    .importedFiles.map(({fileName}) => fileName)
    .filter(name => !/^[.#]/.test(name) && !isBuiltin(name))
    .map(name => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
}

/** @param {string} path */
function readManifest(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
