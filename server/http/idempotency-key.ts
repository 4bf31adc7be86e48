import {hash} from 'node:crypto';

import type {Context} from 'koa';

import type {IdempotentRequest} from '../store/idempotency.ts';
import {invalidParameters} from '../problem.ts';

/**
 * Parses the header `Idempotency-Key`, for interface C; `undefined` without one. The fingerprint ignores white space and the order of keys in the
 * body. The fingerprint is stored: a retry with another one gets 422.
 *
 * @throws {Problem} 400
 */
export function parseIdempotencyKey(context: Context, body: unknown): IdempotentRequest | undefined {
  if (context.req.headers['idempotency-key'] === undefined) return undefined;
  const key = context.get('Idempotency-Key');
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalidParameters({'Idempotency-Key': ['Must be 1 to 255 visible ASCII characters.']});
  return {key, fingerprint: hash('sha256', JSON.stringify(body, withSortedKeys), 'base64url')};
}

function withSortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}
