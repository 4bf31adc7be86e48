import {randomBytes} from 'node:crypto';
import {readFileSync, rmSync, writeFileSync} from 'node:fs';

import {exportJWK, generateKeyPair, SignJWT, UnsecuredJWT} from 'jose';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';

import {bounds} from '../bounds.ts';
import {createTestIssuer, cvrClaim, type TestIssuer} from '../testing/issuer.ts';
import {openKeySet} from './key-set.ts';
import {createTokenCheck, type TokenCheck} from './token.ts';

let issuer: TestIssuer;
let check: TokenCheck;

const rulesOf = ({name, audience}: TestIssuer) => ({
  issuer: name,
  audience,
  ...{
    ownerClaim: 'sub',
    cvrClaim,
    nameClaim: 'name',
    editorClaim: 'realm_access.roles',
    editorValue: 'editor',
  },
});
const now = () => Math.floor(Date.now() / 1000);

beforeEach(async () => {
  issuer = await createTestIssuer();
  check = createTokenCheck(openKeySet(issuer.keySetFile), rulesOf(issuer));
});
afterEach(() => vi.useRealTimers());

const bearer = async (...changes: Parameters<TestIssuer['token']>) =>
  `Bearer ${await issuer.token(...changes)}`;

/** Returns a check that counts its key look-ups. */
function createCountingCheck() {
  const keys = openKeySet(issuer.keySetFile);
  const lookUp = vi.fn(keys.find);
  return {lookUp, counting: createTokenCheck({...keys, find: lookUp}, rulesOf(issuer))};
}

describe('a token', () => {
  it.each(['PS256', 'RS256', 'ES256', 'EdDSA'])('is accepted when it is signed with %s', async algorithm => {
    const other = await createTestIssuer(algorithm);
    const checkOther = createTokenCheck(openKeySet(other.keySetFile), rulesOf(other));
    expect(await checkOther(`Bearer ${await other.token('ada')}`)).toMatchObject({owner: 'ada'});
  });

  it('may have the owner in another claim', async () => {
    const byEmployee = createTokenCheck(openKeySet(issuer.keySetFile), {
      ...rulesOf(issuer),
      ownerClaim: 'employee',
    });
    expect(await byEmployee(await bearer('ada', {employee: 'e-1'}))).toMatchObject({owner: 'e-1'});
    await expect(byEmployee(await bearer('ada'))).rejects.toMatchObject({
      code: 401,
      message: 'The token has no claim "employee".',
    });
  });

  it.each<[string, (from: TestIssuer) => Promise<string>, string]>([
    ['has expired', () => bearer('a', {exp: now() - 1}), 'The token has expired.'],
    ['is for later', () => bearer('a', {nbf: now() + 90}), `The token's claim "nbf" is wrong.`],
    ['is of another issuer', () => bearer('a', {iss: 'b'}), `The token's claim "iss" is wrong.`],
    ['has no owner', () => bearer(''), 'The token has no claim "sub".'],
    ['never expires', () => bearer('a', {exp: undefined} as never), `The token's claim "exp" is wrong.`],
    [
      'was changed on the way',
      async from => {
        const [header, , signature] = (await from.token('a')).split('.');
        const body = Buffer.from(
          JSON.stringify({sub: 'b', iss: from.name, aud: from.audience, exp: now() + 99}),
        );
        return `Bearer ${header}.${body.toString('base64url')}.${signature}`;
      },
      'The token is not valid: its signature does not fit its key.',
    ],
    [
      'is not signed (alg: none)',
      async from => {
        const token = new UnsecuredJWT({sub: 'a'}).setIssuer(from.name).setAudience(from.audience);
        return `Bearer ${token.setExpirationTime('1m').encode()}`;
      },
      "The token's algorithm is not allowed.",
    ],
    [
      'is signed with a shared secret (HS256)',
      async from => {
        const token = new SignJWT({sub: 'a', iss: from.name, aud: from.audience, exp: now() + 99});
        return `Bearer ${await token.setProtectedHeader({alg: 'HS256', kid: 'key-1'}).sign(randomBytes(32))}`;
      },
      "The token's algorithm is not allowed.",
    ],
  ])('is refused when it %s', async (_, make, message) => {
    await expect(check(await make(issuer))).rejects.toMatchObject({code: 401, message});
  });

  it('is verified once, however the header writes the scheme and the spaces', async () => {
    const {lookUp, counting} = createCountingCheck();
    const token = await issuer.token('ada');
    const person = await counting(`Bearer ${token}`);
    for (const authorization of [`bearer ${token}`, `BEARER   ${token}`, `Bearer ${token}  `])
      expect(await counting(authorization)).toBe(person);
    expect(lookUp).toHaveBeenCalledTimes(1);
    for (const authorization of [
      `Bearer\t${token}`,
      `Bearer \t${token}`,
      `Bearer ${token}\t`,
      `Bearer ${token}\u00a0`,
      `Bearer ${token} ${token}`,
      'Bearer  ',
      token,
    ])
      await expect(counting(authorization)).rejects.toMatchObject({message: 'A bearer token is required.'});
  });

  it('is verified again after others whose headers are long take the memory', async () => {
    const {lookUp, counting} = createCountingCheck();
    const authorization = await bearer('ada');
    await counting(authorization);
    const count = 100;
    const spaces = ' '.repeat(bounds.maxRememberedTokenBytes / count / 2);
    for (let number = 0; number < count; number += 1)
      await counting(`Bearer ${spaces}${await issuer.token(`bo${number}`)}`);
    await counting(authorization);
    expect(lookUp).toHaveBeenCalledTimes(count + 2);
  });

  it('is verified once for repeated requests, and rejected when it expires', async () => {
    const {lookUp, counting} = createCountingCheck();
    const authorization = await bearer('ada');
    await Promise.all(Array.from({length: 50}, () => counting(authorization)));
    await counting(authorization);
    expect(lookUp).toHaveBeenCalledTimes(1);

    vi.useFakeTimers({toFake: ['Date'], now: Date.now() + 300_000});
    await expect(counting(authorization)).rejects.toMatchObject({message: 'The token has expired.'});
  });
});

const alg = 'ES256';
const pairs = () => Promise.all([1, 2, 3].map(() => generateKeyPair(alg, {extractable: true})));

async function checkOf(keys: readonly object[], kid?: string) {
  writeFileSync(issuer.keySetFile, JSON.stringify({keys}));
  const {name, audience} = issuer;
  return {
    tries: createTokenCheck(openKeySet(issuer.keySetFile), rulesOf(issuer)),
    sign: async (key: CryptoKey, exp = now() + 99) =>
      `Bearer ${await new SignJWT({sub: 'ada', iss: name, aud: audience, exp})
        .setProtectedHeader({alg, ...(kid !== undefined && {kid})})
        .sign(key)}`,
  };
}

it.each([
  ['have no kid, nor does the token', {}, undefined],
  ['have neither alg nor use', {alg: undefined, use: undefined}, undefined],
  ['have different kids, and the token none', {kid: 'each'}, undefined],
  ['have the kid of the token', {kid: 'same'}, 'same'],
])(
  'a key set with several keys that fit a token verifies a token with each of them when they %s',
  async (_, changes, kid) => {
    const issued = await pairs();
    const keys = await Promise.all(
      issued.map(async ({publicKey}, index) => ({
        ...(await exportJWK(publicKey)),
        ...{alg, use: 'sig'},
        ...changes,
        ...('kid' in changes && changes.kid === 'each' && {kid: `key-${index}`}),
      })),
    );
    // A key that cannot be used does not hide the others.
    const {tries, sign} = await checkOf([{...keys[0], x: 'AA'}, ...keys], kid);
    for (const {privateKey} of issued)
      expect(await tries(await sign(privateKey))).toMatchObject({owner: 'ada'});
    for (const {privateKey} of issued)
      await expect(tries(await sign(privateKey, now() - 1))).rejects.toMatchObject({
        message: 'The token has expired.',
      });
    const stranger = await generateKeyPair(alg);
    await expect(tries(await sign(stranger.privateKey))).rejects.toMatchObject({
      code: 401,
      message: 'The token is not valid: its signature does not fit its key.',
    });
  },
);

it('a verified token is verified again after five minutes, and when the clock was set back', async () => {
  const {lookUp, counting} = createCountingCheck();
  const start = Date.now();
  const authorization = await bearer('ada', {exp: start / 1000 + 3_600});
  const counts: number[] = [];
  for (const after of [0, bounds.maxIdentityAgeMs - 1, bounds.maxIdentityAgeMs, -1]) {
    vi.useFakeTimers({toFake: ['Date'], now: start + after});
    await counting(authorization);
    counts.push(lookUp.mock.calls.length);
  }
  expect(counts).toEqual([1, 1, 2, 3]);
});

it("the issuer's keys in a file return 503 while the file is missing, and are loaded when it exists", async () => {
  const keys = readFileSync(issuer.keySetFile);
  rmSync(issuer.keySetFile);
  const early = await bearer('ada');
  await expect(check(early)).rejects.toMatchObject({code: 503, headers: {'Retry-After': '5'}});
  writeFileSync(issuer.keySetFile, keys);
  expect(await check(early)).toMatchObject({owner: 'ada'});
});
