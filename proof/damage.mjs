import {spawnSync} from 'node:child_process';
import {closeSync, createReadStream, mkdtempSync, openSync, readFileSync, rmSync} from 'node:fs';
import {statSync, writeFileSync, writeSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {crc32} from 'node:zlib';

import {createRandom} from './support/random.mjs';

/*
 * Damages one page of an embedded store at a time, runs `tavle backup`, and restores the page. The step `damage` of the proof
 * runs it. Add a way to damage a page to `damages`. Prints the `outcomes` as JSON in the last line. Requires a build.
 */

const {openStore, readDocuments} = /** @type {typeof import('./bench/support/modules.ts')} */ (
  await import(resolve('dist/server/modules.js'))
);

const {values: options} = parseArgs({
  options: {
    documents: {type: 'string', default: '1000000'},
    tries: {type: 'string', default: '1000'},
    seed: {type: 'string', default: '1'},
  },
});

const pageSize = 4_096;
const random = createRandom(Number(options.seed));
const root = mkdtempSync(join(tmpdir(), 'tavle-damage-'));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
process.once('exit', () => rmSync(root, {recursive: true, force: true}));

/** Ways to damage a page. @type {readonly ((page: Buffer) => unknown)[]} */
const damages = [
  page => scramble(page, 0, pageSize),
  page => scramble(page, pageSize / 2, pageSize),
  page => {
    const from = Math.floor(random() * (pageSize - 8));
    scramble(page, from, from + 8);
  },
  page => page.fill(0),
  function flipBit(page) {
    const offset = Math.floor(random() * pageSize);
    page.writeUInt8(page.readUInt8(offset) ^ (1 << Math.floor(random() * 8)), offset);
  },
  page => pageOf(Math.floor(random() * pages)).copy(page),
];

const written = await fill(join(root, 'store'), Number(options.documents));
const file = join(root, 'store', 'data.mdb');
const pristine = readFileSync(file);
const pages = Math.floor(pristine.length / pageSize);
console.log(`${written.count} documents in ${pages} pages.`);

/** `loud`: the command failed, or a signal ended it. `complete`: the backup has all documents unchanged. `silent`: the command succeeded, but
 * documents were missing or changed. */
const outcomes = {loud: 0, complete: 0, silent: 0};
for (let turn = 0; turn < Number(options.tries); turn += 1) {
  const page = Math.floor(random() * pages);
  const kind = Math.floor(random() * damages.length);
  const damaged = Buffer.from(pageOf(page));
  damages[kind]?.(damaged);
  writePage(page, damaged);
  const {mtimeMs} = statSync(file);
  const found = await backUp();
  const outcome = found === undefined ? 'loud' : found.sum === written.sum ? 'complete' : 'silent';
  outcomes[outcome] += 1;
  if (outcome === 'silent') {
    console.log(
      `silent: seed ${options.seed}, try ${turn}, page ${page}, damage ${kind}, ${found?.count} documents`,
    );
  }
  if (statSync(file).mtimeMs === mtimeMs) writePage(page, pageOf(page));
  else writeFileSync(file, pristine);
}
console.log(JSON.stringify(outcomes));
process.exitCode = outcomes.silent ? 1 : 0;

/** @param {string} directory @param {number} count */
async function fill(directory, count) {
  const log = {info: () => undefined, warn: () => undefined};
  const store = openStore(`file:${directory}`, log);
  const format = {path: 'tavle/format', version: 1, operation: `${hex()}-${hex()}`, value: 1};
  await store.contents.putDocuments([format]);
  const tally = {count: 0, sum: 0};
  add(tally, [format]);
  const length = 1_000;
  for (let start = 0; start < count; start += length) {
    const documents = Array.from({length: Math.min(length, count - start)}, (_, index) =>
      documentOf(start + index + 1),
    );
    add(tally, documents);
    await store.contents.putDocuments(documents);
    const index = /** @type {const} */ (['myndighed', '19552101', 'frister']);
    await store.addEntries(documents.map(({path}) => ({index, member: path.padStart(16, '0')})));
  }
  await store.add(['frist', 'antal'], count);
  await store.close();
  return tally;
}

/** Returns a document. Two of three are deadlines with consecutive keys; the others have random keys. @param {number} number */
function documentOf(number) {
  const operation = `${hex()}-${hex()}`;
  if (number % 3 === 0)
    return {path: `dashboard/${hex()}${hex()}`, version: 1, operation, value: {frister: 'active'}};
  const value = {
    ...{
      afsenderCvr: '19552101',
      afsenderNavn: 'Skattestyrelsen',
      fristDato: '2099-01-01',
      overskrift: `Moms ${number}`,
      antal: null,
    },
    ...{beskrivelse: 'Betal. '.repeat(Math.floor(random() * 60)), delivery: operation, revision: 0},
    // Some documents are longer than a page.
    feedDescription: number % 50 === 1 ? 'x'.repeat(9_000) : '',
    aendret: '2026-01-01T00:00:00.000Z',
  };
  return {path: `frist/${number}`, version: 1, operation, value};
}

/** Backs up the store in a process, which a damaged page may crash. Returns the documents of the backup, or `undefined` if that fails. */
async function backUp() {
  const target = join(root, 'backup');
  const {status} = spawnSync(process.execPath, [resolve('dist/server/cli.js'), 'backup', target], {
    env: {TAVLE_STORE: `file:${join(root, 'store')}`},
    stdio: 'ignore',
  });
  try {
    if (status !== 0) return undefined;
    const tally = {count: 0, sum: 0};
    for await (const documents of readDocuments(createReadStream(target), target)) add(tally, documents);
    return tally;
  } finally {
    rmSync(target, {force: true});
  }
}

/** Counts documents and sums their checksums. The sum does not depend on their order.
 * @param {{count: number, sum: number}} tally @param {readonly import('../server/store/engine.ts').StoredDocument[]} documents */
function add(tally, documents) {
  for (const {path, version, operation, value} of documents) {
    tally.count += 1;
    tally.sum = (tally.sum + crc32(JSON.stringify([path, version, operation, value]))) % 2 ** 48;
  }
}

/** @param {Buffer} page @param {number} from @param {number} to */
function scramble(page, from, to) {
  for (let offset = from; offset < to; offset += 1) page.writeUInt8(Math.floor(random() * 256), offset);
}

/** @param {number} page */
function pageOf(page) {
  return pristine.subarray(page * pageSize, (page + 1) * pageSize);
}

/** @param {number} page @param {Uint8Array} bytes */
function writePage(page, bytes) {
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, pageSize, page * pageSize);
  closeSync(handle);
}

function hex() {
  return Math.floor(random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0');
}
