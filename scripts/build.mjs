import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {brotliCompressSync, gzipSync} from 'node:zlib';

import {build} from 'vite';

import {cssData, htmlData} from './elements/editors.mjs';
import {digestInputs, rememberInputs, wasBuiltFrom} from './build-inputs.mjs';
import {createManifest} from './elements/manifest.mjs';
import {reactTypes} from './elements/react.mjs';

/** What is promised of the size of the embed file, and of what the dashboard alone would take, in bytes of gzip. */
const most = {embed: 28_000, dashboard: 14_000};

/** The one file that the embed file loads later, when markup is first shown. */
const lazyFile = 'sanitise.js';

const {version} = JSON.parse(readFileSync('package.json', 'utf8'));

const inputs = digestInputs();
if (process.argv.includes('--if-changed') && wasBuiltFrom(inputs)) process.exit();

console.log('Building …');
rmSync('dist', {recursive: true, force: true});
run('tsc', '-p', 'client/tsconfig.npm.json');
run('tsc', '-p', 'server');
nameVersion('dist/client/define.js');
nameBuiltFiles('dist');
describeElements();
cpSync('demo/portal.json', 'dist/demo/portal.json');
cpSync('client/themes', 'dist/themes', {recursive: true, filter: path => !path.endsWith('.ts')});
run('vite', 'build', '--logLevel', 'warn');
run('vite', 'build', '--logLevel', 'warn', '-c', 'demo/vite.config.ts');
pinLazyFile();
checkEmbed(readFileSync('dist/embed/tavle.js'));
checkSize('the dashboard alone', await buildDashboard(), most.dashboard);
gatherDocs();
compressText('dist/embed');
compressText('dist/docs');
compressText('dist/pages');
const versioned = join('dist/embed', version);
mkdirSync(versioned);
for (const name of readdirSync('dist/embed').filter(name => /\.js(\.|$)/.test(name))) {
  cpSync(join('dist/embed', name), join(versioned, name));
}
rememberInputs(inputs);

/** Runs one of the project's own commands; ends the build when it fails.
 * @param {string} command
 * @param {string[]} args */
function run(command, ...args) {
  const {status, error} = spawnSync(join('node_modules/.bin', command), args, {stdio: 'inherit'});
  if (error) throw error;
  if (status) process.exit(status);
}

/** Does for the modules what Vite does for the embed file.
 * @param {string} path */
function nameVersion(path) {
  const named = readFileSync(path, 'utf8').replaceAll('__VERSION__', JSON.stringify(version));
  if (!named.includes(version)) throw new Error(`${path} asks for no version.`);
  writeFileSync(path, named);
}

/** Lets the types import each other as built: TypeScript rewrites the imports of the modules only.
 * @param {string} directory */
function nameBuiltFiles(directory) {
  for (const path of readdirSync(directory, {encoding: 'utf8', recursive: true})) {
    if (!path.endsWith('.d.ts')) continue;
    const types = readFileSync(join(directory, path), 'utf8');
    writeFileSync(
      join(directory, path),
      types.replace(/((?:from |import\()['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'),
    );
  }
}

/** Leaves what the elements say of themselves beside their classes, for tools, editors and React. */
function describeElements() {
  const manifest = createManifest();
  writeJson('dist/custom-elements.json', manifest);
  writeJson('dist/vscode.html-custom-data.json', htmlData(manifest));
  writeJson('dist/vscode.css-custom-data.json', cssData(manifest));
  writeFileSync('dist/react.d.ts', reactTypes(manifest));
  // Types only: what imports them gets a module all the same.
  writeFileSync('dist/react.js', 'export {};\n');
}

/** @param {string} path
 * @param {unknown} value */
function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Writes the digest of the file that is loaded later into the embed file, which checks it. */
function pinLazyFile() {
  const digest = createHash('sha384')
    .update(readFileSync(join('dist/embed', lazyFile)))
    .digest('base64');
  const path = 'dist/embed/tavle.js';
  const parts = readFileSync(path, 'utf8').split('__SANITISER_INTEGRITY__');
  if (parts.length !== 2)
    throw new Error(`The embed file has ${parts.length - 1} places for a digest, not one.`);
  writeFileSync(path, parts.join(`sha384-${digest}`));
}

/** @param {Buffer} script */
function checkEmbed(script) {
  checkSize('embed/tavle.js', script, most.embed);
  // The build passes standard decorators on as they are, and no browser knows them.
  if (/\baccessor\s+\w/.test(script.toString())) throw new Error('The embed file holds a raw "accessor".');
  const others = readdirSync('dist/embed').filter(name => !['tavle.js', lazyFile].includes(name));
  const imports = script.toString().match(/\bimport\s*[({"'*`][^)]*\)?/g) ?? [];
  if (others.length || imports.length !== 1 || !imports[0].includes(`./${lazyFile}`)) {
    throw new Error(
      `The embed file is to load ${lazyFile} and nothing else: ${[...others, ...imports].join(', ')}`,
    );
  }
}

/** Bundles what registers the dashboard and nothing else, for its size. */
async function buildDashboard() {
  const lib = {
    entry: 'client/dashboard/define.ts',
    formats: /** @type {['es']} */ (['es']),
    fileName: 'dashboard',
  };
  const result = await build({logLevel: 'warn', build: {write: false, lib}});
  const [bundle] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ ([result].flat());
  return bundle?.output[0].code ?? '';
}

/** Puts the page at /docs together: ours, and the viewer with its licence. */
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

/** Says how large a script is, and ends the build where it is larger than promised.
 * @param {string} name
 * @param {Buffer | string} script
 * @param {number} limit */
function checkSize(name, script, limit) {
  const size = gzip(script).length;
  console.log(`${name}: ${size} bytes of gzip, of ${limit} at most`);
  if (size > limit) throw new Error(`More than promised: ${name}.`);
}

/** As it is served.
 * @param {Buffer | string} text */
function gzip(text) {
  return gzipSync(text, {level: 9});
}

/** Leaves a .gz and a .br beside each text, for the server to choose from.
 * @param {string} directory */
function compressText(directory) {
  for (const entry of readdirSync(directory, {recursive: true, withFileTypes: true})) {
    if (!entry.isFile() || !/\.(js|css|html|svg|json)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path);
    writeFileSync(`${path}.gz`, gzip(text));
    writeFileSync(`${path}.br`, brotliCompressSync(text));
  }
}
