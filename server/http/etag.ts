/* Creates entity tags, and compares them with those of a request, for replies and for operations with If-Match. Clients
 * only compare tags, so the form may change (`entityTag`). A tag that a proxy has changed must still match: add the
 * suffix of another coding to `tagEnd`. */
import {type Hash, hash} from 'node:crypto';

import type {Context} from 'koa';

import {Problem} from '../problem.ts';
import {jsonText} from './send.ts';

/** Returns the strong entity tag of a text, or of a SHA-1 digest of a text. Clients only compare tags, so their form may change. */
export function entityTag(content: string | Hash): string {
  return `"${typeof content === 'string' ? hash('sha1', content, 'base64url') : content.digest('base64url')}"`;
}

/** Returns the entity tags of representations. Leaves out `undefined`: a representation that can't be read. */
export function tagsOf(...representations: readonly (object | undefined)[]): string[] {
  return representations.flatMap(value => (value ? [entityTag(jsonText(value))] : []));
}

/** Returns whether the client has the representation with a tag (RFC 9110, section 13.1.2). */
export function isKnown({req}: Context, tag: string): boolean {
  const list = req.headers['if-none-match'];
  return list !== undefined && matches(tag, list);
}

/**
 * Matches the end of a tag to which a proxy that compresses has added the coding: `-gzip` (Apache), `--gzip` (Jetty), `-br` and `-zstd` (Caddy),
 * `;gzip`. Some write it after the quotation mark.
 */
const tagEnd = /^"?[-_;:+.]{1,2}(?:x-)?(?:gzip|gunzip|br|brotli|zstd|deflate|compress|dcb|dcz)"?$/i;

/**
 * Returns whether a list of entity tags contains a tag. The service issues strong tags only. nginx and others make them weak when they compress, so a
 * weak tag also matches in `If-Match`, unlike in RFC 9110, section 13.1.1. This replaces Koa's `fresh`, which ignores the list if the request has
 * `Cache-Control: no-cache`, as the `fetch` of Node.js sends it.
 */
function matches(tag: string, list: string): boolean {
  const start = tag.slice(0, -1);
  const isOurs = (given: string) =>
    given === tag || (given.startsWith(start) && tagEnd.test(given.slice(start.length)));
  return list === '*' || list.split(',').some(entry => isOurs(entry.trim().replace(/^W\//i, '')));
}

/** Returns whether a change has a precondition. An empty header counts as one. */
export const hasPrecondition = ({req: {headers}}: Context) =>
  headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;

/**
 * Checks the preconditions of a change (RFC 9110, sections 13.1.1 and 13.1.2).
 *
 * @param exists Whether the resource exists. It may exist without a tag, when it can't be read: then no `If-Match` matches.
 * @param currentTags Returns the tags that a GET may return now. Called only for a request with a precondition.
 * @throws {Problem} 412 when `If-Match` does not match, or `If-None-Match` does.
 */
export function requireMatch(context: Context, exists: boolean, currentTags: () => readonly string[]): void {
  if (!hasPrecondition(context)) return;
  const {'if-match': known, 'if-none-match': unwanted} = context.req.headers;
  const tags = exists ? currentTags() : [];
  if (known !== undefined && !exists)
    throw new Problem(412, 'The resource does not exist. To create it, send the request without If-Match.');
  if (known !== undefined && !tags.some(tag => matches(tag, known)))
    throw new Problem(412, 'The resource has changed since you read it. GET it again before you change it.');
  if (unwanted === undefined) return;
  if (unwanted === '*' ? exists : tags.some(tag => matches(tag, unwanted)))
    throw new Problem(412, 'The resource already exists, and If-None-Match allows only a new one.');
}
