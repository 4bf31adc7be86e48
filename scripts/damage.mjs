import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {
  closeSync,
  copyFileSync,
  createReadStream,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {crc32} from 'node:zlib';

import {hasKnownShape} from '../dist/server/document-types.js';
import {openStore} from '../dist/server/store/open-store.js';
import {silent} from '../dist/server/store/store.js';
import {readDocuments} from '../dist/server/maintenance/backup-lines.js';
import {createRandom} from './random.mjs';

/*
 * Damages one page of an embedded store at a time, runs a backup, and restores the page. Prints the outcomes as JSON in the last line: see
 * `Outcomes`. Requires a build.
 */

/**
 * @typedef {object} Outcomes
 * @property {number} loud The command failed, or a signal ended it.
 * @property {number} complete The backup has all documents unchanged.
 * @property {number} silent The command succeeded, but documents were missing or changed.
 */

const {values: options} = parseArgs({
  options: {
    documents: {type: 'string', default: '1000000'},
    tries: {type: 'string', default: '1000'},
    /** Time limit. */
    seconds: {type: 'string', default: 'Infinity'},
    seed: {type: 'string', default: '1'},
    /** Reads the store like a backup, but writes no files: for large stores. */
    'no-files': {type: 'boolean', default: false},
    /** For the child processes of this script. */
    read: {type: 'string'},
  },
});

const pageSize = 4_096;
const random = createRandom(Number(options.seed));

async function run() {
  const root = mkdtempSync(join(tmpdir(), 'tavle-damage-'));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  process.once('exit', () => rmSync(root, {recursive: true, force: true}));
  const pristine = join(root, 'pristine.mdb');
  const directory = join(root, 'store');
  const file = join(directory, 'data.mdb');
  const written = await fill(directory, Number(options.documents));
  copyFileSync(file, pristine);
  const pages = Math.floor(statSync(file).size / pageSize);
  console.log(`${written.count} documents in ${pages} pages.`);

  /** @type {Outcomes} */
  const outcomes = {loud: 0, complete: 0, silent: 0};
  const end = performance.now() + Number(options.seconds) * 1_000;
  const source = openSync(pristine, 'r');
  for (let turn = 0; turn < Number(options.tries) && performance.now() < end; turn += 1) {
    const page = Math.floor(random() * pages);
    const kind = Math.floor(random() * damages.length);
    const before = readPage(source, page);
    const damaged = Buffer.from(before);
    damages[kind]?.(damaged, source, pages);
    writePage(file, page, damaged);
    const {mtimeMs} = statSync(file);
    const found = await attempt(directory, join(root, 'backup'));
    const outcome = found === undefined ? 'loud' : found.sum === written.sum ? 'complete' : 'silent';
    outcomes[outcome] += 1;
    if (outcome === 'silent') {
      console.log(
        `silent: seed ${options.seed}, try ${turn}, page ${page}, damage ${kind}, ${found?.count} documents`,
      );
    }
    if (statSync(file).mtimeMs === mtimeMs) writePage(file, page, before);
    else copyFileSync(pristine, file);
  }
  closeSync(source);
  console.log(JSON.stringify(outcomes));
  process.exitCode = outcomes.silent ? 1 : 0;
}

/** @param {string} directory @param {number} count */
async function fill(directory, count) {
  mkdirSync(directory);
  const store = openStore(`file:${directory}`, silent);
  const tally = createTally();
  const length = 1_000;
  for (let start = 0; start < count; start += length) {
    const documents = Array.from({length: Math.min(length, count - start)}, (_, index) =>
      documentOf(start + index + 1),
    );
    tally.add(documents.map(toLine));
    await store.contents.putDocuments(documents);
    const index = /** @type {const} */ (['myndighed', '19552101', 'frister']);
    await store.addEntries(documents.map(({path}) => ({index, member: path.padStart(16, '0')})));
  }
  await store.add(['frist', 'antal'], count);
  await store.close();
  return tally.result();
}

/** Two of three documents are deadlines with consecutive keys. The others have random keys. @param {number} number */
function documentOf(number) {
  const operation = `${hex()}-${hex()}`;
  if (number % 3 === 0)
    return {path: `dashboard/${hex()}${hex()}`, version: 1, operation, value: {frister: 'active'}};
  const value = {
    ...{afsenderCvr: '19552101', fristDato: '2099-01-01', overskrift: `Moms ${number}`, antal: null},
    ...{beskrivelse: 'Betal. '.repeat(Math.floor(random() * 60)), delivery: operation, revision: 0},
    // Some are longer than a page.
    feedDescription: number % 50 === 1 ? 'x'.repeat(9_000) : '',
    aendret: '2026-01-01T00:00:00.000Z',
  };
  return {path: `frist/${number}`, version: 1, operation, value};
}

/**
 * Reads a store in a child process, which a damaged page may crash. Returns `undefined` if that fails.
 *
 * @param {string} directory @param {string} target
 */
async function attempt(directory, target) {
  const cli = fileURLToPath(new URL('../dist/server/cli.js', import.meta.url));
  const reader = [fileURLToPath(import.meta.url), '--read', directory];
  const child = spawn(process.execPath, options['no-files'] ? reader : [cli, 'backup', target], {
    env: {TAVLE_STORE: `file:${directory}`},
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', piece => (text += piece));
  const [code] = await once(child, 'close');
  try {
    if (code !== 0) return undefined;
    if (options['no-files']) return JSON.parse(text);
    const tally = createTally();
    for await (const chunk of readDocuments(createReadStream(target), target)) tally.add(chunk.map(toLine));
    return tally.result();
  } finally {
    rmSync(target, {force: true});
  }
}

/** Reads everything that a backup reads. @param {string} directory */
async function read(directory) {
  const onUnreadable = () => void (process.exitCode = 1);
  const store = openStore(`file:${directory}`, silent, {hasKnownShape, onUnreadable});
  const {contents} = store;
  const tally = createTally();
  for await (const chunk of contents.documents()) {
    tally.add(chunk.map(toLine));
  }
  for (const part of [contents.members(), contents.counters()]) {
    while (!(await part.next()).done);
  }
  await store.close();
  console.log(JSON.stringify(tally.result()));
}

/** @param {import('../server/store/store.ts').StoredDocument} document */
const toLine = ({path, version, operation, value}) => [path, version, operation, value];

/** Counts documents and sums their checksums, in any order. */
function createTally() {
  let count = 0;
  let sum = 0;
  return {
    add(/** @type {readonly unknown[]} */ lines) {
      for (const line of lines) sum = (sum + crc32(JSON.stringify(line))) % 2 ** 48;
      count += lines.length;
    },
    result: () => ({count, sum}),
  };
}

/** Ways to damage a page. @type {readonly ((page: Buffer, source: number, pages: number) => void)[]} */
const damages = [
  page => scramble(page, 0, pageSize),
  page => scramble(page, pageSize / 2, pageSize),
  page => scramble(page, ...eightBytes()),
  page => page.fill(0),
  function flipBit(page) {
    const offset = Math.floor(random() * pageSize);
    page.writeUInt8(page.readUInt8(offset) ^ (1 << Math.floor(random() * 8)), offset);
  },
  (page, source, pages) => readPage(source, Math.floor(random() * pages)).copy(page),
];

/** @param {Buffer} page @param {number} from @param {number} to */
function scramble(page, from, to) {
  for (let offset = from; offset < to; offset += 1) page.writeUInt8(Math.floor(random() * 256), offset);
}

/** @returns {[from: number, to: number]} */
function eightBytes() {
  const from = Math.floor(random() * (pageSize - 8));
  return [from, from + 8];
}

/** @param {number} source @param {number} page */
function readPage(source, page) {
  const bytes = Buffer.alloc(pageSize);
  readSync(source, bytes, 0, pageSize, page * pageSize);
  return bytes;
}

/** @param {string} file @param {number} page @param {Uint8Array} bytes */
function writePage(file, page, bytes) {
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, pageSize, page * pageSize);
  closeSync(handle);
}

function hex() {
  return Math.floor(random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0');
}

if (options.read === undefined) await run();
else await read(options.read);
