import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {brotliCompressSync, constants, gzipSync} from 'node:zlib';

import {cssData, htmlData, webTypes} from './elements/editors.mjs';
import {digestInputs, rememberInputs, wasBuiltFrom} from './build-inputs.mjs';
import {bundle} from './bundle.mjs';
import {bundleServer} from './bundle-server.mjs';
import {frameworkTypes} from './elements/frameworks.mjs';
import {writeManual} from './manual/render.mjs';
import {createManifest} from './elements/manifest.mjs';
import {buildLaterFiles, loadLaterFiles, useScriptUrl} from './later-files.mjs';

/*
 * Builds `dist`: the scripts of the elements, the command, the demo and the packages. `npm run build` and `npm run lint` run it. Add a script to
 * `maxSizes`. If a script exceeds its limit, see CONTRIBUTING.md.
 */

/** The maximum size of each script that a script tag loads, in bytes of gzip. */
const maxSizes = {
  tavle: 58_840,
  dashboard: 24_700,
  calendar: 49_900,
  deadlines: 21_000,
  forms: 20_530,
  editorial: 24_290,
};

/** The quality of Brotli for files without a promised size. The highest quality saves 10 % and takes three seconds longer. */
const fastQuality = 9;

const {version} = JSON.parse(readFileSync('package.json', 'utf8'));

const inputs = digestInputs();
if (process.argv.includes('--if-changed') && wasBuiltFrom(inputs)) process.exit();

console.log('Building …');
rmSync('dist', {recursive: true, force: true});
// `npm run lint` checks the types.
await Promise.all([run('tsc', '--noCheck', '-p', 'client/tsconfig.npm.json'), bundleServer()]);
nameVersion('dist/client/define.js');
nameBuiltFiles('dist/client');
describeElements();
cpSync('demo/portal.json', 'dist/demo/portal.json');
cpSync('client/themes', 'dist/themes', {recursive: true, filter: path => !path.endsWith('.ts')});
mkdirSync('dist/embed', {recursive: true});
const later = await buildLaterFiles();
for (const file of later.values()) writeLaterFile(file);
for (const [name, maxSize] of Object.entries(maxSizes)) await buildScript(name, maxSize);
await run('vite', 'build', '--logLevel', 'warn', '-c', 'demo/vite.config.ts');
gatherDocs();
await writeManual('dist/docs');
compressText('dist/embed');
compressText('dist/docs', fastQuality);
compressText('dist/pages', fastQuality);
const versioned = join('dist/embed', version);
mkdirSync(versioned);
for (const name of readdirSync('dist/embed').filter(name => /\.js(\.|$)/.test(name))) {
  cpSync(join('dist/embed', name), join(versioned, name));
}
rememberInputs(inputs);

/** Runs one of the project's own commands; ends the build when it fails.
 * @param {string} command
 * @param {string[]} args */
async function run(command, ...args) {
  const [status] = await once(spawn(join('node_modules/.bin', command), args, {stdio: 'inherit'}), 'close');
  if (status !== 0) process.exit(1);
}

/** Inserts the version into a module, as `define` of Vite does in scripts.
 * @param {string} path */
function nameVersion(path) {
  const named = readFileSync(path, 'utf8').replaceAll('__VERSION__', JSON.stringify(version));
  if (!named.includes(version)) throw new Error(`${path} asks for no version.`);
  writeFileSync(path, named);
}

/** Changes imports in declaration files from `.ts` to `.js`, and from `lit-html` to `lit`, on which the package depends. TypeScript only
 * rewrites imports in modules.
 * @param {string} directory */
function nameBuiltFiles(directory) {
  for (const path of readdirSync(directory, {encoding: 'utf8', recursive: true})) {
    if (!path.endsWith('.d.ts')) continue;
    const types = readFileSync(join(directory, path), 'utf8');
    writeFileSync(
      join(directory, path),
      types
        .replace(/((?:from |import[ (])['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2')
        .replaceAll('import("lit-html")', 'import("lit")'),
    );
  }
}

/** Writes the elements' metadata next to their classes, for tools, editors and frameworks. */
function describeElements() {
  const manifest = createManifest();
  for (const [name, value] of Object.entries({
    'custom-elements': manifest,
    'vscode.html-custom-data': htmlData(manifest),
    'vscode.css-custom-data': cssData(manifest),
    'web-types': webTypes(manifest, version),
  })) {
    writeFileSync(`dist/${name}.json`, `${JSON.stringify(value, null, 2)}\n`);
  }
  for (const [name, types] of frameworkTypes(manifest)) {
    writeFileSync(`dist/${name}.d.ts`, types);
    // An import of these types needs a module at run time.
    writeFileSync(`dist/${name}.js`, 'export {};\n');
  }
}

/** Builds a self-contained script, since a page loads one file at its start. It works as a module and as a classic script.
 * @param {string} name
 * @param {number} maxSize */
async function buildScript(name, maxSize) {
  const entry = name === 'tavle' ? 'client/embed.ts' : `client/${name}/define.ts`;
  const {code: module} = await bundle(entry, [loadLaterFiles(later), useScriptUrl]);
  // Outside a function, a classic script would declare global variables.
  const code = `(()=>{"use strict";${module.trim()}})();\n`;
  writeFileSync(`dist/embed/${name}.js`, code);
  checkScript(name, code, maxSize);
}

/** Ends the build if a script is larger than promised, imports a file at its start, or is not JavaScript.
 * @param {string} name
 * @param {string} script
 * @param {number} maxSize in bytes of gzip */
function checkScript(name, script, maxSize) {
  const size = gzip(script).length;
  console.log(`embed/${name}.js: ${size} bytes of gzip, of ${maxSize} at most`);
  if (size > maxSize) {
    throw new Error(
      `embed/${name}.js is larger than docs/guides/embed.md promises. Make it smaller, or raise maxSizes in scripts/build.mjs and the page.`,
    );
  }
  if (/\bimport\.meta\b|\bexport\b/.test(script))
    throw new Error(`embed/${name}.js is not a classic script.`);
  // The build does not compile standard decorators, and no browser supports them.
  if (/\baccessor\s+\w/.test(script)) throw new Error(`embed/${name}.js contains a raw "accessor".`);
  const imports = script.match(/\bimport\s*[({"'*`][^)]*\)?/g) ?? [];
  if (imports.length > 1 || imports.some(each => !/^import\(\w+\)$/.test(each))) {
    throw new Error(`embed/${name}.js must import in loadLater and nowhere else: ${imports.join(', ')}`);
  }
}

/** Writes a file that the scripts load later. Ends the build if the file contains Lit, which the scripts contain as well.
 * @param {import('./later-files.mjs').LaterFile} file */
function writeLaterFile({fileName, code}) {
  console.log(`embed/${fileName}: ${gzip(code).length} bytes of gzip`);
  if (code.includes('litHtmlVersions')) throw new Error(`embed/${fileName} contains Lit.`);
  writeFileSync(`dist/embed/${fileName}`, code);
}

/** Copies the files of the page at /docs: our own, and Swagger UI with its licence. */
function gatherDocs() {
  cpSync('server/openapi/page', 'dist/docs', {recursive: true});
  for (const name of [
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'LICENSE',
    'NOTICE',
  ]) {
    cpSync(join('node_modules/swagger-ui-dist', name), join('dist/docs', name));
  }
}

/** Compresses a text as the service sends it.
 * @param {Buffer | string} text */
function gzip(text) {
  return gzipSync(text, {level: 9});
}

/** Writes a .gz and a .br file next to each text. The service sends one of the three.
 * @param {string} directory
 * @param {number} [quality] of Brotli. Default: the highest. */
function compressText(directory, quality = constants.BROTLI_MAX_QUALITY) {
  for (const entry of readdirSync(directory, {recursive: true, withFileTypes: true})) {
    if (!entry.isFile() || !/\.(js|css|html|svg|json)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path);
    writeFileSync(`${path}.gz`, gzip(text));
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(text, {params: {[constants.BROTLI_PARAM_QUALITY]: quality}}),
    );
  }
}
