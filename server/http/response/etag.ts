import {type Hash, hash} from 'node:crypto';

import type {Context} from 'koa';

import {memoize} from '../../memoize.ts';
import {Problem} from './problem.ts';
import {jsonType, send} from './send.ts';

/** The response is the caller's own: no shared cache keeps it, and a private one revalidates it each time. */
const caching = ['Cache-Control', 'private, no-cache'] as const;

/** Responds to a GET with JSON and its `ETag`, or with 304 where the caller has the same bytes. The same object is written once. */
export function sendJson(context: Context, value: object): void {
  sendTagged(context, writeJson(value));
}

const writeJson = memoize((value: object) => tagged(JSON.stringify(value), jsonType));

/** Returns a text with its `ETag`, ready to be sent. @param headers Names and values in turn. */
export function tagged(body: string, headers: readonly string[]) {
  const tag = entityTag(body);
  return {body, tag, headers: [...caching, 'ETag', tag, ...headers]};
}

export function sendTagged(context: Context, {body, tag, headers}: ReturnType<typeof tagged>): void {
  if (isHeld(context, tag)) send(context, 304, [...caching, 'ETag', tag]);
  else send(context, 200, headers, body);
}

/** Sets the `ETag` of a response that Koa writes. Returns whether the caller has it; then the response is a complete 304. */
export function isKnown(context: Context, tag: string): boolean {
  context.set(...caching);
  context.set('ETag', tag);
  const known = isHeld(context, tag);
  if (known) context.status = 304;
  return known;
}

function isHeld({req}: Context, tag: string): boolean {
  const list = req.headers['if-none-match'];
  return list !== undefined && isNamed(tag, list);
}

/** Returns the strong entity tag of a text, or of the text that a SHA-1 digest was made of. */
export function entityTag(content: string | Hash): string {
  return `"${typeof content === 'string' ? hash('sha1', content, 'base64url') : content.digest('base64url')}"`;
}

/**
 * Whether a list of entity tags has this one by the weak comparison of RFC 9110, section 13.1.2. Koa's `fresh` ignores the list where the
 * request has `Cache-Control: no-cache`, as the fetch of Node.js does.
 */
export function isNamed(tag: string, list: string): boolean {
  return list === '*' || list.split(',').some(entry => entry.trim().replace(/^W\//, '') === tag);
}

/** The same by the strong comparison. */
function isMatch(tag: string, list: string): boolean {
  return list === '*' || list.split(',').some(entry => entry.trim() === tag);
}

/**
 * Lets a change go on only while the caller knows what is stored (RFC 9110, sections 13.1.1 and 13.1.2). An empty header counts: its
 * sender wanted to be safe.
 *
 * @param current What a GET would return now; `undefined`: 404.
 * @throws {Problem} 412 when `If-Match` names something else, or `If-None-Match` just this.
 */
export function requireMatch({req}: Context, current: unknown): void {
  const {'if-match': known, 'if-none-match': unwanted} = req.headers;
  if (known === undefined && unwanted === undefined) return;
  const tag = current === undefined ? undefined : entityTag(JSON.stringify(current));
  if (known !== undefined && (tag === undefined || !isMatch(tag, known)))
    throw new Problem(412, 'The resource has changed since you read it. GET it again before you change it.');
  if (unwanted !== undefined && tag !== undefined && isNamed(tag, unwanted))
    throw new Problem(412, 'The resource already exists, and If-None-Match allows only a new one.');
}
