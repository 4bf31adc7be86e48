import type {Context} from 'koa';
import {expect, it} from 'vitest';

import {type IdempotentRequest, parseIdempotencyKey} from './idempotency.ts';

function request(body: unknown): IdempotentRequest {
  const headers = {'idempotency-key': 'job'};
  const parsed = parseIdempotencyKey({req: {headers}, get: () => 'job'} as unknown as Context, body);
  if (!parsed) throw new Error('There is a key.');
  return parsed;
}

it.each([
  [{a: 1, b: {c: [1, 2], d: null}}, {b: {d: null, c: [1, 2]}, a: 1}, true],
  [{a: [1, 2]}, {a: [2, 1]}, false],
  [{a: 1}, {a: '1'}, false],
  [{a: null}, {}, false],
])('an idempotency key compares %j with %j: equal is %j', (one, other, same) => {
  expect(request(one).fingerprint === request(other).fingerprint).toBe(same);
});
