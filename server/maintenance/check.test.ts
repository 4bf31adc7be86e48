import {execFileSync, spawnSync} from 'node:child_process';
import {mkdir, mkdtemp, readdir, rm, writeFile} from 'node:fs/promises';
import {createServer, type RequestListener} from 'node:http';
import os from 'node:os';
import {join} from 'node:path';

import {afterAll, beforeAll, describe, expect, it, type TestContext, vi} from 'vitest';

import {writeCertificate} from '../../certificates/write-certificate.ts';
import {freePort, withClient} from '../store/testing/redis-process.ts';
import {startRedis} from '../store/testing/redis-server.ts';
import {tlsSettings, trusted} from '../testing/certificates.ts';
import {createRoot} from '../testing/pki.ts';
import {createTestIssuer, type TestIssuer} from '../testing/issuer.ts';
import {listen} from '../testing/listen.ts';
import {openMailServer} from '../testing/mail-server.ts';
import {newPipe} from '../testing/named-pipe.ts';
import {check} from './check.ts';
import {warningOfType} from './probes.ts';

// Not in the tests' temporary directory, which is in memory: `check` warns of such stores.
const root = await mkdtemp('/var/tmp/tavle-check-');
let issuer: TestIssuer;

beforeAll(async () => {
  issuer = await createTestIssuer();
});

afterAll(() => rm(root, {recursive: true, force: true}));

/** Creates a directory with a portal file, and valid settings. */
async function prepare() {
  const directory = await mkdtemp(join(root, '-'));
  const TAVLE_PORTAL = join(directory, 'portal.json');
  await writeFile(TAVLE_PORTAL, '{"apps": [{"navn": "cvr", "tilstand": "active"}]}');
  const settings = {
    TAVLE_PORT: '0',
    TAVLE_STORE: `file:${join(directory, 'store')}`,
    TAVLE_PORTAL,
    TAVLE_TOKEN_JWKS: issuer.keySetFile,
    TAVLE_TOKEN_ISSUER: issuer.name,
    TAVLE_TOKEN_AUDIENCE: issuer.audience,
  };
  return {directory, settings};
}

/** Mounts a small disk in memory while `work` runs. */
async function withSmallDisk(directory: string, size: string, work: (disk: string) => Promise<void>) {
  const disk = join(directory, 'disk');
  await mkdir(disk);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tavle-check', disk]);
  expect(mounted.status, String(mounted.stderr)).toBe(0);
  try {
    await work(disk);
  } finally {
    spawnSync('umount', ['--lazy', disk]);
  }
}

async function startServer(listener: RequestListener, {onTestFinished}: TestContext): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

const samePort = 'TAVLE_METRICS_PORT: is the port of TAVLE_PORT. Choose another one.';

// Concurrent: some tests wait for a timeout.
describe.concurrent('check', () => {
  it('accepts an audit log and a store that do not exist yet, and does not create them', async () => {
    const {directory, settings} = await prepare();
    const {lines, ...others} = await check({
      ...settings,
      TAVLE_AUDIT: join(directory, 'logs/2030/audit.log'),
    });
    expect(others).toEqual({warnings: [], problems: []});
    expect(lines).toContainEqual(expect.stringContaining('The store is created by "tavle serve": embedded'));
    expect(await readdir(directory)).toEqual(['portal.json']);
  });

  it('reports an audit log that is a named pipe without a reader', async () => {
    const {settings} = await prepare();
    const {problems} = await check({...settings, TAVLE_AUDIT: newPipe()});
    expect(problems).toEqual([expect.stringMatching(/^TAVLE_AUDIT: cannot write to .*pipe \(ENXIO\)\.$/)]);
  });

  it('connects to the mail server, and reports what it responds', async ({onTestFinished}) => {
    const machine = vi.spyOn(os, 'hostname').mockReturnValue('a1b2c3');
    onTestFinished(() => machine.mockRestore());
    const {settings} = await prepare();
    const server = await openMailServer();
    const mail = {TAVLE_SMTP_URL: server.url, TAVLE_MAIL_FROM: 'frister@example.dk'};
    const TAVLE_PUBLIC_URL = 'https://frister.example.dk';
    const {lines, problems} = await check({...settings, ...mail, TAVLE_PUBLIC_URL});
    expect(problems).toEqual([]);
    expect(lines).toContain('The mail server responds.');
    await vi.waitFor(() => expect(server.clients).toEqual(['frister.example.dk']));
    const url = new URL(server.url);
    [url.username, url.password] = ['tavle', 'geheim'];
    const refused = await check({...settings, ...mail, TAVLE_SMTP_URL: url.href.replace(/\/$/, '')});
    const plain = await check({...settings, ...mail, TAVLE_SMTP_URL: server.url.replace('smtp:', 'smtps:')});
    await server.stop();
    const gone = await check({...settings, ...mail});
    expect([...refused.problems, ...plain.problems, ...gone.problems]).toEqual([
      expect.stringMatching(/^TAVLE_SMTP_URL: cannot use the mail server 127\.0\.0\.1:\d+: \S/),
      expect.stringMatching(/wrong version number.* It does not use TLS: begin with smtp\.$/),
      expect.stringMatching(/^TAVLE_SMTP_URL: cannot use the mail server 127\.0\.0\.1:\d+: .*ECONNREFUSED/),
    ]);
    expect(JSON.stringify(refused)).not.toContain('geheim');
  });

  it('reports every invalid setting', async () => {
    const wrong = {TAVLE_PORT: 'many', TAVLE_STORE: 'mysql://x', TAVLE_PORTAL: 'missing.json'};
    const {lines, problems} = await check(wrong);
    expect(lines).toEqual(['3 errors, 1 warning.']);
    expect(problems.map(problem => problem.split(':')[0]).sort()).toEqual(Object.keys(wrong).sort());
  });

  it.for<[what: string, respond: RequestListener]>([
    ['is HTML', (_, response) => response.end('<html>')],
    ['is not found', (_, response) => response.writeHead(404).end()],
    ['has no keys', (_, response) => response.end('{"keys": []}')],
    ['has no usable key', (_, response) => response.end('{"keys": [{"kty": "oct"}, {"kty": "AKP"}]}')],
    ['never arrives', () => undefined],
  ])('reports a key set that %s', async ([, respond], context) => {
    const {settings} = await prepare();
    const TAVLE_TOKEN_JWKS = `${await startServer(respond, context)}/jwks`;
    const {problems} = await check({...settings, TAVLE_TOKEN_JWKS});
    expect(problems).toEqual([
      expect.stringContaining(`TAVLE_TOKEN_JWKS: cannot fetch the key set from ${TAVLE_TOKEN_JWKS}: `),
    ]);
  });

  it.for([
    ['0.0.0.0', '127.0.0.1:', [samePort]],
    ['127.0.0.1', '0.0.0.0:', [samePort]],
    ['127.0.0.2', '', [samePort]],
    ['127.0.0.2', '127.0.0.1:', []],
  ] as const)(
    'compares a TAVLE_HOST of %s with a TAVLE_METRICS_PORT of "%s" and the same port',
    async ([host, metricsHost, expected]) => {
      const {settings} = await prepare();
      const port = String(await freePort());
      const hosts = {TAVLE_HOST: host, TAVLE_METRICS_PORT: metricsHost + port};
      const url = {TAVLE_PUBLIC_URL: 'https://tavle.example.dk'};
      expect((await check({...settings, ...hosts, ...url, TAVLE_PORT: port})).problems).toEqual(expected);
    },
  );

  it('reports what would keep the service from starting: one port for two servers, and a file in place of the store', async () => {
    const {settings} = await prepare();
    const port = String(await listen(createServer()));
    const {problems} = await check({
      ...{...settings, TAVLE_PORT: port, TAVLE_METRICS_PORT: port},
      TAVLE_STORE: `file:${settings.TAVLE_PORTAL}`,
    });
    expect(problems).toEqual([
      samePort,
      expect.stringMatching(/^TAVLE_AUDIT: cannot write to .*audit\.jsonl \(ENOTDIR\)/),
      expect.stringMatching(/^TAVLE_STORE: cannot open .*portal\.json \(ENOTDIR\)/),
    ]);
  });

  it.each([
    '{"keys": []}',
    '{"keys": [{"kty": "oct", "k": "c2VjcmV0"}]}',
    '{"keys": [{"kty": "EC", "crv": "P-256"}]}',
  ])('reports a file without a usable key: %s', async keys => {
    const {directory, settings} = await prepare();
    const TAVLE_TOKEN_JWKS = join(directory, 'keys.json');
    await writeFile(TAVLE_TOKEN_JWKS, keys);
    expect((await check({...settings, TAVLE_TOKEN_JWKS})).problems).toEqual([
      `TAVLE_TOKEN_JWKS: ${TAVLE_TOKEN_JWKS}: it has no usable public key`,
    ]);
  });

  it('warns about an empty portal file and about interfaces without authentication settings', async () => {
    const {TAVLE_PORTAL, TAVLE_PORT, TAVLE_STORE} = (await prepare()).settings;
    await writeFile(TAVLE_PORTAL, '{}');
    expect(await check({TAVLE_PORTAL, TAVLE_PORT, TAVLE_STORE})).toMatchObject({
      problems: [],
      warnings: [
        expect.stringContaining('Interfaces A to E and G return 401 to every caller'),
        expect.stringContaining(`${TAVLE_PORTAL}: names no apps, authorities or suppliers`),
      ],
    });
  });

  it.runIf(process.platform === 'linux')('warns when the limit of open files is too low', async () => {
    const {settings} = await prepare();
    const {warnings} = await check({...settings, TAVLE_MAX_CONNECTIONS: '2000000000'});
    const limit = execFileSync('sh', ['-c', 'ulimit -n'], {encoding: 'utf8'}).trim();
    expect(warnings).toEqual([
      `TAVLE_MAX_CONNECTIONS: the process may open only ${limit} files (ulimit -n), and closes new connections above that number. Raise the limit, or set a lower number.`,
    ]);
  });

  it('warns when client certificates are trusted but cannot arrive', async () => {
    const {directory, settings} = await prepare();
    const TAVLE_CLIENT_CA = join(directory, 'ca.pem');
    await writeFile(TAVLE_CLIENT_CA, trusted.certificate);
    const {lines, problems, warnings} = await check({...settings, TAVLE_CLIENT_CA});
    expect(problems).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('TAVLE_CLIENT_CA: no client certificate can arrive')]);
    expect(lines.join('\n')).toContain('client certificates: off (set TAVLE_TLS_CERT and TAVLE_TLS_KEY');
  });

  it('warns of wide networks of proxies, of visitors behind them whom no limit counts, and names what it cannot see', async () => {
    const {directory, settings} = await prepare();
    const TAVLE_CLIENT_CA = join(directory, 'ca.pem');
    await writeFile(TAVLE_CLIENT_CA, trusted.certificate);
    const TAVLE_CLIENT_CERT_PROXIES =
      '10.0.0.0/8, 10.1.0.0/16, 0.0.0.0/1, fd00::/8, fd00::1/64, ::ffff:10.0.0.0/104';
    const all = {...settings, TAVLE_CLIENT_CA, TAVLE_CLIENT_CERT_PROXIES};
    const {lines, warnings, problems} = await check(all);
    expect(problems).toEqual([]);
    expect(warnings.filter(each => each.startsWith('TAVLE_'))).toEqual([
      ...['10.0.0.0/8', '0.0.0.0/1', 'fd00::/8', '::ffff:10.0.0.0/104'].map(
        each =>
          `TAVLE_CLIENT_CERT_PROXIES: every address in ${each} can send the certificate of any caller. Name your proxies.`,
      ),
      expect.stringMatching(/^TAVLE_PUBLIC_RATE_LIMIT: does not count visitors behind a proxy/),
    ]);
    expect(lines).toContainEqual(expect.stringMatching(/^Not checked: whether the proxies refuse expired/));
    const narrow = {...all, TAVLE_CLIENT_CERT_PROXIES: '10.0.0.1', TAVLE_PUBLIC_RATE_LIMIT: 'off'};
    expect((await check(narrow)).warnings.join()).not.toContain('TAVLE_');
  });

  it.for<[location: string, isWarned: boolean]>([
    ['http://login.example.dk/jwks', true],
    ['http://10.0.0.7/jwks', true],
    ['http://localhost.example.dk/jwks', true],
    ['https://login.example.dk/jwks', false],
    ['http://localhost:1/jwks', false],
    ['http://127.8.0.1:1/jwks', false],
    ['http://[::1]:1/jwks', false],
  ])('warns of a key set over http from another host: %s %s', async ([TAVLE_TOKEN_JWKS, isWarned]) => {
    const {settings} = await prepare();
    const {warnings} = await check({...settings, TAVLE_TOKEN_JWKS});
    expect(warnings.join()).toEqual(isWarned ? expect.stringContaining('TAVLE_TOKEN_JWKS: http ') : '');
  });

  it('reports malformed settings once each, and does not try them', async () => {
    const {settings} = await prepare();
    const quoted = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, `"${value}"`]));
    const {problems, warnings} = await check({...quoted, TAVLE_AUDIT: '/proc/nope/audit.log\r'});
    const names = [...Object.keys(settings), 'TAVLE_AUDIT'];
    expect(problems.map(problem => problem.split(':')[0]).sort()).toEqual(names.sort());
    expect(warnings).toEqual([]);
    expect((await check({...settings, TAVLE_HOST: '"no-host"'})).problems).toEqual([
      expect.stringMatching(/^TAVLE_HOST: Must not be in quotes/),
    ]);
  });

  it('warns when the issuer of a client CA is not in the bundle, until it is added', async () => {
    const {directory, settings} = await prepare();
    const root = await createRoot({subject: 'CN=Root'});
    const issuing = await root.ca({subject: 'CN=Issuing'});
    const TAVLE_CLIENT_CA = join(directory, 'ca.pem');
    const {TAVLE_TLS_CERT, TAVLE_TLS_KEY} = tlsSettings;
    const all = {...settings, TAVLE_CLIENT_CA, TAVLE_TLS_CERT, TAVLE_TLS_KEY};
    await writeFile(TAVLE_CLIENT_CA, issuing.certificate);
    const {warnings} = await check(all);
    expect(warnings).toContain(
      'TAVLE_CLIENT_CA: the issuer of the CA "CN=Issuing" is not in it, so a TLS handshake without a server name refuses its certificates.',
    );
    await writeFile(TAVLE_CLIENT_CA, issuing.certificate + root.certificate);
    expect((await check(all)).warnings.join()).not.toContain('the issuer of the CA');
  });

  it('reports a client CA bundle without a CA', async () => {
    const {settings} = await prepare();
    const {problems} = await check({
      ...settings,
      ...tlsSettings,
      TAVLE_CLIENT_CA: tlsSettings.TAVLE_TLS_CERT,
    });
    expect(problems).toEqual([
      'TAVLE_CLIENT_CA: no certificate in it is a CA for clients, so every client certificate is rejected.',
    ]);
  });

  it.for<[what: string, changes: {notBefore?: Date; notAfter?: Date; hosts?: string[]}, found: object]>([
    [
      'has expired',
      {notAfter: new Date('2026-01-01T00:00:00Z')},
      {
        problems: [expect.stringContaining('TAVLE_TLS_CERT: the certificate expired on Jan  1')],
        warnings: [],
      },
    ],
    [
      'is not valid yet',
      {notBefore: new Date(Date.now() + 60 * 60 * 1000)},
      {
        problems: [expect.stringContaining('TAVLE_TLS_CERT: the certificate is not valid before')],
        warnings: [],
      },
    ],
    [
      'expires soon',
      {notAfter: new Date(Date.now() + 10 * 24 * 60 * 60 * 1000)},
      {problems: [], warnings: [expect.stringContaining('TAVLE_TLS_CERT: the certificate is valid until')]},
    ],
    [
      'is for another host',
      {hosts: ['portal.example.dk']},
      {
        problems: [],
        warnings: [expect.stringContaining('TAVLE_TLS_CERT: the certificate is not for localhost')],
      },
    ],
  ])("reports the service's certificate when it %s", async ([, changes, found]) => {
    const {directory, settings} = await prepare();
    const path = join(directory, 'server');
    const notBefore = new Date('2025-01-01T00:00:00Z');
    const issued = await trusted.issue({subject: [{CN: ['x']}], hosts: ['localhost'], notBefore, ...changes});
    writeCertificate(path, issued);
    const tls = {TAVLE_TLS_CERT: `${path}.pem`, TAVLE_TLS_KEY: `${path}.key`};
    const checked = await check({...settings, ...tls, TAVLE_PUBLIC_URL: 'https://localhost:8443'});
    expect(checked).toMatchObject(found);
  });

  it.for<[what: string, wrong: NodeJS.ProcessEnv]>([
    ['an unknown setting', {TAVLE_AUTID: 'off'}],
    ['an invalid setting', {TAVLE_HSTS: 'yes'}],
    ['a missing key', {TAVLE_TLS_KEY: 'missing.key'}],
    ['a missing portal file', {TAVLE_PORTAL: 'missing.json'}],
    ['a sender without an address', {TAVLE_MAIL_FROM: 'Portalen'}],
    ['a malformed setting', {TAVLE_TOKEN_ISSUER: "'x'"}],
  ])('also reports certificates, the mail server and warnings with %s', async ([, wrong]) => {
    const {settings} = await prepare();
    const {problems, warnings} = await check({
      ...settings,
      ...tlsSettings,
      TAVLE_CLIENT_CA: tlsSettings.TAVLE_TLS_CERT,
      TAVLE_PUBLIC_URL: 'https://portal.example.dk',
      TAVLE_SMTP_URL: 'smtp://127.0.0.1:1',
      TAVLE_MAIL_FROM: 'frister@example.dk',
      ...wrong,
    });
    expect(problems.map(problem => problem.split(':')[0]).sort()).toEqual(
      ['TAVLE_CLIENT_CA', 'TAVLE_SMTP_URL', ...Object.keys(wrong)].sort(),
    );
    expect(warnings).toContain(
      'TAVLE_TLS_CERT: the certificate is not for portal.example.dk, the host of TAVLE_PUBLIC_URL.',
    );
  });

  it('does not warn of the default of a setting that is malformed', async () => {
    const {settings} = await prepare();
    const {problems, warnings} = await check({
      ...settings,
      ...tlsSettings,
      TAVLE_CLIENT_CERT_PROXIES: '127.0.0.1',
      TAVLE_PUBLIC_RATE_LIMIT: '"off"',
    });
    expect(problems).toEqual([expect.stringMatching(/^TAVLE_PUBLIC_RATE_LIMIT: Must not be in quotes/)]);
    expect(warnings.join()).not.toContain('TAVLE_PUBLIC_RATE_LIMIT');
  });

  it('removes its test document from the store', async ({onTestFinished}) => {
    const {settings} = await prepare();
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const {lines} = await check({...settings, TAVLE_STORE: redis.url});
    expect(lines).toContain('The store accepts writes.');
    expect(await withClient(redis.port, client => client.keys('*'))).toEqual([]);
  });

  it('reports a Redis server that rejects writes', async ({onTestFinished}) => {
    const {settings} = await prepare();
    const redis = await startRedis('--replicaof', '127.0.0.1 1', '--replica-serve-stale-data', 'yes');
    onTestFinished(() => redis.stop());
    const {lines, problems} = await check({...settings, TAVLE_STORE: redis.url});
    expect(lines).not.toContain('The store accepts writes.');
    expect(problems).toContainEqual(
      expect.stringMatching(/^TAVLE_STORE: the store rejects writes: .*READONLY/),
    );
  });

  it('removes its test document from a Redis server without the replicas that must confirm it', async ({
    onTestFinished,
  }) => {
    const {settings} = await prepare();
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const {problems} = await check({...settings, TAVLE_STORE: redis.url, TAVLE_STORE_REPLICAS: '1'});
    expect(problems).toContainEqual(
      expect.stringMatching(/^TAVLE_STORE: the store rejects writes: .*replica/),
    );
    expect(await withClient(redis.port, client => client.keys('*'))).toEqual([]);
  });

  it('reports a Redis server that may lose data', async ({onTestFinished}) => {
    const {settings} = await prepare();
    const redis = await startRedis('--appendonly', 'no', '--maxmemory-policy', 'allkeys-lru');
    onTestFinished(() => redis.stop());
    const {lines, problems} = await check({...settings, TAVLE_STORE: redis.url});
    expect(lines).toContain(`The store responds: Redis at 127.0.0.1:${redis.port}, prefix tavle.`);
    expect(problems).toEqual([
      expect.stringContaining('"appendonly no"'),
      expect.stringContaining('"maxmemory-policy allkeys-lru"'),
    ]);
  });

  it('reports a store that does not respond', async ({onTestFinished}) => {
    const {settings} = await prepare();
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    await redis.kill();
    const {problems} = await check({...settings, TAVLE_STORE: redis.url});
    expect(problems).toEqual([
      expect.stringMatching(/The store does not respond: Redis at 127\.0\.0\.1:\d+.*ECONNREFUSED/),
    ]);
  });
});

describe.runIf(process.platform === 'linux')('the file system of an embedded store', () => {
  const inMemory = /^TAVLE_STORE: \/dev\/shm\/\S+ is in memory, and is lost when the machine restarts/;

  it('is named when it is in memory, before and after the store exists', async () => {
    const {settings} = await prepare();
    const directory = await mkdtemp('/dev/shm/tavle-check-');
    const TAVLE_STORE = `file:${directory}/a/store`;
    try {
      const before = await check({...settings, TAVLE_STORE});
      expect(before).toMatchObject({warnings: [expect.stringMatching(inMemory)], problems: []});
      expect(before.lines.at(-1)).toBe('0 errors, 1 warning.');
      await mkdir(join(directory, 'a/store'), {recursive: true});
      expect((await check({...settings, TAVLE_STORE})).warnings).toEqual([expect.stringMatching(inMemory)]);
    } finally {
      await rm(directory, {recursive: true});
    }
  });

  it.runIf(process.getuid?.() === 0)('is named when it is the layer of a container', async () => {
    const {directory, settings} = await prepare();
    const [lower, upper, work, merged] = ['lower', 'upper', 'work', 'merged'].map(name =>
      join(directory, name),
    );
    for (const each of [lower, upper, work, merged]) await mkdir(each ?? '');
    const overlay = `lowerdir=${lower},upperdir=${upper},workdir=${work}`;
    const mounted = spawnSync('mount', ['-t', 'overlay', 'overlay', '-o', overlay, merged ?? '']);
    expect(mounted.status, String(mounted.stderr)).toBe(0);
    try {
      const {warnings} = await check({...settings, TAVLE_STORE: `file:${merged}/store`});
      expect(warnings).toEqual([expect.stringMatching(/ is in the layer of a container, /)]);
    } finally {
      spawnSync('umount', [merged ?? '']);
    }
  });

  it.runIf(process.getuid?.() === 0)('is reported when it is too small for a store', async () => {
    const {directory, settings} = await prepare();
    await withSmallDisk(directory, '8m', async disk => {
      const {problems} = await check({...settings, TAVLE_STORE: `file:${disk}/a/store`});
      expect(problems).toEqual([
        expect.stringMatching(
          /^TAVLE_STORE: cannot create .*No space left on device: the disk of .* is full: \d MiB/,
        ),
      ]);
    });
  });

  it.runIf(process.getuid?.() === 0)('is reported when it has no space for the audit log', async () => {
    const {directory, settings} = await prepare();
    await withSmallDisk(directory, '64k', async disk => {
      await writeFile(join(disk, 'audit.jsonl'), '{}\n');
      await writeFile(join(disk, 'ballast'), Buffer.alloc(65_536)).catch(() => undefined);
      for (const name of ['audit.jsonl', 'new.jsonl']) {
        const {problems} = await check({...settings, TAVLE_AUDIT: join(disk, name)});
        expect(problems).toEqual([
          expect.stringMatching(/^TAVLE_AUDIT: cannot write to .*jsonl \(ENOSPC\)\.$/),
        ]);
      }
    });
  });

  it.each([
    ...[
      ['NFS', 0x6969],
      ['CIFS', 0xff534d42],
      ['SMB 2', 0xfe534d42],
      ['9P', 0x01021997],
      ['FUSE', 0x65735546],
    ],
    ...[
      ['Ceph', 0x00c36400],
      ['Lustre', 0x0bd00bd0],
    ],
  ] as [string, number][])('is named when it is %s', (_, type) => {
    expect(warningOfType(type)).toEqual([expect.stringMatching(/^a network or shared file system/)]);
  });

  it.each([
    ['ext4', 0xef53],
    ['XFS', 0x58465342],
    ['ZFS', 0x2fc12fc1],
    ['an unknown one', 1],
  ])('is not named when it is %s', (_, type) => {
    expect(warningOfType(type)).toEqual([]);
  });
});
