import {generateKeyPairSync, sign as signBytes} from 'node:crypto';
import {once} from 'node:events';
import {readFile, writeFile} from 'node:fs/promises';
import {createServer, type Server} from 'node:http';

import {exportJWK, generateKeyPair, SignJWT} from 'jose';
import {afterAll, afterEach, beforeEach, describe, expect, it, vi} from 'vitest';

import {bounds} from '../bounds.ts';
import {openEngine} from '../testing/engines.ts';
import {metricIn} from '../testing/metric.ts';
import {listen} from '../testing/listen.ts';
import {unusedProxy} from './key-set.ts';
import {startTestService, type TestService} from '../testing/service.ts';

/*
 * A key that its issuer removed is not accepted any more, also for verified tokens with a distant expiry.
 */

const engine = await openEngine('LMDB');
afterAll(() => engine.stop());

let service: TestService;
afterEach(async () => {
  vi.useRealTimers();
  await service.stop();
});

const nearlyNever = {exp: Date.UTC(2100, 0) / 1000};
const wait = {interval: 100};

async function statusWith(token: string): Promise<number> {
  const url = `${service.url}/dashboard/1/apps/state?apps=cvr`;
  const response = await fetch(url, {headers: {authorization: `Bearer ${token}`}});
  await response.arrayBuffer();
  return response.status;
}

const advance = (milliseconds: number) =>
  vi.useFakeTimers({toFake: ['Date'], now: Date.now() + milliseconds});

describe('with a key set in a file', () => {
  beforeEach(async () => {
    service = await startTestService(engine.address);
  });

  it('rejects a verified token soon after its key was removed, without a token of a new key', async () => {
    const token = await service.issuer.token('anna', nearlyNever);
    expect(await statusWith(token)).toBe(200);
    await service.issuer.changeKey();
    await vi.waitFor(async () => expect(await statusWith(token)).toBe(401), wait);
  });

  it('accepts a token of a new key immediately', async () => {
    expect(await statusWith(await service.issuer.token('anna'))).toBe(200);
    await service.issuer.changeKey();
    expect(await statusWith(await service.issuer.token('anna'))).toBe(200);
  });

  const pair = generateKeyPairSync('ec', {namedCurve: 'P-256'});
  const [own, ownPrivate] = [pair.publicKey, pair.privateKey].map(key => key.export({format: 'jwk'}));
  const rsa = (bits: number) =>
    generateKeyPairSync('rsa', {modulusLength: bits}).publicKey.export({format: 'jwk'});
  const setOf = (key: unknown) => JSON.stringify({keys: [key]});

  it.each([
    ['is cut', '{"keys": ['],
    ['is empty', '{"keys": []}'],
    ['has a member that is not a key', setOf(null)],
    ['has a shared secret', setOf({kty: 'oct', k: 'c2VjcmV0'})],
    ['has a private key', setOf(ownPrivate)],
    ['has a point that is not on the curve', setOf({...own, x: 'AA'})],
    ['has a key for encryption', setOf({...own, use: 'enc'})],
    ['has a key for signing only', setOf({...own, key_ops: ['sign']})],
    ['has a key with invalid operations', setOf({...own, key_ops: 'verify'})],
    ['has a key for two kinds of operations', setOf({...own, key_ops: ['verify', 'encrypt']})],
    ['has a key with an empty algorithm', setOf({...own, alg: null})],
    ['has a key for an algorithm of another curve', setOf({...own, alg: 'ES384'})],
    ['has a key for key agreement', setOf({kty: 'OKP', crv: 'X25519', x: 'A'.repeat(43)})],
    ['has an RSA key of 1,024 bits', setOf(rsa(1_024))],
    ['has an RSA key without an exponent', setOf({...rsa(2_048), e: ''})],
    ['has an RSA key with a huge exponent', setOf({...rsa(2_048), e: 'v'.repeat(500_000)})],
  ])('keeps the keys while the file %s; a reload reports that', async (_, invalid) => {
    const token = await service.issuer.token('anna');
    expect(await statusWith(token)).toBe(200);
    await writeFile(service.issuer.keySetFile, invalid);
    await service.reload();
    expect(service.logged.join('')).toMatch(/TAVLE_TOKEN_JWKS: .* the old one stays in force/);
    expect(await (await fetch(`${service.url}/metrics`)).text()).toContain('\ntavle_key_set_away 1\n');
    advance(bounds.keySetIntervalMs);
    expect(await statusWith(token)).toBe(200);
    expect(await statusWith(await service.issuer.token('bo'))).toBe(200);
  });
});

describe('with a key set at a URL', () => {
  let server: Server;
  let port = 0;
  let fetches = 0;
  let answers = 0;

  async function serve(): Promise<void> {
    const own = createServer((_, response) => {
      fetches += 1;
      setTimeout(() => {
        void readFile(service.issuer.keySetFile).then(keys => response.end(keys));
        // A slow answer of the test before does not count.
        if (own === server) answers += 1;
      }, delayMs);
    });
    server = own;
    port = await listen(server, port);
  }

  /** How long each response of the issuer takes. */
  let delayMs = 0;

  async function goAway(): Promise<void> {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }

  beforeEach(async () => {
    port = 0;
    fetches = answers = 0;
    delayMs = 0;
    await serve();
    service = await startTestService(engine.address, {TAVLE_TOKEN_JWKS: `http://127.0.0.1:${port}/jwks`});
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    server.close();
  });

  it.each<[string, () => unknown]>([
    ['when its key is missing after five minutes', () => advance(bounds.maxKeySetAgeMs)],
    [
      'after a token of a new key has reloaded the keys',
      async () => {
        advance(bounds.keySetIntervalMs);
        expect(await statusWith(await service.issuer.token('bo'))).toBe(200);
      },
    ],
    ['after the operator has reloaded the keys', () => service.reload()],
  ])('rejects a verified token %s', async (_, cause) => {
    const token = await service.issuer.token('anna', nearlyNever);
    expect(await statusWith(token)).toBe(200);
    await service.issuer.changeKey();
    expect(await statusWith(token)).toBe(200);
    expect(fetches).toBe(1);
    await cause();
    await vi.waitFor(async () => expect(await statusWith(token)).toBe(401), wait);
  });

  it('accepts tokens of known keys without waiting for the issuer when the keys have expired', async () => {
    expect(await statusWith(await service.issuer.token('ada'))).toBe(200);
    delayMs = bounds.keySetFetchTimeoutMs - 1_000;
    advance(bounds.maxKeySetAgeMs);
    const before = {fetches, answers};
    for (const person of ['bo', 'cy', 'di'])
      expect(await statusWith(await service.issuer.token(person, nearlyNever))).toBe(200);
    expect({fetches, answers}).toEqual({...before, fetches: before.fetches + 1});
  });

  it('waits for the issuer for a token whose kid is not known', async () => {
    expect(await statusWith(await service.issuer.token('ada'))).toBe(200);
    delayMs = 500;
    advance(bounds.keySetIntervalMs);
    await service.issuer.changeKey();
    const tokens = await Promise.all(['bo', 'cy'].map(async person => service.issuer.token(person)));
    const before = fetches;
    expect(await Promise.all(tokens.map(statusWith))).toEqual([200, 200]);
    expect(fetches).toBe(before + 1);
  });

  it('lets an eighth of the requests wait for the issuer, so that invented keys keep nobody else out', async () => {
    await service.stop();
    service = await startTestService(engine.address, {
      TAVLE_TOKEN_JWKS: `http://127.0.0.1:${port}/jwks`,
      TAVLE_MAX_REQUESTS: '16',
    });
    expect(await statusWith(await service.issuer.token('ada'))).toBe(200);
    const invented = await Promise.all(
      Array.from({length: 10}, (_, place) => service.issuer.token('x', {kid: `made-up-${place}`})),
    );
    delayMs = 3_000;
    advance(bounds.keySetIntervalMs);
    const before = fetches;
    const floods = invented.map(statusWith);
    await vi.waitFor(() => expect(fetches).toBe(before + 1), wait);
    expect(await statusWith(await service.issuer.token('bo'))).toBe(200);
    expect((await fetch(`${service.url}/formularer/1/myndigheder`)).status).toBe(200);
    expect((await Promise.all(floods)).sort()).toEqual([401, 401, ...Array<number>(8).fill(503)]);
  });

  it('does not fetch the keys for each token with an invented key', async () => {
    expect(await statusWith(await service.issuer.token('ada'))).toBe(200);
    for (let turn = 0; turn < 20; turn++)
      expect(await statusWith(await service.issuer.token('x', {kid: `made-up-${turn}`}))).toBe(401);
    expect(fetches).toBeLessThanOrEqual(2);
  });

  it.each([
    ['keys', [{}, {}]],
    ['keys with a kid', [{kid: 'one'}, {kid: 'two'}]],
  ])('tries all %s for a token without kid, without waiting for a slow URL', async (_, names) => {
    const {keySetFile, name, audience} = service.issuer;
    const [other, own] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
    const keys = await Promise.all(
      [other, own].map(async ({publicKey}, index) => ({...(await exportJWK(publicKey)), ...names[index]})),
    );
    await writeFile(keySetFile, JSON.stringify({keys}));
    const sign = async (sub: string) => {
      const token = new SignJWT({sub, iss: name, aud: audience, ...nearlyNever});
      return token.setProtectedHeader({alg: 'ES256'}).sign(own.privateKey);
    };
    expect(await statusWith(await sign('ada'))).toBe(200);
    delayMs = bounds.keySetFetchTimeoutMs - 1_000;
    advance(bounds.maxKeySetAgeMs);
    const before = answers;
    expect(await statusWith(await sign('bo'))).toBe(200);
    expect(answers).toBe(before);
    await goAway();
    expect(await statusWith(await sign('cy'))).toBe(200);
  });

  it('returns 503 until the first successful load', async () => {
    await goAway();
    const token = await service.issuer.token('anna');
    expect(await statusWith(token)).toBe(503);
    await serve();
    advance(bounds.keySetIntervalMs);
    expect(await statusWith(token)).toBe(200);
  });

  it('accepts a token that two keys fit, without reporting an outage', async () => {
    const {keySetFile} = service.issuer;
    const {keys} = JSON.parse(await readFile(keySetFile, 'utf8')) as {keys: object[]};
    await writeFile(keySetFile, JSON.stringify({keys: [...keys, ...keys]}));
    expect(await statusWith(await service.issuer.token('anna'))).toBe(200);
    expect(service.logged.join('')).not.toContain('cannot be read');
  });

  it('logs that a proxy of the environment is not used', async () => {
    vi.stubEnv('HTTP_PROXY', 'http://user:secret@proxy.example.dk:3128');
    await goAway();
    const other = await startTestService(engine.address, {TAVLE_TOKEN_JWKS: `http://127.0.0.1:${port}/jwks`});
    await fetch(`${other.url}/dashboard/1/apps/state?apps=cvr`, {headers: {authorization: 'Bearer a.b.c'}});
    const authorization = `Bearer ${await other.issuer.token('anna')}`;
    const {status} = await fetch(`${other.url}/dashboard/1/apps/state?apps=cvr`, {headers: {authorization}});
    await other.stop();
    expect(status).toBe(503);
    expect(other.logged.join('')).toContain(
      'cannot be read (ECONNREFUSED). HTTP_PROXY is set, but not used: set NODE_USE_ENV_PROXY=1',
    );
    expect(other.logged.join('')).not.toContain('secret');
    await serve();
  });

  it('logs the start and the end of an outage once, and shows it in the metrics', async () => {
    const token = await service.issuer.token('anna', nearlyNever);
    const isAway = async () =>
      metricIn(await (await fetch(`${service.url}/metrics`)).text(), 'tavle_key_set_away');
    const lines = () =>
      service
        .logLines()
        .flatMap(({level, msg}) => (msg.includes('the key set can') ? [`${level} ${msg}`] : []));
    expect(await statusWith(token)).toBe(200);
    expect(await isAway()).toBe(0);
    const outage =
      'warn TAVLE_TOKEN_JWKS: the key set cannot be read (ECONNREFUSED). Tokens are checked with the keys that were read before. Tokens of other keys get 503.';
    const end = 'info TAVLE_TOKEN_JWKS: the key set can be read again.';
    for (const [turn, expected] of [
      [outage, end],
      [outage, end, outage, end],
    ].entries()) {
      await goAway();
      // Reading the metrics starts a load, without a token.
      advance((4 * turn + 1) * bounds.maxKeySetAgeMs);
      await vi.waitFor(async () => expect(await isAway()).toBe(1), wait);
      for (let request = 0; request < 3; request++) expect(await statusWith(token)).toBe(200);
      vi.useRealTimers();
      advance((4 * turn + 2) * bounds.maxKeySetAgeMs);
      expect(await isAway()).toBe(1);
      expect(lines()).toEqual(expected.slice(0, -1));

      await serve();
      vi.useRealTimers();
      advance((4 * turn + 3) * bounds.maxKeySetAgeMs);
      await vi.waitFor(async () => expect(await isAway()).toBe(0), wait);
      expect(lines()).toEqual(expected);
      vi.useRealTimers();
    }
  });

  it('keeps the known keys while the issuer is down, until it returns others', async () => {
    const token = await service.issuer.token('anna', nearlyNever);
    expect(await statusWith(token)).toBe(200);
    await goAway();
    advance(12 * bounds.maxKeySetAgeMs);
    expect(await statusWith(token)).toBe(200);
    expect(await statusWith(await service.issuer.token('bo', nearlyNever))).toBe(200);
    expect(await statusWith(await service.issuer.token('bo', {...nearlyNever, kid: 'x'}))).toBe(503);

    await service.issuer.changeKey();
    await serve();
    vi.useRealTimers();
    advance(13 * bounds.maxKeySetAgeMs);
    await vi.waitFor(async () => expect(await statusWith(token)).toBe(401), wait);
    expect(await statusWith(await service.issuer.token('cy', nearlyNever))).toBe(200);
  });
});

describe('a key that cannot be used', () => {
  const rsa = generateKeyPairSync('rsa', {modulusLength: 1024});
  const weak = rsa.publicKey.export({format: 'jwk'});
  const unknown =
    "The token's key is unknown: no key in the issuer's key set has its `kid` and fits its algorithm.";
  const unusable = expect.stringContaining(
    "The token's key in the issuer's key set cannot be used: ",
  ) as string;

  /** Issues a token that is signed with the weak key. */
  function tokenOfWeakKey(): string {
    const {name, audience} = service.issuer;
    const signed = [
      {alg: 'RS256', kid: 'bad'},
      {sub: 'bo', iss: name, aud: audience, ...nearlyNever},
    ]
      .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${signed}.${signBytes('sha256', Buffer.from(signed), rsa.privateKey).toString('base64url')}`;
  }

  async function refusalOf(token: string) {
    const response = await fetch(`${service.url}/dashboard/1/apps/state?apps=cvr`, {
      headers: {authorization: `Bearer ${token}`},
    });
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
    return (await response.json()) as unknown;
  }

  it.each<[string, object, string, warnings: number]>([
    ['is an RSA key of 1,024 bits', weak, unusable, 1],
    ['has a modulus that is not a number', {...weak, n: '%%%'}, unusable, 1],
    ['has an empty modulus', {...weak, n: ''}, unusable, 1],
    ['has a modulus of another type', {...weak, n: 7}, unusable, 1],
    ['has no modulus', {...weak, n: undefined}, unusable, 1],
    ['has an empty exponent', {...weak, e: ''}, unusable, 1],
    ['is a private key', rsa.privateKey.export({format: 'jwk'}), unusable, 1],
    ['has another type', {kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA'}, unknown, 0],
    ['has an unknown type', {kty: 'XYZ'}, unknown, 0],
    ['is a shared secret', {kty: 'oct', k: 'AAAA'}, unknown, 0],
    ['is for another algorithm', {...weak, alg: 'ES256'}, unknown, 0],
    ['is for encryption', {...weak, use: 'enc'}, unknown, 0],
    ['is for signing only', {...weak, key_ops: ['sign']}, unknown, 0],
    ['has invalid operations', {...weak, key_ops: 'verify'}, unknown, 0],
    ['has an invalid ext', {...weak, ext: 'yes'}, unknown, 0],
  ])(
    'gives its tokens 401 with the reason and causes one warning, and other keys stay in use, when it %s',
    async (_, jwk, message, warnings) => {
      service = await startTestService(engine.address);
      const {keySetFile} = service.issuer;
      const good = await service.issuer.token('anna');
      const {keys} = JSON.parse(await readFile(keySetFile, 'utf8')) as {keys: object[]};
      const members = [null, 'text', 7, [], {...jwk, kid: 'bad'}, ...keys];
      await writeFile(keySetFile, JSON.stringify({keys: members}));
      expect(await statusWith(good)).toBe(200);
      for (let turn = 0; turn < 3; turn++)
        expect(await refusalOf(tokenOfWeakKey())).toMatchObject({code: 401, message});
      const lines = service.logLines().filter(({msg}) => msg.startsWith('TAVLE_TOKEN_JWKS:'));
      expect(lines).toHaveLength(warnings);
      if (warnings)
        expect(lines[0]).toMatchObject({
          level: 'warn',
          msg: expect.stringContaining('the key "bad" cannot be used: ') as string,
        });
      expect(await statusWith(await service.issuer.token('cy'))).toBe(200);
    },
  );

  it('gives its tokens 401 with the reason when two such keys have the same kid', async () => {
    service = await startTestService(engine.address);
    const key = {...weak, kid: 'bad'};
    const {keys} = JSON.parse(await readFile(service.issuer.keySetFile, 'utf8')) as {keys: object[]};
    await writeFile(service.issuer.keySetFile, JSON.stringify({keys: [key, key, ...keys]}));
    expect(await refusalOf(tokenOfWeakKey())).toMatchObject({code: 401, message: unusable});
  });
});

describe('a proxy of the environment', () => {
  afterEach(() => void vi.unstubAllEnvs());
  const names = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'].flatMap(name => [name, name.toLowerCase()]);

  it.each([
    [{HTTPS_PROXY: 'http://proxy:3128'}, 'HTTPS_PROXY'],
    [{https_proxy: 'http://proxy:3128'}, 'https_proxy'],
    [{HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'other.example.dk, mylogin.example.dk'}, 'HTTPS_PROXY'],
    [{HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'localhost,.example.dk'}, undefined],
    [{HTTPS_PROXY: 'http://proxy:3128', no_proxy: 'login.example.dk'}, undefined],
    [{HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: '*'}, undefined],
    [{HTTP_PROXY: 'http://proxy:3128'}, undefined],
    [{}, undefined],
  ])('with %j, is named as unused for an https URL: %s', (variables, name) => {
    for (const unset of names) vi.stubEnv(unset, '');
    for (const [each, value] of Object.entries(variables)) vi.stubEnv(each, value);
    const hint = unusedProxy('https://login.example.dk/jwks');
    if (name === undefined) expect(hint).toBe('');
    else expect(hint).toMatch(new RegExp(`^ ${name} is set, but not used: .*NODE_USE_ENV_PROXY=1`));
  });
});
