import {X509Certificate} from 'node:crypto';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {availableParallelism, tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {TextDecoder} from 'node:util';

import autocannon from 'autocannon';
import {format, resolveConfig} from 'prettier';

import {createCertificateAuthority, oces3Subject} from '../dist/demo/certificates.js';
import {median} from './numbers.mjs';
import {MeasuredServer, startRedis} from './processes.mjs';

const supplier = '61966617';
const sizes = [20, 20_000];
const writers = 32;
const reads = 2_000;
const rounds = 5;
const listsAtOnce = 10;
/** What the measured process may hold of objects, in MB: less than the variants that it lists. */
const heap = 40;

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));
const registry = `/dia/2/formular/${supplier}`;
const idOf = (/** @type {number} */ place) => `blanket-${String(place).padStart(6, '0')}`;

const directory = await mkdtemp(join(tmpdir(), 'tavle-bench-'));
const {settings, headers} = await prepare();
const redis = await startRedis(directory);
const engines = {LMDB: `file:${directory}/store`, Redis: redis.url};

try {
  const rows = [];
  for (const [engine, address] of Object.entries(engines)) rows.push(await measure(engine, address));
  const file = path('results/forms.md');
  await writeFile(file, await format(describe(rows), {...(await resolveConfig(file)), filepath: file}));
  console.log(describe(rows));
} finally {
  await redis.stop();
  await rm(directory, {recursive: true, force: true});
}

/** A portal with one supplier, whose certificate a proxy on this machine passes on. */
async function prepare() {
  const authority = await createCertificateAuthority('Bench');
  const {certificate} = await authority.issue({subject: oces3Subject(supplier, 'Dafolo')});
  const ca = join(directory, 'ca.pem');
  const portal = join(directory, 'portal.json');
  await writeFile(ca, authority.certificate);
  await writeFile(
    portal,
    JSON.stringify({
      myndigheder: [
        {myndighedsid: 1, forkortelse: 'ERST', navn: 'Erhvervsstyrelsen', cvr: '10150817', type: 'stat'},
      ],
      leverandoerer: [{cvr: supplier, navn: 'Dafolo'}],
    }),
  );
  const der = new X509Certificate(certificate).raw.toString('base64');
  return {
    headers: {'client-cert': `:${der}:`, 'content-type': 'application/json'},
    settings: {
      TAVLE_PORT: '0',
      TAVLE_PORTAL: portal,
      TAVLE_CLIENT_CA: ca,
      TAVLE_CLIENT_CERT_PROXIES: '127.0.0.1',
      TAVLE_RATE_LIMIT: 'off',
      TAVLE_LOG_LEVEL: 'error',
    },
  };
}

/** @param {string} engine @param {string} address */
async function measure(engine, address) {
  /** @type {Map<number, {read: number, first: number, whole: number, bytes: number, grown: number}>} */
  const results = new Map();
  let filled = 0;
  for (const size of sizes) {
    await withServer(address, server => fill(server, engine, filled, size));
    filled = size;
    const read = await withServer(address, server => readOften(server, size));
    const lists = await withServer(address, server => list(server, size), `--max-old-space-size=${heap}`);
    results.set(size, {read, ...lists});
  }
  return {engine, results};
}

/**
 * @template Result
 * @param {string} store @param {(server: MeasuredServer) => Promise<Result>} work
 * @param {string} [options] Of Node.js.
 */
async function withServer(store, work, options = '') {
  const server = await MeasuredServer.start(path('../dist/server/cli.js'), ['serve'], {
    ...settings,
    TAVLE_STORE: store,
    NODE_OPTIONS: options,
  });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Has the supplier make its variants, some at a time.
 * @param {MeasuredServer} server @param {string} engine @param {number} from @param {number} to */
async function fill({url}, engine, from, to) {
  let next = from;
  const write = async () => {
    for (let place = next++; place < to; place = next++) {
      const response = await fetch(`${url}${registry}/${idOf(place)}`, {
        method: 'PUT',
        headers,
        body: JSON.stringify(variant(place)),
      });
      if (response.status !== 201) throw new Error(await response.text());
      await response.arrayBuffer();
      if (place % 500 === 499) process.stderr.write(`\r${engine}: ${place + 1} of ${to} variants `);
    }
  };
  await Promise.all(Array.from({length: writers}, write));
  process.stderr.write('\n');
}

/** What a supplier of state forms sends, with texts of an ordinary length.
 * @param {number} place */
function variant(place) {
  return {
    udstillere: 'ERST',
    titel: `Anmeldelse nummer ${place} af udstationering`,
    kortBeskrivelse: 'Anmeld udenlandske medarbejdere, der udfører arbejde i Danmark.',
    beskrivelse:
      '<p>Udenlandske virksomheder skal anmelde deres medarbejdere, før arbejdet begynder.</p>'.repeat(20),
    formularType: 'integration-ekstern-link',
    urlProd: `https://example.dk/${place}`,
    forventetDigital: 2,
    forventetIdriftSat: 2,
    forventetTilgaengelig: 2,
    forventetIntegreret: 7,
  };
}

/** Processor time of reading one variant, in microseconds.
 * @param {MeasuredServer} server @param {number} size */
async function readOften(server, size) {
  const costs = [];
  for (let round = 0; round < rounds; round++) costs.push(await readSome(server, size));
  return median(costs);
}

/** Reads the list, alone and many times at once.
 * @param {MeasuredServer} server @param {number} size */
async function list(server, size) {
  await readList(server, size);
  const small = await server.peak();
  const {first, whole, bytes} = await readList(server, size);
  await Promise.all(Array.from({length: listsAtOnce}, () => readList(server, size)));
  return {first, whole, bytes, grown: (await server.peak()) - small};
}

/** The same, of some reads.
 * @param {MeasuredServer} server @param {number} size */
async function readSome(server, size) {
  const before = await server.cpu();
  const {non2xx, errors} = await autocannon({
    url: server.url,
    connections: 16,
    amount: reads,
    requests: Array.from({length: 50}, (_, turn) => ({
      path: `${registry}/${idOf(Math.floor((turn * size) / 50))}`,
      headers,
    })),
  });
  if (non2xx || errors) throw new Error(`${non2xx} answers were no success, ${errors} requests failed.`);
  return ((await server.cpu()) - before) / reads;
}

/** Seconds until the first and the last byte of the list.
 * @param {MeasuredServer} server @param {number} size */
async function readList({url}, size) {
  const started = performance.now();
  const response = await fetch(url + registry, {headers});
  let first;
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) {
    first ??= (performance.now() - started) / 1000;
    text += decoder.decode(piece, {stream: true});
  }
  const {length} = JSON.parse(text);
  if (length !== size) throw new Error(`${length} variants were listed, not ${size}.`);
  return {first: first ?? NaN, whole: (performance.now() - started) / 1000, bytes: text.length};
}

/** @param {Awaited<ReturnType<typeof measure>>[]} rows */
function describe(rows) {
  const lines = rows.flatMap(({engine, results}) => {
    const least = results.get(sizes[0] ?? 0)?.read ?? NaN;
    return [...results].map(([size, {read, first, whole, bytes, grown}]) => {
      const cells = [
        size.toLocaleString('en'),
        read.toFixed(0),
        (read / least).toFixed(2),
        first.toFixed(2),
        whole.toFixed(2),
        (bytes / 1e6).toFixed(2),
        (grown / 1e6).toFixed(0),
      ];
      return `| ${engine} | ${cells.join(' | ')} |`;
    });
  });
  const stored = (JSON.stringify(variant(0)).length * (sizes.at(-1) ?? 0)) / 1e6;
  return `# A supplier's form variants

One supplier has few variants, then ${sizes.at(-1)?.toLocaleString('en')} of about ${(JSON.stringify(variant(0)).length / 1000).toFixed(1)} kB each, ${stored.toFixed(0)} MB in all. Told are the processor time
of the service for one \`GET /dia/2/formular/{cvr}/{egetId}\`; the seconds until the first and the last byte of the list; its size; and by how much
the most memory that the process ever held grew, after one list, while the list was read again, and then ${listsAtOnce} times at once. That
includes the pages of LMDB's file, which the system takes back at will; the process that lists may have ${heap} MB of objects and ends when it needs more.

| Engine | variants | one, µs | ratio | first byte, s | whole list, s | list, MB | memory, MB |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}

Medians of ${rounds} rounds of ${reads} reads: ${availableParallelism()} cores, Node.js ${process.version}. To repeat: \`npm run build && npm run bench\`.
`;
}
