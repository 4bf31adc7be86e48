import {hash} from 'node:crypto';

import type {Context} from 'koa';
import {describe, expect, it} from 'vitest';

import {parseIdempotencyKey} from '../http/request/idempotency-key.ts';
import {useStore} from '../testing/store.ts';
import {createIdempotencyKeys, IdempotencyKeyReused, type IdempotentRequest} from './idempotency.ts';

const store = await useStore();

function request(body: unknown): IdempotentRequest {
  const headers = {'idempotency-key': 'job'};
  const parsed = parseIdempotencyKey({req: {headers}, get: () => 'job'} as unknown as Context, body);
  if (!parsed) throw new Error('There is a key.');
  return parsed;
}

describe('an idempotency key', () => {
  it('is recognised after an upgrade from version 0.1.0, whose fingerprints depend on the order of keys', async () => {
    const keys = createIdempotencyKeys<{id: number}>(store, () => Date.now());
    const key = ['myndighed', '19552101', 'idempotens', 'job'] as const;
    const body = {overskrift: 'Moms', modtagere: ''};
    const stored = {id: 7, fingerprint: hash('sha256', JSON.stringify(body), 'base64url')};
    expect(request(body).fingerprint).not.toBe(stored.fingerprint);
    await store.write(key, stored);
    expect(await keys.find(key, request(body))).toMatchObject({id: 7});
    await expect(keys.find(key, request({...body, modtagere: '24256790'}))).rejects.toBeInstanceOf(
      IdempotencyKeyReused,
    );
  });

  it.each([
    [{a: 1, b: {c: [1, 2], d: null}}, {b: {d: null, c: [1, 2]}, a: 1}, true],
    [{a: [1, 2]}, {a: [2, 1]}, false],
    [{a: 1}, {a: '1'}, false],
    [{a: null}, {}, false],
  ])('compares %j with %j: equal is %j', (one, other, same) => {
    expect(request(one).fingerprint === request(other).fingerprint).toBe(same);
  });
});
