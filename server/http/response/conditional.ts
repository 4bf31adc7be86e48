import {type Hash, hash} from 'node:crypto';

import type {Context} from 'koa';

/**
 * Answers a GET with JSON and its `ETag`, or with 304 where the caller holds the same bytes already (RFC 9110,
 * section 13). The answer is the caller's own: no shared cache keeps it, and a private one asks again each time.
 */
export function sendJson(context: Context, value: unknown): void {
  const body = JSON.stringify(value);
  if (isKnown(context, entityTag(body))) return;
  context.type = 'application/json; charset=utf-8';
  context.body = body;
}

/**
 * Sets the `ETag` of an answer and says whether the caller holds it already; the answer is a 304 then, and done.
 */
export function isKnown(context: Context, tag: string): boolean {
  context.set('Cache-Control', 'private, no-cache');
  context.set('ETag', tag);
  const known = isNamed(tag, context.get('If-None-Match'));
  if (known) context.status = 304;
  return known;
}

/** A strong entity tag for exactly these characters, or for those that a SHA-1 digest was given. */
export function entityTag(content: string | Hash): string {
  return `"${typeof content === 'string' ? hash('sha1', content, 'base64url') : content.digest('base64url')}"`;
}

/**
 * Whether a list of entity tags names this one by the weak comparison of RFC 9110, section 13.1.2. Koa's own `fresh` is
 * not asked: it sends everything again where the request says `Cache-Control: no-cache`, as the fetch of Node.js does.
 */
export function isNamed(tag: string, list: string): boolean {
  return list === '*' || list.split(',').some(entry => entry.trim().replace(/^W\//, '') === tag);
}
