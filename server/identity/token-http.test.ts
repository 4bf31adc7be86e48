import {readFileSync} from 'node:fs';
import {join} from 'node:path';

import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import type {AuditLine} from '../logs/audit-line.ts';
import {bounds} from '../bounds.ts';
import {anyCharacter} from '../testing/any-character.ts';
import {callerWith, tlsSettings} from '../testing/certificates.ts';
import {newDirectory} from '../testing/directory.ts';
import {cvrClaim} from '../testing/issuer.ts';
import {type TestService, useTestService} from '../testing/service.ts';
import {challenge, findClaim} from './token.ts';

const novo = '24256790';
const carlsberg = '61056416';
const lego = '47458714';

const audit = join(newDirectory(), 'audit.jsonl');
const service = await useTestService({
  ...tlsSettings,
  TAVLE_AUDIT: audit,
  TAVLE_TOKEN_EDITOR_CLAIM: 'role',
  TAVLE_TOKEN_EDITOR_VALUE: 'redaktør',
});
const call = callerWith(service.url);

async function withClaims(
  claims: Parameters<TestService['issuer']['token']>[1],
  method: string,
  path: string,
) {
  const authorization = `Bearer ${await service.issuer.token('ada', claims)}`;
  return call(method, path, undefined, {authorization});
}

const listOf = (cvr: string) => `/calendar/1/virksomheder/${cvr}/frister`;
const dashboard = '/dashboard/1/apps/state?apps=cvr';
const toggle = '/dashboard/1/apps/state?app=cvr';
const wrongClaim = {status: 401, body: {code: 401, message: `The token's claim "${cvrClaim}" is wrong.`}};

describe('a token whose CVR claim is a list', () => {
  it('allows the calendars of the listed companies only', async () => {
    const claims = {[cvrClaim]: [novo, carlsberg]};
    expect(await withClaims(claims, 'GET', listOf(novo))).toMatchObject({status: 200});
    expect(await withClaims(claims, 'GET', listOf(carlsberg))).toMatchObject({status: 200});
    expect(await withClaims(claims, 'GET', listOf(lego))).toMatchObject({status: 403});
    expect(await withClaims(claims, 'GET', dashboard)).toMatchObject({status: 200});
  });

  it('gets 403 from every calendar if no item is a CVR number', async () => {
    for (const list of [[], ['1234567', `SE${novo}`, `${novo},${carlsberg}`, '']]) {
      expect(await withClaims({[cvrClaim]: list}, 'GET', listOf(novo))).toMatchObject({status: 403});
      expect(await withClaims({[cvrClaim]: list}, 'GET', dashboard)).toMatchObject({status: 200});
    }
    expect(await withClaims({[cvrClaim]: ['abc']}, 'GET', listOf('abc'))).toMatchObject({status: 403});
  });

  it('may name 1,000 companies. With more, or other values, only the calendars reject it', async () => {
    const others = Array.from({length: bounds.maxTokenCompanies - 1}, (_, place) =>
      String(10_000_000 + place),
    );
    const longest = {[cvrClaim]: [...others, novo]};
    expect(bounds.maxTokenCompanies).toBe(1_000);
    expect(await withClaims(longest, 'GET', listOf(novo))).toMatchObject({status: 200});
    const editor = {role: 'redaktør'};
    const message = `The token's claim "${cvrClaim}" names more than 1000 companies.`;
    for (const [claim, expected] of [
      [[...others, carlsberg, novo], {status: 401, body: {message}}],
      [[novo, 5], wrongClaim],
      [{cvr: novo}, wrongClaim],
    ] as const) {
      const claims = {[cvrClaim]: claim, ...editor};
      expect(await withClaims(claims, 'GET', listOf(novo))).toMatchObject(expected);
      expect(await withClaims(claims, 'GET', dashboard)).toMatchObject({status: 200});
      expect(await withClaims(claims, 'PUT', `${toggle}&activated=true`)).toMatchObject({status: 200});
      expect(await withClaims(claims, 'GET', '/redaktion/1/formularer')).toMatchObject({status: 200});
    }
  });

  it('is recorded in the audit log with the company of the path', async () => {
    const claims = {[cvrClaim]: [novo, carlsberg]};
    for (const cvr of [carlsberg, lego, 'abc'])
      await withClaims(claims, 'DELETE', `/calendar/1/virksomheder/${cvr}/abonnementer/x`);
    const lines = readFileSync(audit, 'utf8').trim().split('\n').slice(-3);
    const recorded = lines.map(line => JSON.parse(line) as AuditLine);
    expect(recorded.map(({onBehalfOf, code}) => [onBehalfOf, code])).toEqual([
      [carlsberg, 404],
      [lego, 403],
      [undefined, 403],
    ]);
  });
});

describe('a CVR number in a claim', () => {
  it.each([
    ...[
      '24 25 67 90',
      '2425 6790',
      'DK24256790',
      'DK 24 25 67 90',
      'DK-24256790',
      'dk24256790',
      ' 24256790 ',
      '24\u00a025\u00a067\u00a090',
    ],
    [`DK${carlsberg}`, 'DK 24 25 67 90'],
  ])('may be written as %j', async value => {
    expect(await withClaims({[cvrClaim]: value}, 'GET', listOf(novo))).toMatchObject({status: 200});
    expect(await withClaims({[cvrClaim]: value}, 'GET', listOf(lego))).toMatchObject({
      status: 403,
      body: {message: 'The token is not for the company in the URL.'},
    });
  });

  it.each([
    ...[
      '2425679',
      '242567900',
      'D24256790',
      'DKDK24256790',
      '24--256790',
      '24256790 24256790',
      'CVR24256790',
      '01234567',
      'DK 01 23 45 67',
    ],
    ...['２４２５６７９０', 'DK', `${novo},${carlsberg}`],
  ])('is not found in %j, and the 403 and the log say so', async value => {
    const message = `The token's claim "${cvrClaim}" has no CVR number.`;
    expect(await withClaims({[cvrClaim]: value}, 'GET', listOf(novo))).toMatchObject({
      status: 403,
      body: {code: 403, message},
    });
    // One line in ten seconds, however many requests.
    expect(service.logLines().filter(({reason}) => reason === message)).toHaveLength(1);
    expect(service.logged.join('\n')).not.toContain(value);
  });
});

describe('claims in objects', async () => {
  const name = 'resource_access.tavle.org.cvr';
  const nested = await useTestService({TAVLE_TOKEN_OWNER_CLAIM: 'person.id', TAVLE_TOKEN_CVR_CLAIM: name});

  it.each([
    {resource_access: {tavle: {org: {cvr: [novo]}}}},
    {resource_access: {'tavle.org': {cvr: novo}}},
    {'resource_access.tavle': {'org.cvr': novo}},
    {'resource_access.tavle.org.cvr': novo, resource_access: {tavle: {org: {cvr: lego}}}},
    {'resource_access.tavle': {other: lego}, resource_access: {tavle: {org: {cvr: novo}}}},
  ])('are found by a name with dots: %j', claims => {
    expect([findClaim(claims, name)].flat()).toEqual([novo]);
  });

  it.each([
    {resource_access: {tavle: {org: novo}}},
    {resource_access: {tavle: [{org: {cvr: novo}}]}},
    {resource_access: novo},
    {resource_access: null},
    {},
  ])('are not found elsewhere: %j', claims => {
    expect(findClaim(claims, name)).toBeUndefined();
  });

  it('may name the owner and the company, and never what every object inherits', async () => {
    const call = callerWith(nested.url);
    const claims = {person: {id: 'ada'}, resource_access: {tavle: {org: {cvr: novo}}}};
    for (const [changes, expected] of [
      [claims, {status: 200}],
      [
        {...claims, person: {}},
        {status: 401, body: {message: 'The token has no claim "person.id".'}},
      ],
    ] as const) {
      const authorization = `Bearer ${await nested.issuer.token('ada', changes)}`;
      expect(await call('GET', listOf(novo), undefined, {authorization})).toMatchObject(expected);
    }
    expect(findClaim({}, 'constructor.name')).toBeUndefined();
    expect(findClaim({a: 'text'}, 'a.length')).toBeUndefined();
    expect(findClaim({a: 'text'}, '.a')).toBeUndefined();
  });

  it('are found without a long search in deep objects', () => {
    const claims = JSON.parse('{"a":'.repeat(2_000) + '1' + '}'.repeat(2_000)) as object;
    expect(findClaim(claims, Array(20).fill('a').join('.'))).toBeTypeOf('object');
    expect(findClaim(claims, `${Array(20).fill('a').join('.')}.b`)).toBeUndefined();
  });
});

describe('a CVR claim', () => {
  const lists = [[24256790], [novo, null], [[novo]], [{cvr: novo}]];
  it.for([24256790, true, {cvr: novo}, ...lists])('is rejected by calendars when it is %j', async value => {
    expect(await withClaims({[cvrClaim]: value}, 'GET', listOf(novo))).toMatchObject(wrongClaim);
    expect(await withClaims({[cvrClaim]: value}, 'GET', dashboard)).toMatchObject({status: 200});
  });

  it('names no company when it is missing or empty, and the 403 and the log name the claim', async () => {
    const message = `The token's claim "${cvrClaim}" is missing.`;
    for (const value of [undefined, null, '']) {
      const claims = {[cvrClaim]: value};
      expect(await withClaims(claims, 'GET', listOf(novo))).toMatchObject({status: 403, body: {message}});
      expect(await withClaims(claims, 'GET', dashboard)).toMatchObject({status: 200});
    }
    expect(service.logLines().filter(({reason}) => reason === message)).toHaveLength(1);
  });
});

describe('WWW-Authenticate of a 401', () => {
  const challengeOf = async (authorization?: string) => {
    const {status, headers, body} = await call(
      'GET',
      dashboard,
      undefined,
      authorization ? {authorization} : {},
    );
    expect(status).toBe(401);
    return [headers['www-authenticate'], (body as {message: string}).message];
  };

  it('has no error code without a token', async () => {
    for (const authorization of [undefined, 'Basic YTpi'])
      expect(await challengeOf(authorization)).toEqual(['Bearer', 'A bearer token is required.']);
  });

  it('has the reason of the message', async () => {
    const aud = `Bearer ${await service.issuer.token('ada', {aud: 'another'})}`;
    expect(await challengeOf(aud)).toEqual([
      `Bearer error="invalid_token", error_description="The token's claim 'aud' is wrong."`,
      `The token's claim "aud" is wrong.`,
    ]);
    expect(await challengeOf('Bearer abc')).toEqual([
      'Bearer error="invalid_token", error_description="The token is not valid: it is not a signed JWT that the service can read."',
      'The token is not valid: it is not a signed JWT that the service can read.',
    ]);
  });

  it('has a separate reason for an unknown key, without the token’s `kid`', async () => {
    const unknown = `Bearer ${await service.issuer.token('ada', {kid: 'surprise'})}`;
    const [header, message] = await challengeOf(unknown);
    expect(message).toBe(
      "The token's key is unknown: no key in the issuer's key set has its `kid` and fits its algorithm.",
    );
    expect(header).toContain('error_description="The token\'s key is unknown: ');
    expect(header).not.toContain('surprise');
  });

  it('is a valid quoted string for any message', () => {
    fc.assert(
      fc.property(fc.string({unit: anyCharacter, maxLength: 1_000}), text => {
        expect(challenge(text)).toMatch(
          /^Bearer error="invalid_token", error_description="[\x20\x21\x23-\x5b\x5d-\x7e]{0,200}"$/,
        );
      }),
    );
  });
});

const empty = {TAVLE_TOKEN_JWKS: '', TAVLE_TOKEN_ISSUER: '', TAVLE_TOKEN_AUDIENCE: ''};
const other = await useTestService(empty);

it('a service without a key set has the error code only for requests with a token', async () => {
  const without = await fetch(other.url + dashboard);
  const withToken = await fetch(other.url + dashboard, {headers: {authorization: 'Bearer abc'}});
  expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(withToken.headers.get('www-authenticate')).toMatch(
    /error_description="This service is not configured/,
  );
});

it('what is for one person varies by the token, and by the origin of the page', async () => {
  const {status, headers} = await withClaims({[cvrClaim]: novo}, 'GET', dashboard);
  expect([status, headers.vary]).toEqual([200, expect.stringMatching(/^(Origin, )?Authorization$/)]);
  const list = await withClaims({[cvrClaim]: novo}, 'GET', listOf(novo));
  expect(list.headers.vary).toContain('Authorization');
  const visitors = await call('GET', '/formularer/1');
  expect(visitors.headers.vary ?? '').not.toContain('Authorization');
});
