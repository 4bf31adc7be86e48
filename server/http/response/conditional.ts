import {type Hash, hash} from 'node:crypto';

import type {Context} from 'koa';

import {oncePer} from '../../once-per.ts';
import {send} from './send.ts';

const jsonType = ['Content-Type', 'application/json; charset=utf-8'] as const;

/** The response is the caller's own: no shared cache keeps it, and a private one asks again each time. */
const caching = ['Cache-Control', 'private, no-cache'] as const;

/** A text with its `ETag`, ready to be sent. */
interface Tagged {
  readonly body: string;
  readonly tag: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
}

/**
 * Responds to a GET with JSON and its `ETag`, or with 304 where the caller holds the same bytes already (RFC 9110,
 * section 13). For the same object it is written once.
 */
export function sendJson(context: Context, value: object): void {
  respond(context, writeJson(value));
}

const writeJson = oncePer((value: object) => {
  const body = JSON.stringify(value);
  return toTagged(entityTag(body), body, jsonType);
});

/** Responds as {@link sendJson} does, with any text. @param headers Its own, names and values in turn. */
export function sendTagged(context: Context, tag: string, body: string, headers: readonly string[]): void {
  respond(context, toTagged(tag, body, headers));
}

function toTagged(tag: string, body: string, headers: readonly string[]): Tagged {
  return {body, tag, headers: [...caching, 'ETag', tag, ...headers, ...lengthOf(body)]};
}

function respond(context: Context, {body, tag, headers}: Tagged): void {
  if (isHeld(context, tag)) send(context, 304, [...caching, 'ETag', tag]);
  else send(context, 200, headers, body);
}

/** The headers that say what a JSON text is, names and values in turn. */
export function jsonHeaders(body: string): string[] {
  return [...jsonType, ...lengthOf(body)];
}

const lengthOf = (body: string) => ['Content-Length', String(Buffer.byteLength(body))];

/**
 * Sets the `ETag` of an answer that Koa writes, and says whether the caller holds it already; the answer is a 304 then, and done.
 */
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
