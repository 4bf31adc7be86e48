import {execFileSync, spawn} from 'node:child_process';
import {KeyObject} from 'node:crypto';
import {writeFileSync} from 'node:fs';
import {join, relative} from 'node:path';

import {describe, expect, it} from 'vitest';

import {ConfigError, settingNames} from './settings.ts';
import {readConfig, readStoreConfig, readTls} from './config.ts';
import {isCvr} from './identity/cvr.ts';
import {trusted} from './testing/certificates.ts';
import {newDirectory} from './testing/directory.ts';

const directory = newDirectory();
function file(name: string, content: string): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

const portal = file('portal.json', '{"apps": [{"navn": "cvr", "tilstand": "active"}]}');
const erst = {myndighedsid: 2, forkortelse: 'ERST', navn: 'Erhvervsstyrelsen', cvr: '10150817', type: 'stat'};
// The key of RFC 8037, appendix A.2.
const keys =
  '{"keys": [{"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}';
const keySet = file('jwks.json', keys);

function problems(variables: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(variables);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('the settings', () => {
  it('have defaults for all but the portal file', () => {
    expect(readConfig({TAVLE_PORTAL: portal})).toEqual({
      host: '127.0.0.1',
      port: 8080,
      publicUrl: undefined,
      store: 'file:./data',
      storeReplicas: 0,
      sentinelLogin: undefined,
      portalPath: portal,
      portal: expect.objectContaining({apps: new Map([['cvr', 'active']]), companies: 0}) as object,
      certificates: undefined,
      isCvr,
      audit: join(process.cwd(), 'data', 'audit.jsonl'),
      tls: undefined,
      tokens: undefined,
      origins: [],
      hsts: true,
      securityContact: undefined,
      maxConnections: 5_000,
      maxRequests: 2_000,
      callsPerMinute: 12_000,
      publicCallsPerMinute: 6_000,
      maxSupplierBytes: 1024 ** 3,
      maxAuthorityBytes: 10 * 1024 ** 3,
      logLevel: 'info',
    });
  });

  it.each([
    ['9090', {host: '10.0.0.1', port: 9090}],
    ['0', {host: '10.0.0.1', port: 0}],
    ['127.0.0.1:9090', {host: '127.0.0.1', port: 9090}],
    ['localhost:9090', {host: 'localhost', port: 9090}],
    ['[::1]:9090', {host: '::1', port: 9090}],
  ])('read TAVLE_METRICS_PORT=%s', (text, address) => {
    const set = {TAVLE_PORTAL: portal, TAVLE_HOST: '10.0.0.1', TAVLE_METRICS_PORT: text};
    expect(readConfig(set).metricsAddress).toEqual(address);
  });

  it.each(['65536', '-1', 'on', ':9090', '::1:9090', '[::1]', '[127.0.0.1]:9090', 'host:', 'a b:1'])(
    'reject TAVLE_METRICS_PORT=%s',
    text => {
      expect(problems({TAVLE_PORTAL: portal, TAVLE_METRICS_PORT: text})).toEqual([
        'TAVLE_METRICS_PORT: Must be a port from 0 to 65535, or HOST:PORT; an IPv6 address in brackets: [::1]:9090.',
      ]);
    },
  );

  it('treat an empty variable as not set', () => {
    const config = readConfig({TAVLE_PORTAL: portal, TAVLE_PORT: '', TAVLE_TLS_CERT: '', TAVLE_ORIGINS: ''});
    expect(config).toMatchObject({port: 8080, tls: undefined, origins: []});
  });

  it.each([
    [{TAVLE_ORIGIN: 'https://a.example.dk'}, 'TAVLE_ORIGIN: unknown setting. Did you mean TAVLE_ORIGINS?'],
    [{TAVLE_TOKENS_JWKS: 'x'}, 'TAVLE_TOKENS_JWKS: unknown setting. Did you mean TAVLE_TOKEN_JWKS?'],
    [{TAVLE_LOGLVLS: 'x'}, 'TAVLE_LOGLVLS: unknown setting. Did you mean TAVLE_LOG_LEVEL?'],
    [{TAVLE_TEST_CHROMIUM: 'x'}, 'TAVLE_TEST_CHROMIUM: unknown setting.'],
  ])('refuse the unknown setting %o', (unknown, message) => {
    expect(problems({TAVLE_PORTAL: portal, ...unknown})).toEqual([message]);
    expect(() => readStoreConfig(unknown)).toThrow(new ConfigError([message]));
  });

  it.each([
    ['"8080"', /Must not be in quotes/],
    ["'8080'", /Must not be in quotes/],
    ['""', /Must not be in quotes/],
    [' 8080', /Must not begin or end with white space/],
    ['8080\u00a0', /Must not begin or end with white space/],
    ['   ', /Must not begin or end with white space/],
    ['8080\r', /Must not contain control or invisible characters/],
    ['80\n80', /Must not contain control or invisible characters/],
    ['80\u001b[2J80', /Must not contain control or invisible characters/],
    ['\ufeff8080', /Must not contain control or invisible characters/],
  ])('refuse the value %j of any setting by one line with its name, also in commands', (value, message) => {
    for (const name of settingNames) {
      const wrong = {TAVLE_PORTAL: portal, [name]: value};
      const found = problems(wrong).filter(problem => problem.startsWith(`${name}:`));
      expect(found).toEqual([expect.stringMatching(new RegExp(`^${name}: ${message.source}`))]);
      expect(found.join()).not.toContain('8080');
      expect(() => readStoreConfig(wrong)).toThrow(`${name}: `);
    }
  });

  it.each(['it\'s "quoted"', '"a" and "b', "don't"])('accept the quotes in %s', value => {
    expect(readConfig({TAVLE_PORTAL: portal, TAVLE_TOKEN_EDITOR_VALUE: value}).portalPath).toBe(portal);
  });

  it.each([
    'https://tavle:hemmelig@login.example.dk/jwks',
    'https://:hemmelig@login.example.dk/jwks',
    'https://login.example.dk/jwks?key=hemmelig',
    'https://login.example.dk/jwks#hemmelig',
    'HTTPS://tavle:hemmelig@login.example.dk/jwks',
    'https:tavle:hemmelig@login.example.dk/jwks',
    'ftp://tavle:hemmelig@login.example.dk/jwks',
    'https://tavle:hemmelig@',
  ])('refuse %s as the URL of the key set, and do not print the secret', jwks => {
    const tokens = {TAVLE_TOKEN_ISSUER: 'a', TAVLE_TOKEN_AUDIENCE: 'b'};
    const found = problems({TAVLE_PORTAL: portal, TAVLE_TOKEN_JWKS: jwks, ...tokens});
    expect(found).toEqual([expect.stringMatching(/^TAVLE_TOKEN_JWKS: Must /)]);
    expect(found.join()).not.toContain('hemmelig');
  });

  it.each([
    '0.0.0.0/0',
    '::/0',
    '::/00',
    '::ffff:0:0/95',
    '10.0.0.1, 0.0.0.0/0',
    '::ffff:0.0.0.0/96',
    '::ffff:0:0/96',
    '1.2.3.4/0',
  ])('refuse the proxies %s, which are everybody', proxies => {
    const wrong = {
      TAVLE_CLIENT_CA: file('ca.pem', trusted.certificate),
      TAVLE_CLIENT_CERT_PROXIES: proxies,
    };
    expect(problems({TAVLE_PORTAL: portal, ...wrong})).toEqual([
      expect.stringMatching(/^TAVLE_CLIENT_CERT_PROXIES: .+ contains every address/),
    ]);
  });

  it('ignore unknown variables that are empty or do not start with TAVLE_', () => {
    expect(problems({TAVLE_PORTAL: portal, TAVLE_ORIGIN: '', TAVLE: 'x', MY_TAVLE_HOST: 'x'})).toEqual([]);
  });

  it('of the service, even invalid ones, are ignored by commands that read the store', () => {
    const settings = {TAVLE_STORE: 'file:here', TAVLE_PORT: 'many', TAVLE_PORTAL: 'missing.json'};
    expect(readStoreConfig(settings).store).toBe('file:here');
  });

  it.each(['0.0.0.0', '::', '0', '::0', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0', 'not a host', 'fe80::1%eth0'])(
    'refuse the host %s without a public URL, since clients could not follow links',
    host => {
      expect(problems({TAVLE_PORTAL: portal, TAVLE_HOST: host})).toEqual([
        `TAVLE_PUBLIC_URL: Is required with TAVLE_HOST=${host}: clients cannot reach the service at that host. Set the URL that they use.`,
      ]);
      const url = 'https://tavle.example.dk';
      expect(problems({TAVLE_PORTAL: portal, TAVLE_HOST: host, TAVLE_PUBLIC_URL: url})).toEqual([]);
    },
  );

  it('accept an IPv6 address in brackets as host, as in a URL', () => {
    expect(readConfig({TAVLE_PORTAL: portal, TAVLE_HOST: '[::1]'}).host).toBe('::1');
    expect(problems({TAVLE_PORTAL: portal, TAVLE_HOST: '[::]'})).toEqual([
      expect.stringMatching(/^TAVLE_PUBLIC_URL: Is required with TAVLE_HOST=::: /),
    ]);
  });

  it.each(['127.0.0.1', '::1', 'localhost', '10.0.0.10', 'tavle.internal'])(
    'accept the host %s without a public URL',
    host => {
      expect(problems({TAVLE_PORTAL: portal, TAVLE_HOST: host})).toEqual([]);
    },
  );

  it.each([
    ['https://tavle.example.dk//', 'https://tavle.example.dk'],
    ['HTTPS://Tavle.example.dk:443/a/b/', 'https://tavle.example.dk/a/b'],
  ])('normalize the public URL %s to %s', (url, normalized) => {
    expect(readConfig({TAVLE_PORTAL: portal, TAVLE_PUBLIC_URL: url}).publicUrl).toBe(normalized);
  });

  it.each([
    ['https://a.example.dk/?a=1', 'Must not contain a user name, a password, a query or a fragment.'],
    ['https://a.example.dk/?', 'Must not contain a user name, a password, a query or a fragment.'],
    ['https://a.example.dk/#top', 'Must not contain a user name, a password, a query or a fragment.'],
    ['https://me:secret@a.example.dk', 'Must not contain a user name, a password, a query or a fragment.'],
    ['ftp://a.example.dk', 'Must be an absolute http or https URL.'],
    ['/tavle', 'Must be an absolute http or https URL.'],
  ])('refuse the public URL %s', (url, message) => {
    expect(problems({TAVLE_PORTAL: portal, TAVLE_PUBLIC_URL: url})).toEqual([`TAVLE_PUBLIC_URL: ${message}`]);
  });

  it('disable a limit with off', () => {
    expect(readConfig({TAVLE_PORTAL: portal, TAVLE_RATE_LIMIT: 'off'}).callsPerMinute).toBeUndefined();
    expect(readConfig({TAVLE_PORTAL: portal, TAVLE_RATE_LIMIT: '60'}).callsPerMinute).toBe(60);
    const off = {TAVLE_MAX_SUPPLIER_MB: 'off', TAVLE_MAX_AUTHORITY_MB: '2'};
    expect(readConfig({TAVLE_PORTAL: portal, ...off})).toMatchObject({
      maxSupplierBytes: undefined,
      maxAuthorityBytes: 2 * 1024 ** 2,
    });
  });

  it.each([
    ['TAVLE_RATE_LIMIT', 'many', 'Write a whole number from 1 on, in digits only, or off.'],
    ['TAVLE_RATE_LIMIT', '12.000', 'Write a whole number from 1 on, in digits only, or off.'],
    ['TAVLE_MAX_REQUESTS', '1e3', 'Write a whole number from 1 on, in digits only.'],
    ['TAVLE_MAX_REQUESTS', '0', 'Write a whole number from 1 on, in digits only.'],
    ['TAVLE_MAX_CONNECTIONS', '1.5', 'Write a whole number from 1 on, in digits only.'],
    ['TAVLE_PORT', '80800', 'Must be a whole number from 0 to 65535.'],
    ['TAVLE_PORT', ' ', 'Must not begin or end with white space.'],
    ['TAVLE_SECURITY_CONTACT', 'security@example.dk', 'Must be mailto:ADDRESS or an https URL, in ASCII.'],
    ['TAVLE_SECURITY_CONTACT', 'http://example.dk', 'Must be mailto:ADDRESS or an https URL, in ASCII.'],
    ['TAVLE_CVR_CHECK', 'maybe', 'Must be one of on, off.'],
    ['TAVLE_LOG_LEVEL', 'loud', 'Must be one of fatal, error, warn, info, debug, trace, silent.'],
    ['TAVLE_CLIENT_CA', '/nowhere/ca.pem', 'cannot read /nowhere/ca.pem (ENOENT).'],
    ['TAVLE_MAX_SUPPLIER_MB', 'all', 'Write a whole number from 1 on, in digits only, or off.'],
    ['TAVLE_MAX_AUTHORITY_MB', '1 GB', 'Write a whole number from 1 on, in digits only, or off.'],
  ])('refuse %s=%s', (name, value, message) => {
    expect(problems({TAVLE_PORTAL: portal, [name]: value})).toEqual([`${name}: ${message}`]);
  });

  it.each([
    ['TAVLE_SMTP_URL', 'http://127.0.0.1', 'Must be smtp:// or smtps:// with a host, and no path.'],
    ['TAVLE_SMTP_URL', 'smtp://tavle:100%@127.0.0.1', 'A percent escape is broken: write % as %25.'],
    ['TAVLE_MAIL_FROM', 'Portalen', 'Must be an address, or Name <address>, in one line.'],
    ['TAVLE_MAIL_FROM', 'Portalen <a@localhost>', 'Must be an address, or Name <address>, in one line.'],
    ['TAVLE_MAIL_FROM', 'a@example.dk, b@example.dk', 'Must be an address, or Name <address>, in one line.'],
  ])('of mails refuse %s=%s', (name, value, message) => {
    const mail = {TAVLE_SMTP_URL: 'smtp://127.0.0.1', TAVLE_MAIL_FROM: 'Portalen, A/S <a@example.dk>'};
    expect(problems({TAVLE_PORTAL: portal, ...mail})).toEqual([]);
    expect(problems({TAVLE_PORTAL: portal, ...mail, [name]: value})).toEqual([`${name}: ${message}`]);
  });

  it.each(['a&b@example.dk', 'Portalen <frister@пример.рф>'])(
    'of mails accept TAVLE_MAIL_FROM=%s',
    sender => {
      const mail = {TAVLE_SMTP_URL: 'smtp://127.0.0.1', TAVLE_MAIL_FROM: sender};
      expect(problems({TAVLE_PORTAL: portal, ...mail})).toEqual([]);
    },
  );

  it('read a list of origins', () => {
    const TAVLE_ORIGINS = 'https://portal.example.dk, http://localhost:3000';
    const origins = ['https://portal.example.dk', 'http://localhost:3000'];
    expect(readConfig({TAVLE_PORTAL: portal, TAVLE_ORIGINS})).toMatchObject({origins});
  });

  it('that are invalid are all listed', () => {
    expect(
      problems({
        TAVLE_PORT: '80800',
        TAVLE_PUBLIC_URL: 'tavle.example.dk',
        TAVLE_STORE: 'mysql://x',
        TAVLE_STORE_REPLICAS: 'all',
        TAVLE_TLS_CERT: join(directory, 'none.pem'),
        TAVLE_CLIENT_CA: keySet,
        TAVLE_CLIENT_CERT_PROXIES: '10.0.0.0/8, proxy.example.dk',
        TAVLE_TOKEN_JWKS: file('broken.json', '{'),
        TAVLE_ORIGINS: 'portal.example.dk',
        TAVLE_CVR_CHECK: 'maybe',
        TAVLE_LOG_LEVEL: 'loud',
      }).map(problem => problem.split(':')[0]),
    ).toEqual([
      'TAVLE_PORT',
      'TAVLE_PUBLIC_URL',
      'TAVLE_STORE',
      'TAVLE_STORE_REPLICAS',
      'TAVLE_PORTAL',
      'TAVLE_CLIENT_CA',
      'TAVLE_CLIENT_CERT_PROXIES',
      'TAVLE_TOKEN_JWKS',
      'TAVLE_ORIGINS',
      'TAVLE_CVR_CHECK',
      'TAVLE_LOG_LEVEL',
      'TAVLE_TLS_KEY',
      'TAVLE_TOKEN_ISSUER',
      'TAVLE_TOKEN_AUDIENCE',
      'TAVLE_TLS_CERT',
    ]);
  });

  it('report every wrong entry of a list', () => {
    const found = problems({
      TAVLE_PORTAL: portal,
      TAVLE_CLIENT_CA: file('ca.pem', trusted.certificate),
      TAVLE_ORIGINS: 'a.example.dk, https://b.example.dk, https://c.example.dk/, https://d.dk;https://e.dk',
      TAVLE_CLIENT_CERT_PROXIES: 'proxy, 10.0.0.1, 0.0.0.0/0',
    });
    expect(found).toEqual([
      'TAVLE_CLIENT_CERT_PROXIES: "proxy" is neither an IP address nor a CIDR block.',
      'TAVLE_CLIENT_CERT_PROXIES: "0.0.0.0/0" contains every address. Name your proxies.',
      'TAVLE_ORIGINS: Write scheme://host[:port] in place of "a.example.dk": browsers send origins in this form.',
      'TAVLE_ORIGINS: Write https://c.example.dk in place of "https://c.example.dk/": browsers send origins in this form.',
      'TAVLE_ORIGINS: Separate the origins in "https://d.dk;https://e.dk" by commas.',
    ]);
  });

  it.each([
    ['https://portal.example.dk/', 'https://portal.example.dk'],
    ['https://portal.example.dk/path', 'https://portal.example.dk'],
    ['https://portal.example.dk:443', 'https://portal.example.dk'],
    ['HTTPS://Portal.example.dk', 'https://portal.example.dk'],
    ['https://blåbær.example.dk', 'https://xn--blbr-roah.example.dk'],
    ['*', 'scheme://host[:port]'],
    ['null', 'scheme://host[:port]'],
    ['file:///portal', 'scheme://host[:port]'],
    ['https://*.example.dk', 'scheme://host[:port]'],
  ])('reject the origin %s in favor of %s', (origin, expected) => {
    expect(problems({TAVLE_PORTAL: portal, TAVLE_ORIGINS: `https://a.example.dk, ${origin}`})).toEqual([
      `TAVLE_ORIGINS: Write ${expected} in place of "${origin}": browsers send origins in this form.`,
    ]);
  });

  it.each([
    'redis+cluster://127.0.0.1:7000,127.0.0.1:7001',
    'rediss+cluster://tavle:secret@a.example.dk:7000',
    'redis+sentinel://:secret@a.example.dk:26379,b.example.dk:26379/tavle/2',
    'rediss+sentinel://a.example.dk:26379/tavle',
  ])('accept the store %s with replicas', store => {
    expect(readConfig({TAVLE_PORTAL: portal, TAVLE_STORE: store, TAVLE_STORE_REPLICAS: '1'})).toMatchObject({
      store,
      storeReplicas: 1,
    });
  });

  describe('in files', () => {
    const address = 'redis+sentinel://tavle:kodeord-47@a:1/tavle';
    const store = {TAVLE_PORTAL: portal, TAVLE_STORE_FILE: file('store', `\ufeff${address}\r\n`)};

    it('are read by the service and by the commands', () => {
      const password = {TAVLE_STORE_SENTINEL_PASSWORD_FILE: file('password', 'kodeord-48\n')};
      for (const read of [readConfig, readStoreConfig])
        expect(read({...store, ...password})).toMatchObject({
          store: address,
          sentinelLogin: {password: 'kodeord-48'},
        });
      expect(readConfig(store).audit).toBe('stdout');
    });

    it('are rejected without the values, by the name of the setting', () => {
      for (const content of ['kodeord-47', '"redis://a"', ' redis://a', 'redis://a\nredis://b', '']) {
        const found = problems({TAVLE_PORTAL: portal, TAVLE_STORE_FILE: file('other', content)});
        expect(found.join()).toMatch(/^TAVLE_STORE_FILE: /);
        expect(found).toHaveLength(1);
        expect(found.join()).not.toContain('kodeord');
      }
      expect(problems({TAVLE_PORTAL: portal, TAVLE_STORE_FILE: '/nowhere'})).toEqual([
        'TAVLE_STORE_FILE: cannot read /nowhere (ENOENT).',
      ]);
      expect(problems({...store, TAVLE_STORE: 'redis://a'})).toEqual([
        'TAVLE_STORE_FILE: Must not be set together with TAVLE_STORE.',
      ]);
    });

    it.each([
      [
        {TAVLE_SMTP_URL: 'http://x', TAVLE_SMTP_URL_FILE: 'x', TAVLE_MAIL_FROM: 'a@example.dk'},
        [
          'TAVLE_SMTP_URL_FILE: unknown setting.',
          'TAVLE_SMTP_URL: Must be smtp:// or smtps:// with a host, and no path.',
        ],
      ],
      [
        {...store, TAVLE_STORE: 'foo://x'},
        [
          expect.stringMatching(/^TAVLE_STORE: Write an address/),
          'TAVLE_STORE_FILE: Must not be set together with TAVLE_STORE.',
        ],
      ],
    ])('leave the name of a setting whose own value is wrong: %j', (env, expected) => {
      expect(problems({TAVLE_PORTAL: portal, ...env})).toEqual(expected);
    });
  });

  it.each([undefined, 'file:./data'])('reject replicas of the embedded store %s', store => {
    expect(problems({TAVLE_PORTAL: portal, TAVLE_STORE: store, TAVLE_STORE_REPLICAS: '1'})).toEqual([
      'TAVLE_STORE_REPLICAS: The embedded store has no replicas.',
    ]);
  });

  describe('of Sentinels that require a password', () => {
    const sentinels = {TAVLE_PORTAL: portal, TAVLE_STORE: 'redis+sentinel://a:1/tavle'};
    const password = {TAVLE_STORE_SENTINEL_PASSWORD: 'kodeord-47'};
    const user = {TAVLE_STORE_SENTINEL_USER: 'ada'};

    it('are read with and without a user, by the service and by the commands', () => {
      for (const read of [readConfig, readStoreConfig]) {
        expect(read({...sentinels, ...password}).sentinelLogin).toEqual({password: 'kodeord-47'});
        const login = {username: 'ada', password: 'kodeord-47'};
        expect(read({...sentinels, ...password, ...user}).sentinelLogin).toEqual(login);
      }
    });

    it('are rejected without a password, and with a store without Sentinels', () => {
      expect(problems({...sentinels, ...user})).toEqual([
        'TAVLE_STORE_SENTINEL_PASSWORD: Is needed with TAVLE_STORE_SENTINEL_USER.',
      ]);
      for (const store of ['redis://a', 'redis+cluster://a', 'file:data', undefined]) {
        expect(problems({...sentinels, TAVLE_STORE: store, ...password})).toEqual([
          'TAVLE_STORE_SENTINEL_PASSWORD: Only the store redis+sentinel://… or rediss+sentinel://… has Sentinels.',
        ]);
      }
    });
  });

  it.each([
    [{}, join(process.cwd(), 'data', 'audit.jsonl')],
    [{TAVLE_STORE: 'file:/var/lib/tavle'}, '/var/lib/tavle/audit.jsonl'],
    [{TAVLE_STORE: 'redis://redis'}, 'stdout'],
    [{TAVLE_STORE: 'redis://redis', TAVLE_AUDIT: '/var/log/tavle.jsonl'}, '/var/log/tavle.jsonl'],
    [{TAVLE_AUDIT: 'stdout'}, 'stdout'],
    [{TAVLE_AUDIT: 'off'}, undefined],
  ])('%j put the audit log at %s', (set, destination) => {
    expect(readConfig({TAVLE_PORTAL: portal, ...set}).audit).toBe(destination);
  });

  it.each(['OFF', 'none', 'stderr'])('reject %s as the audit log, which would be a file', audit => {
    expect(problems({TAVLE_PORTAL: portal, TAVLE_AUDIT: audit})).toEqual([
      'TAVLE_AUDIT: Write a file, stdout or off.',
    ]);
  });

  it.each(['TAVLE_PORTAL', 'TAVLE_TOKEN_JWKS', 'TAVLE_STORE_FILE'])(
    'reject the file of %s as the audit log, whose lines would break it',
    name => {
      const tokens = {TAVLE_TOKEN_JWKS: keySet, TAVLE_TOKEN_ISSUER: 'a', TAVLE_TOKEN_AUDIENCE: 'b'};
      const files = {TAVLE_PORTAL: portal, TAVLE_STORE_FILE: file('store.txt', 'file:data'), ...tokens};
      const path = {...files}[name] ?? '';
      expect(problems({...files, TAVLE_AUDIT: relative(process.cwd(), path)})).toEqual([
        `TAVLE_AUDIT: is the file of ${name}. Name another file.`,
      ]);
    },
  );

  it('read each TLS file once, so that a renewal cannot mix two pairs', async () => {
    const pairs = [
      await trusted.issue({subject: [{CN: ['a']}]}),
      await trusted.issue({subject: [{CN: ['b']}]}),
    ];
    const [first = '', second = ''] = pairs.map(({certificate}, index) => file(`${index}.pem`, certificate));
    const pipe = join(directory, 'renewed.pem');
    execFileSync('mkfifo', [pipe]);
    // The second read of the pipe returns the other certificate.
    const writer = spawn('sh', ['-c', 'cat "$1" > "$3"; cat "$2" > "$3"', 'sh', first, second, pipe]);
    const key = file('second.key', pairs[1]?.key ?? '');
    try {
      expect(() => readTls({TAVLE_TLS_CERT: pipe, TAVLE_TLS_KEY: key})).toThrow(
        /^TAVLE_TLS_CERT, TAVLE_TLS_KEY: /,
      );
    } finally {
      writer.kill();
    }
  });

  it('accept byte order marks in the portal file, the key set and PEM files, also between joined certificates', async () => {
    const {certificate, key} = await trusted.issue({subject: [{CN: ['a']}]});
    const mark = '\ufeff';
    const config = readConfig({
      TAVLE_PORTAL: file('mark.json', `${mark}{"antalVirksomheder": 7}`),
      TAVLE_TOKEN_JWKS: file('mark-jwks.json', mark + keys),
      TAVLE_TOKEN_ISSUER: 'a',
      TAVLE_TOKEN_AUDIENCE: 'b',
      TAVLE_CLIENT_CA: file('mark-ca.pem', `${mark}${trusted.certificate}${mark}${trusted.certificate}`),
      TAVLE_TLS_CERT: file('mark.pem', `${mark}${certificate}\n${mark}${trusted.certificate}`),
      TAVLE_TLS_KEY: file('mark.key', mark + key),
    });
    expect(config.portal.companies).toBe(7);
    expect(config.certificates?.issuers).toHaveLength(2);
    expect(config.tls?.cert).toBe(`${certificate}\n${trusted.certificate}`);
  });

  it.each(['TAVLE_PORTAL', 'TAVLE_TOKEN_JWKS', 'TAVLE_CLIENT_CA', 'TAVLE_TLS_CERT', 'TAVLE_TLS_KEY'])(
    'name the first line of %s that is not UTF-8',
    name => {
      const path = join(directory, 'latin1.txt');
      writeFileSync(path, Buffer.from('{"portal":\r\n {"navn": "Grønt",\n "ø": 1}}', 'latin1'));
      const others = {TAVLE_TOKEN_ISSUER: 'a', TAVLE_TOKEN_AUDIENCE: 'b'};
      const found = problems({TAVLE_PORTAL: portal, ...others, [name]: path});
      expect(found.filter(problem => problem.includes('UTF-8'))).toEqual([
        expect.stringMatching(new RegExp(`^${name}: .*it is not UTF-8 in line 2$`)),
      ]);
    },
  );

  it.each(['TAVLE_TLS_CERT', 'TAVLE_TLS_KEY', 'TAVLE_CLIENT_CA'])(
    'reject an empty file of %s',
    async name => {
      const {certificate, key} = await trusted.issue({subject: [{CN: ['a']}]});
      const tls = {TAVLE_TLS_CERT: file('full.pem', certificate), TAVLE_TLS_KEY: file('full.key', key)};
      for (const content of ['', '\ufeff', '\n'])
        expect(problems({TAVLE_PORTAL: portal, ...tls, [name]: file('empty.pem', content)})).toEqual([
          `${name}: it is empty`,
        ]);
    },
  );

  it('say that a PEM file is cut off', async () => {
    const {certificate, key} = await trusted.issue({subject: [{CN: ['a']}]});
    const cut = file('cut.pem', certificate.slice(0, -30));
    const tls = {TAVLE_TLS_CERT: cut, TAVLE_TLS_KEY: file('whole.key', key)};
    expect(problems({TAVLE_PORTAL: portal, ...tls})).toEqual([
      expect.stringMatching(/^TAVLE_TLS_CERT, .*Both must be PEM files: /),
    ]);
    expect(problems({TAVLE_PORTAL: portal, TAVLE_CLIENT_CA: cut})).toContainEqual(
      expect.stringMatching(/^TAVLE_CLIENT_CA: Certificate 1 in it is not complete and valid PEM: /),
    );
  });

  it.each<[string, string, string, RegExp]>([
    [
      'the key of another certificate',
      'certificate',
      'otherKey',
      /Set TAVLE_TLS_KEY to the key of the first/,
    ],
    [
      'a key of another type than the certificate',
      'certificate',
      'rsaKey',
      /Set TAVLE_TLS_KEY to the key of the first/,
    ],
    ['a chain that begins with its CA', 'reversedChain', 'key', /Set TAVLE_TLS_KEY to the key of the first/],
    ['a certificate in place of the key', 'certificate', 'certificate', /must be PEM files/],
    ['a key in place of the certificate', 'key', 'key', /must be PEM files/],
    ['a certificate that is not PEM', 'text', 'key', /must be PEM files/],
  ])('name the remedy for %s', async (_, cert, key, remedy) => {
    const [own, other] = [
      await trusted.issue({subject: [{CN: ['a']}]}),
      await trusted.issue({subject: [{CN: ['b']}]}),
    ];
    const contents: Record<string, string> = {
      ...own,
      otherKey: other.key,
      // The CA has an RSA key, and its certificates have EC keys.
      rsaKey: KeyObject.from(trusted.keys.privateKey).export({type: 'pkcs8', format: 'pem'}).toString(),
      reversedChain: trusted.certificate + own.certificate,
      text: '{}',
    };
    const [TAVLE_TLS_CERT, TAVLE_TLS_KEY] = [cert, key].map(name =>
      file(`tls-${name}`, contents[name] ?? ''),
    );
    expect(problems({TAVLE_PORTAL: portal, TAVLE_TLS_CERT, TAVLE_TLS_KEY})).toEqual([
      expect.stringMatching(remedy),
    ]);
  });

  it('reject a certificate and a key that do not match, and list other problems', () => {
    const tls = {TAVLE_TLS_CERT: file('cert.pem', 'no'), TAVLE_TLS_KEY: file('key.pem', 'no')};
    expect(problems({TAVLE_PORTAL: portal, TAVLE_PORT: 'many', ...tls})).toEqual([
      expect.stringMatching(/^TAVLE_PORT: /),
      expect.stringMatching(/^TAVLE_TLS_CERT, TAVLE_TLS_KEY: /),
    ]);
  });
});

describe('the portal file', () => {
  it.each([
    ['that is missing', join(directory, 'none.json'), /^TAVLE_PORTAL: cannot read .+none\.json \(ENOENT/],
    ['that is a directory', directory, /^TAVLE_PORTAL: cannot read \S+ \(EISDIR\)\.$/],
    ['that is not JSON', file('text.json', 'apps'), /text\.json: is not valid JSON: /],
    ['that is a list', file('list.json', '[]'), /list\.json: Must be an object\./],
  ])('%s is rejected', (_, path, problem) => {
    const [found = '', ...others] = problems({TAVLE_PORTAL: path});
    expect(found).toMatch(problem);
    expect(others).toEqual([]);
  });

  it.each([
    [
      'with unknown keys at any depth',
      {
        $schema: 'https://tavle.example.dk/schema/portal.json',
        Portal: {},
        portal: {url: 'https://a.example.dk', name: 'A'},
        apps: [{navn: 'cvr', tilstand: 'active', låst: true}],
        myndighed: [],
        myndigheder: [{...erst, kommunenr: '101'}],
        leverandoerer: [{cvr: '61966617', navn: 'b', paavegneaf: []}],
        formularmastre: [{id: 7, titel: 'a', zzzzzzzz: 1}],
      },
      [
        /: Has keys that are not known: "Portal" \(did you mean "portal"\?\), "myndighed" \(did you mean "myndigheder"\?\)\.$/,
        /: portal: Has keys that are not known: "name" \(did you mean "navn"\?\)\.$/,
        /: apps\.0: Has keys that are not known: "låst" \(did you mean "laast"\?\)\.$/,
        /: myndigheder\.0: Has keys that are not known: "kommunenr" \(did you mean "kommunekode"\?\)\.$/,
        /: leverandoerer\.0: Has keys that are not known: "paavegneaf" \(did you mean "paaVegneAf"\?\)\.$/,
        /: formularmastre\.0: Has keys that are not known: "zzzzzzzz"\.$/,
      ],
    ],
    ['with null for an authority', {myndigheder: [null]}, [/: myndigheder\.0: Must be an object\.$/]],
    [
      'with invalid fields, duplicates and contradictions',
      {
        portal: {navn: '', url: 'https://portal.example.dk/?a=1'},
        apps: [
          {navn: 'cvr', tilstand: 'on'},
          {navn: 'cvr', tilstand: 'active', laast: 'ja'},
          {tilstand: 'active'},
        ],
        myndigheder: [
          {...erst, cvr: '1', type: 'kommune'},
          {...erst, kommunekode: '76'},
        ],
        formularmastre: 'none',
        antalVirksomheder: '850000',
      },
      [
        /: portal\.navn: Must not be empty\.$/,
        /: portal\.url: Must not contain a user name, a password, a query or a fragment\.$/,
        /: apps\.0\.tilstand: Must be one of hidden, active, deactive\.$/,
        /: apps\.1\.laast: Must be true or false\.$/,
        /: apps\.1\.navn: "cvr" is used twice\.$/,
        /: apps\.2\.navn: Is required\.$/,
        /: myndigheder\.0\.cvr: Must be a CVR number\.$/,
        /: myndigheder\.0\.kommunekode: Is required for a kommune: three digits\.$/,
        /: myndigheder\.1\.kommunekode: Must be three digits\.$/,
        /: myndigheder\.1\.kommunekode: Must not be set: only a kommune has one\.$/,
        /: myndigheder\.1\.myndighedsid: "2" is used twice\.$/,
        /: myndigheder\.1\.forkortelse: "ERST" is used twice\.$/,
        /: formularmastre: Must be a list\.$/,
        /: antalVirksomheder: Must be a whole number\.$/,
      ],
    ],
    [
      'with invalid suppliers, masters, names and types',
      {
        apps: ['', '__proto__ '].map(navn => ({navn, tilstand: 'active'})),
        myndigheder: [
          {...erst, navn: ' '},
          {...erst, myndighedsid: 6, forkortelse: 'A B', cvr: '64942212', type: 'amt'},
        ],
        antalVirksomheder: -1,
        leverandoerer: [
          {cvr: '1', navn: 'a'},
          {cvr: '61966617', navn: 'b', paaVegneAf: ['2']},
        ],
        formularmastre: [
          {id: 0, titel: 'a'},
          {id: '7', titel: 'b', publiceringsdato: 'i morgen'},
        ],
      },
      [
        /apps\.0\.navn: /,
        /apps\.1\.navn: /,
        /myndigheder\.0\.navn: /,
        /myndigheder\.1\.forkortelse: /,
        /myndigheder\.1\.type: /,
        /leverandoerer\.0\.cvr: /,
        /leverandoerer\.1\.paaVegneAf\.0: /,
        /formularmastre\.0\.id: /,
        /formularmastre\.1\.publiceringsdato: /,
        /antalVirksomheder: /,
      ],
    ],
    [
      'with control characters, unpaired surrogates and invisible texts',
      {
        portal: {navn: 'a\u0000', url: 'https://portal.example.dk'},
        myndigheder: [{...erst, navn: 'Skat\ud800', forkortelse: 'SKST\u0007'}],
        leverandoerer: [{cvr: '61966617', navn: 'a\nb'}],
        formularmastre: [{id: 7, titel: '\u200b'}],
      },
      [
        /: portal\.navn: Must not contain control characters, line breaks or unpaired surrogates\.$/,
        /: myndigheder\.0\.forkortelse: Must be one word without "," or "\/", and not "\." or "\.\."\.$/,
        /: myndigheder\.0\.navn: Must not contain control characters, .*\.$/,
        /: leverandoerer\.0\.navn: Must not contain control characters, .*\.$/,
        /: formularmastre\.0\.titel: Must not be empty\.$/,
      ],
    ],
    [
      'with numbers that are not whole or too large, and abbreviations that a URL cannot contain',
      {
        myndigheder: [
          {...erst, myndighedsid: 1.5, forkortelse: '.'},
          {...erst, forkortelse: '..', cvr: '64942212'},
        ],
        antalVirksomheder: 1.5,
      },
      [
        /: myndigheder\.0\.myndighedsid: Must be a whole number or a text\.$/,
        /: myndigheder\.0\.forkortelse: Must be one word without "," or "\/", and not "\." or "\.\."\.$/,
        /: myndigheder\.1\.forkortelse: Must be one word without "," or "\/", and not "\." or "\.\."\.$/,
        /: antalVirksomheder: Must be a whole number\.$/,
      ],
    ],
    [
      'with a number above the maximum',
      {antalVirksomheder: 1e300},
      [/: antalVirksomheder: Must be 9007199254740991 or less\.$/],
    ],
    [
      'with duplicates, also next to empty names and titles',
      {
        myndigheder: [erst, {...erst, navn: ''}],
        leverandoerer: ['b', '\u200b'].map(navn => ({cvr: '61966617', navn})),
        formularmastre: [
          {id: 7, titel: ''},
          {id: '7', titel: 'b'},
        ],
      },
      [
        /myndigheder\.1\.navn: Must not be empty\.$/,
        /myndigheder\.1\.myndighedsid: "2" is used twice/,
        /myndigheder\.1\.forkortelse: "ERST" is used twice/,
        /myndigheder\.1\.cvr: "10150817" is used twice/,
        /leverandoerer\.1\.navn: Must not be empty\.$/,
        /leverandoerer\.1\.cvr: /,
        /formularmastre\.0\.titel: Must not be empty\.$/,
        /formularmastre\.1\.id: "7" is used twice/,
      ],
    ],
  ])('%s is rejected with every problem', (_, content: object, expected) => {
    const found = problems({TAVLE_PORTAL: file('wrong.json', JSON.stringify(content))});
    expect(found).toHaveLength(expected.length);
    for (const [index, problem] of expected.entries()) expect(found[index]).toMatch(problem);
  });
});
