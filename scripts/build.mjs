import {spawnSync} from 'node:child_process';
import {cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {brotliCompressSync, gzipSync} from 'node:zlib';

/** The promise of the embed file's size, in bytes of gzip. */
const mostEmbedBytes = 14_000;

const {version} = JSON.parse(readFileSync('package.json', 'utf8'));

rmSync('dist', {recursive: true, force: true});
run('tsc', '-p', 'server');
run('vite', 'build', '--logLevel', 'warn');
run('vite', 'build', '--logLevel', 'warn', '-c', 'demo/vite.config.ts');
checkEmbed(readFileSync('dist/embed/tavle.js'));
compressText('dist/embed');
compressText('dist/pages');
const versioned = join('dist/embed', version);
mkdirSync(versioned);
for (const name of readdirSync('dist/embed').filter(name => name.startsWith('tavle.js'))) {
  cpSync(join('dist/embed', name), join(versioned, name));
}

/** Runs one of the project's own commands; ends the build when it fails.
 * @param {string} command
 * @param {string[]} args */
function run(command, ...args) {
  const {status, error} = spawnSync(join('node_modules/.bin', command), args, {stdio: 'inherit'});
  if (error) throw error;
  if (status) process.exit(status);
}

/** @param {Buffer} script */
function checkEmbed(script) {
  const size = gzipSync(script).length;
  console.log(`embed/tavle.js: ${size} bytes of gzip, of ${mostEmbedBytes} at most`);
  if (size > mostEmbedBytes) throw new Error('The embed file is larger than promised.');
  // The build passes standard decorators on as they are, and no browser knows them.
  if (/\baccessor\s+\w/.test(script.toString())) throw new Error('The embed file holds a raw "accessor".');
  if (/\bimport\s*[({"'*]/.test(script.toString().replace(/import\.meta/g, ''))) {
    throw new Error('The embed file is not one file: it imports another.');
  }
}

/** Leaves a .gz and a .br beside each text, for the server to choose from.
 * @param {string} directory */
function compressText(directory) {
  for (const entry of readdirSync(directory, {recursive: true, withFileTypes: true})) {
    if (!entry.isFile() || !/\.(js|css|html|svg|json)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(text, {level: 9}));
    writeFileSync(`${path}.br`, brotliCompressSync(text));
  }
}
