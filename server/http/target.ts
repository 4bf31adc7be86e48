/* Reads the path, the query and the host of a request, for the routes and static files. Change which hosts are valid in
 * `validateHost`, and how paths are compared in `normalize`. The service must see the same path and host as a proxy:
 * otherwise requests could evade the rules of the proxy. */

import type {Context, Middleware} from 'koa';
import type {IncomingMessage} from 'node:http';

import {Problem} from '../problem.ts';

/** The scheme and host of an absolute URL. */
const origin = /^https?:\/\/[^/?#]*/i;

/**
 * Returns the path of a request (RFC 9112, section 3.2). Avoids the parser of Node.js, which Koa uses: it takes `\` for `/`, so a proxy
 * that forwards only some paths would see another path.
 *
 * @throws {Problem} 400 when it is not percent-encoded UTF-8.
 */
export function pathOf({req}: Context): string {
  const target = targetOf(req);
  const end = target.indexOf('?');
  const path = end < 0 ? target : target.slice(0, end);
  return path.includes('%') ? normalize(path) : path;
}

/**
 * Decodes the percent-encoded characters of a path that need not be encoded (RFC 3986, section 6.2.2.2): `%61pps` is `apps`.
 *
 * @throws {Problem} 400 when it is not percent-encoded UTF-8.
 */
function normalize(path: string): string {
  if (!isEncoded(path)) throw new Problem(400, 'The path of the URL must be percent-encoded UTF-8.');
  return path.replace(/%[2-7][\da-f]/gi, escape => {
    const character = decodeURIComponent(escape);
    return /[\w.~-]/.test(character) ? character : escape;
  });
}

/** Returns whether all percent-encoded parts of a text are UTF-8. */
export function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the query of a request without the `?`; empty without one. */
export function queryOf({req}: Context): string {
  const target = targetOf(req);
  const start = target.indexOf('?');
  return start < 0 ? '' : target.slice(start + 1);
}

/** Returns the path and the query of a request. Its URL may be absolute, and may have a fragment, although a fragment is invalid. */
function targetOf({url = ''}: IncomingMessage): string {
  const target = url.startsWith('/') ? url : url.replace(origin, '');
  return target.includes('#') ? target.slice(0, target.indexOf('#')) : target;
}

/** Decodes a part of a path. Returns a part with invalid percent escapes unchanged: no resource has such a name. */
export const decodePart = (text: string): string =>
  text.includes('%') && isEncoded(text) ? decodeURIComponent(text) : text;

/** A host name or an IP address, with an optional port (RFC 9110, section 7.2). */
const hostForm = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/**
 * Refuses requests without exactly one host (RFC 9112, section 3.2): a proxy may have routed such a request to another host. Also refuses
 * hosts that are not in `names`, which prevents DNS rebinding.
 *
 * @param names Without ports, in lower case, IPv6 addresses in brackets. Default: any.
 */
export function validateHost(names?: readonly string[]): Middleware {
  return (context, next) => {
    const {headers, httpVersion} = context.req;
    const isValid = headers.host === undefined ? httpVersion === '1.0' : hostForm.test(headers.host);
    if (!isValid || countHosts(context.req) > 1)
      throw new Problem(400, 'The request must have one Host header of the form host[:port].');
    if (names && !names.includes(context.hostname.toLowerCase()))
      throw new Problem(403, `The Host header must be one of ${names.join(', ')}.`);
    return next();
  };
}

/** Counts in the raw headers: `headers` has only the first one. */
function countHosts({rawHeaders}: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
