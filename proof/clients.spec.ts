import {once} from 'node:events';
import {mkdir, writeFile} from 'node:fs/promises';
import {type AddressInfo, connect, createServer} from 'node:net';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {oces3Subject} from '../certificates/certificate-authority.ts';
import {deadline} from '../server/testing/bodies.ts';
import {callerWith, trusted} from '../server/testing/certificates.ts';
import {type Framing, type Received, type Send, startClientProgram} from './support/client-program.ts';
import {readDocBlocks} from '../e2e/support/doc-blocks.ts';
import {runShell} from '../e2e/support/shell.ts';
import {expect, skat, test as base} from '../e2e/support/test.ts';

const sources = fileURLToPath(new URL('clients', import.meta.url));
const jars = ['httpclient', 'httpcore', 'commons-logging', 'commons-codec'];
const classPath = ['.', ...jars.map(name => `/usr/share/java/${name}.jar`)].join(':');

/** Writes key stores for Java and Mono, and compiles the programs of `proof/clients`, in the current directory. */
const prepare = `
# Mono cannot read the encryption that OpenSSL 3 chooses.
openssl pkcs12 -export -certpbe PBE-SHA1-3DES -keypbe PBE-SHA1-3DES -macalg sha1 \\
  -in client.pem -inkey client.key -out client.p12 -passout pass:hemmelig
keytool -importcert -noprompt -alias ca -file ca.pem -keystore trust.p12 -storepass hemmelig
mkdir -p config/.mono/new-certs/Trust
cp ca.pem config/.mono/new-certs/Trust/$(openssl x509 -in ca.pem -noout -hash).0
javac -cp ${classPath} -d . ${sources}/Clients.java
mcs -langversion:7.2 -r:System.Net.Http -out:clients.exe ${sources}/Clients.cs
GOCACHE="$PWD/go" go build -o go-client ${sources}/clients.go
`;

const java =
  'java -Djdk.httpclient.allowRestrictedHeaders=connection -Djavax.net.ssl.trustStore="$PROGRAMS/trust.p12" ' +
  `-Djavax.net.ssl.trustStorePassword=hemmelig -cp "$PROGRAMS:${classPath}" Clients`;

interface Stack {
  readonly command: string;
  /** Whether the library connects for each request. Default: it reuses its connection. */
  readonly reconnects?: true;
  /** Whether the library never keeps the body of a 401. */
  readonly dropsBodyOf401?: true;
  /** What the library cannot do, whatever the service responds. */
  readonly cannot?: 'send chunks' | 'send a certificate' | 'read a 401 after a body';
}

const stacks: Record<string, Stack> = {
  'Java HttpClient': {command: `${java} HttpClient`},
  // When it streams the body of a request, it reads the status of a 401 only.
  'Java HttpURLConnection': {command: `${java} HttpURLConnection`, cannot: 'read a 401 after a body'},
  'Apache HttpClient': {command: `${java} Apache`},
  'Mono HttpClient': {command: 'mono "$PROGRAMS/clients.exe" HttpClient'},
  'Mono HttpWebRequest': {command: 'mono "$PROGRAMS/clients.exe" HttpWebRequest'},
  'Python http.client': {command: `/usr/bin/python3 ${sources}/clients.py http.client`},
  'Python requests': {command: `/usr/bin/python3 ${sources}/clients.py requests`},
  'Python httpx': {command: `/usr/bin/python3 ${sources}/clients.py httpx`},
  'Python aiohttp': {command: `/usr/bin/python3 ${sources}/clients.py aiohttp`},
  'Go net/http': {command: '"$PROGRAMS/go-client"'},
  'PHP curl': {command: `php ${sources}/clients.php curl`},
  'PHP Guzzle': {command: `php ${sources}/clients.php guzzle`},
  'Ruby Net::HTTP': {command: `ruby ${sources}/clients.rb`},
  'Perl LWP': {command: `perl ${sources}/clients.pl`},
  'Node.js https': {command: `node ${sources}/clients.mjs https`},
  'Node.js fetch': {command: `node ${sources}/clients.mjs fetch`, cannot: 'send a certificate'},
  curl: {command: `sh ${sources}/curl.sh`, reconnects: true},
  wget: {command: `sh ${sources}/wget.sh`, reconnects: true, dropsBodyOf401: true, cannot: 'send chunks'},
};

/** Starts a relay to the port `target`, which counts its connections. */
async function startRelay() {
  const relay = {port: 0, target: 0, connections: 0, stop: () => void server.close()};
  const server = createServer({allowHalfOpen: true}, socket => {
    relay.connections += 1;
    const upstream = connect({port: relay.target, host: '127.0.0.1', allowHalfOpen: true});
    socket.pipe(upstream).pipe(socket);
    socket.on('error', () => upstream.resetAndDestroy());
    upstream.on('error', () => socket.resetAndDestroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  relay.port = (server.address() as AddressInfo).port;
  return relay;
}

const test = base.extend<{relay: Awaited<ReturnType<typeof startRelay>>}>({
  // oxlint-disable-next-line no-empty-pattern
  relay: async ({}, use) => {
    const relay = await startRelay();
    await use(relay);
    relay.stop();
  },
});

test.describe.configure({timeout: 1_800_000});

const listed = 5_000;
const json = 'Content-Type: application/json';
const deadlines = '/calendar/1/frister';
const order = '/dashboard/1/apps/order';
const close = 'Connection: close';
const bodies = {
  'deadline.json': deadline({modtagere: '12345674'}),
  'order.json': {apps: ['cvr', 'frister']},
  '200-kb.json': {apps: ['x'.repeat(200_000)]},
  '8-mb.json': deadline({beskrivelse: 'x'.repeat(8_000_000)}),
  '17-mb.json': deadline({beskrivelse: 'x'.repeat(17_000_000)}),
};

/** Returns the status, the scheme of the challenge and the message of a refusal. */
function refusal({status, challenge, body}: Received): string {
  const {message = ''} = body.startsWith('{') ? (JSON.parse(body) as {message?: string}) : {message: body};
  return [status, challenge.split(' ')[0], message].filter(Boolean).join(' ');
}

interface Given {
  readonly send: Send;
  readonly framing: Framing;
  /** The path of a file with one of the bodies. */
  readonly pathOf: (name: keyof typeof bodies) => string;
  readonly connections: () => number;
}

/** What an authority does with its certificate. */
async function deliver({send, framing, pathOf, connections}: Given) {
  const before = connections();
  const body = {framing, file: pathOf('deadline.json')};
  const delivered = await send('POST', deadlines, body, json);
  const url = `${deadlines}/${String((JSON.parse(delivered.body) as {fristId: number}).fristId)}`;
  const read = await send('GET', url);
  const updated = await send('PUT', url, body, json, `If-Match: ${read.tag}`);
  const outdated = await send('PUT', url, body, json, 'If-Match: "outdated"');
  const list = await send('GET', deadlines);
  const used = connections() - before;
  const tooLarge = await send('POST', deadlines, {framing, file: pathOf('17-mb.json')}, json);
  return {
    statuses: [delivered.status, read.status, updated.status, outdated.status, list.status],
    isListWhole: (JSON.parse(list.body) as unknown[]).length >= listed,
    connections: used,
    refused: refusal(tooLarge),
    afterRefused: (await send('DELETE', url)).status,
  };
}

/** What a person's client does with a token, and what a person's client and an authority get without credentials. */
async function choose({send, framing, pathOf, connections}: Given, token: string) {
  const before = connections();
  const body = {framing, file: pathOf('order.json')};
  const chosen = await send('PUT', order, body, json, token);
  const read = await send('GET', order, undefined, token);
  const used = connections() - before;
  const large = {framing, file: pathOf('8-mb.json')};
  const refused = [
    await send('PUT', order, {framing, file: pathOf('200-kb.json')}, json, token),
    await send('GET', order, undefined, `${token}x`),
    await send('GET', deadlines),
    await send('PUT', order, body, json),
    await send('POST', deadlines, large, json),
    await send('PUT', order, body, json, close),
    await send('POST', deadlines, large, json, close),
  ];
  return {
    statuses: [chosen.status, read.status],
    connections: used,
    refused: refused.map(refusal),
    afterRefused: (await send('GET', order, undefined, token)).status,
  };
}

/** What a stack receives from {@link deliver} and {@link choose}. */
function expected({reconnects, dropsBodyOf401, cannot}: Stack) {
  const connections: unknown = reconnects ? expect.any(Number) : 1;
  const noToken = '401 Bearer A bearer token is required.';
  const noCertificate: unknown = expect.stringMatching(/^401 \w+ A client certificate is required\.$/);
  const afterBody =
    cannot === 'read a 401 after a body'
      ? Array<unknown>(4).fill(expect.stringMatching(/^401\b/))
      : [noToken, noCertificate, noToken, noCertificate];
  return {
    ...(cannot !== 'send a certificate' && {
      deliver: {
        statuses: [201, 200, 200, 412, 200],
        isListWhole: true,
        connections,
        refused: '413 The body must not be larger than 16 MiB.',
        afterRefused: 200,
      },
    }),
    choose: {
      statuses: [200, 200],
      connections,
      refused: [
        expect.stringMatching(/^413 The body must not be larger than /),
        ...(dropsBodyOf401
          ? Array<unknown>(6).fill(expect.stringMatching(/^401\b/))
          : [expect.stringMatching(/^401 Bearer The token/), noCertificate, ...afterBody]),
      ],
      afterRefused: 200,
    },
  };
}

test('HTTP libraries of ten languages deliver, update and list deadlines, and read the reason of each refusal', async ({
  start,
  withOrganisations,
  directory,
  relay,
  issuer,
}) => {
  const url = `https://localhost:${relay.port}`;
  const service = await start({...withOrganisations, TAVLE_PUBLIC_URL: url});
  relay.target = Number(new URL(service.url).port);
  const certificate = await trusted.issue({subject: oces3Subject(skat, 'Skattestyrelsen')});
  const authority = callerWith(service.url, certificate);
  for (let begun = 0; begun < listed; begun += 50) {
    const batch = Array.from({length: 50}, () => authority('POST', deadlines, bodies['deadline.json']));
    await Promise.all(batch);
  }

  const pathOf = (name: string) => join(directory, name);
  const files = {
    'client.pem': certificate.certificate,
    'client.key': certificate.key,
    'ca.pem': trusted.certificate,
    ...Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, JSON.stringify(body)])),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(pathOf(name), text);
  await runShell(prepare, directory);
  const ca = pathOf('ca.pem');
  const shared = {
    URL: url,
    CA: ca,
    NODE_EXTRA_CA_CERTS: ca,
    PROGRAMS: directory,
    XDG_CONFIG_HOME: pathOf('config'),
  };
  const credentials = {
    CERT: pathOf('client.pem'),
    KEY: pathOf('client.key'),
    P12: pathOf('client.p12'),
    P12_PASSWORD: 'hemmelig',
  };
  const token = async () => `Authorization: Bearer ${await issuer.token('anna')}`;

  const results: Record<string, unknown> = {};
  const wanted: Record<string, unknown> = {};
  for (const [name, stack] of Object.entries(stacks)) {
    const own = pathOf(name.replaceAll(/\W/g, '-'));
    await mkdir(own);
    for (const framing of ['length', 'chunked'] as const) {
      if (framing === 'chunked' && stack.cannot === 'send chunks') continue;
      const run = async (env: NodeJS.ProcessEnv, use: (given: Given) => Promise<unknown>) => {
        const program = startClientProgram(stack.command, own, env);
        const given = {send: program.send, framing, pathOf, connections: () => relay.connections};
        return use(given)
          .catch(String)
          .finally(() => program.stop());
      };
      const key = `${name}, ${framing}`;
      wanted[key] = expected(stack);
      results[key] = {
        ...(stack.cannot !== 'send a certificate' && {
          deliver: await run({...shared, ...credentials}, deliver),
        }),
        choose: await run(shared, async given => choose(given, await token())),
      };
    }
  }
  expect(results).toEqual(wanted);
});

test('the examples for .p12 files deliver a deadline with OpenSSL, curl, Java, .NET and PHP', async ({
  start,
  withOrganisations,
  directory,
}) => {
  const service = await start(withOrganisations);
  const url = `https://localhost:${new URL(service.url).port}${deadlines}`;
  const {certificate, key} = await trusted.issue({subject: oces3Subject(skat, 'Skattestyrelsen')});
  const page = await readDocBlocks('guides/certificate-files.md');
  const files = {
    'given.pem': `${certificate}\n${key}`,
    'ca.pem': trusted.certificate,
    'body.json': JSON.stringify(bodies['deadline.json']),
    ...page.files,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  const [, toPem = '', convert = ''] = page.commands;
  const env = {P12_PASSWORD: 'hemmelig', XDG_CONFIG_HOME: join(directory, 'config')};
  const run = (commands: string) => runShell(commands, directory, env);
  const curl = `curl --silent --fail-with-body --cacert ca.pem --cert client.pem --key client.key ${url}`;
  const pack = 'openssl pkcs12 -export -in given.pem -passout env:P12_PASSWORD -out client.p12';

  await run(`${pack} -legacy`);
  await expect(run(toPem)).rejects.toThrow('RC2-40-CBC');
  await run(convert);
  expect(await run(`${toPem}\n${curl}`)).toContain('[]');
  await run(`keytool -importcert -noprompt -alias ca -file ca.pem -keystore trust.p12 -storepass hemmelig
mkdir -p config/.mono/new-certs/Trust
cp ca.pem config/.mono/new-certs/Trust/$(openssl x509 -in ca.pem -noout -hash).0`);
  const trust = '-Djavax.net.ssl.trustStore=trust.p12 -Djavax.net.ssl.trustStorePassword=hemmelig';
  const delivered = /201 \{.*"antalModtagere":1/;
  expect(await run(`java ${trust} Deliver.java ${url}`)).toMatch(delivered);
  // The idempotency key is the same, so the response is the same.
  expect(await run(`php -d curl.cainfo=ca.pem deliver.php ${url}`)).toMatch(delivered);
  const [, options = ''] = /add `([^`]+)` after `-export`/.exec(page.text) ?? [];
  await run(convert.replace('-legacy', '').replace('-export', `-export ${options}`));
  expect(await run(`mcs -r:System.Net.Http Deliver.cs && mono Deliver.exe ${url}`)).toMatch(delivered);
  expect(JSON.parse(await run(curl))).toHaveLength(1);
});
