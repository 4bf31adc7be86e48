import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {availableParallelism, tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import autocannon from 'autocannon';
import {Redis} from 'ioredis';
import {exportJWK, generateKeyPair, SignJWT} from 'jose';
import {format, resolveConfig} from 'prettier';

import {MeasuredServer, startRedis} from './processes.mjs';

const rounds = 15;
const requests = 6_000;
const connections = 16;
const most = 1.3;

const apps = Array.from({length: 8}, (_, place) => `app-${place}`);
const query = `/dashboard/1/apps/state?${apps.map(app => `apps=${app}`).join('&')}`;
const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));

const directory = await mkdtemp(join(tmpdir(), 'tavle-bench-'));
const redis = await startRedis(directory);
const {settings, token} = await prepare();
const tavle = path('../dist/server/cli.js');
const servers = {
  'bare Koa on Redis': await MeasuredServer.start(path('bare.mjs'), [], {REDIS_URL: redis.url}),
  'Tavle on Redis': await MeasuredServer.start(tavle, ['serve'], {...settings, TAVLE_STORE: redis.url}),
  'Tavle on LMDB': await MeasuredServer.start(tavle, ['serve'], {
    ...settings,
    TAVLE_STORE: `file:${directory}/store`,
  }),
};

try {
  await fill();
  await checkSameBytes();
  const report = describe(await measure());
  const file = path('results/dashboard-read.md');
  await writeFile(file, await format(report, {...(await resolveConfig(file)), filepath: file}));
  console.log(report);
} finally {
  await Promise.all(Object.values(servers).map(server => server.stop()));
  await redis.stop();
  await rm(directory, {recursive: true, force: true});
}

/** A portal of eight apps, and an issuer that gives one token. */
async function prepare() {
  const {publicKey, privateKey} = await generateKeyPair('PS256');
  const keys = [{...(await exportJWK(publicKey)), kid: 'bench', alg: 'PS256'}];
  const jwks = join(directory, 'jwks.json');
  const portal = join(directory, 'portal.json');
  await writeFile(jwks, JSON.stringify({keys}));
  await writeFile(portal, JSON.stringify({apps: apps.map(navn => ({navn, tilstand: 'hidden'}))}));
  const token = await new SignJWT({sub: 'anna', iss: 'bench', aud: 'bench'})
    .setProtectedHeader({alg: 'PS256', kid: 'bench'})
    .setExpirationTime('1h')
    .sign(privateKey);
  const settings = {
    TAVLE_PORT: '0',
    TAVLE_PORTAL: portal,
    TAVLE_TOKEN_JWKS: jwks,
    TAVLE_TOKEN_ISSUER: 'bench',
    TAVLE_TOKEN_AUDIENCE: 'bench',
    TAVLE_LOG_LEVEL: 'error',
    // Counted like any other, but never too many.
    TAVLE_RATE_LIMIT: '1000000000',
  };
  return {settings, token};
}

/** Stores every app's state for each server, so that none answers from its defaults. */
async function fill() {
  const client = new Redis(redis.url);
  await client.mset(Object.fromEntries(apps.map(app => [`state:${app}`, 'active'])));
  await client.quit();
  for (const server of [servers['Tavle on Redis'], servers['Tavle on LMDB']]) {
    for (const app of apps) {
      const address = `${server.url}/dashboard/1/apps/state?app=${app}&activated=true`;
      const response = await fetch(address, {method: 'PUT', headers: {authorization: `Bearer ${token}`}});
      if (!response.ok) throw new Error(await response.text());
    }
  }
}

async function checkSameBytes() {
  const bodies = await Promise.all(
    Object.values(servers).map(async ({url}) => {
      const response = await fetch(url + query, {headers: {authorization: `Bearer ${token}`}});
      return response.text();
    }),
  );
  if (new Set(bodies).size !== 1) throw new Error(`The servers answer differently:\n${bodies.join('\n')}`);
}

/** Takes turns among the servers, so that whatever else the machine does falls on all of them. */
async function measure() {
  /** @type {Map<string, number[]>} */
  const results = new Map(Object.keys(servers).map(name => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, server] of Object.entries(servers)) {
      const cost = await load(server);
      // The first round warms up.
      if (round) results.get(name)?.push(cost);
    }
  }
  return results;
}

/** Sends one round of requests and gives the processor time of one, in microseconds.
 * @param {MeasuredServer} server */
async function load(server) {
  const before = await server.cpu();
  const {non2xx, errors} = await autocannon({
    url: server.url + query,
    connections,
    amount: requests,
    headers: {authorization: `Bearer ${token}`},
  });
  if (non2xx || errors) throw new Error(`${non2xx} answers were no success, ${errors} requests failed.`);
  return ((await server.cpu()) - before) / requests;
}

/** @param {Map<string, number[]>} results */
function describe(results) {
  const bare = median(results.get('bare Koa on Redis') ?? []);
  const rows = [...results].map(([name, costs]) => {
    const range = `${Math.min(...costs).toFixed(1)} to ${Math.max(...costs).toFixed(1)}`;
    const cost = median(costs);
    return `| ${name} | ${cost.toFixed(1)} | ${range} | ${(cost / bare).toFixed(2)} |`;
  });
  return `# Reading the states of eight apps

Processor time of the server process for one \`GET /dashboard/1/apps/state\` of eight stored apps. Tavle checks the
token, which it has seen before, and sends its security headers and an \`ETag\`; the bare server is Koa, its router and
ioredis with one \`MGET\`. All answer the same bytes. The goal: Tavle on Redis takes at most ${most} times the bare one.

| Server | µs per request | range | ratio |
| --- | ---: | ---: | ---: |
${rows.join('\n')}

Medians of ${rounds} rounds that took turns, ${requests} requests each over ${connections} connections from the same machine: ${availableParallelism()} cores,
Node.js ${process.version}. To repeat: \`npm run build && npm run bench\`.
`;
}

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
