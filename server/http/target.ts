import type {IncomingMessage} from 'node:http';

import type {Context} from 'koa';

/** The scheme and host of an absolute URL. */
const origin = /^https?:\/\/[^/?#]*/i;

/**
 * Returns the path of a request (RFC 9112, section 3.2). Node.js's parser, which Koa uses, takes a `\` for a `/`: a proxy that forwards
 * some paths only would see another one.
 */
export function pathOf({req}: Context): string {
  const target = targetOf(req);
  const end = target.indexOf('?');
  return end < 0 ? target : target.slice(0, end);
}

/** Returns the query of a request without the `?`; empty without one. */
export function queryOf({req}: Context): string {
  const target = targetOf(req);
  const start = target.indexOf('?');
  return start < 0 ? '' : target.slice(start + 1);
}

/** Returns the path and the query of a request, whose URL may be absolute, and may have a fragment, though that is invalid. */
function targetOf({url = ''}: IncomingMessage): string {
  const target = url.startsWith('/') ? url : url.replace(origin, '');
  return target.includes('#') ? target.slice(0, target.indexOf('#')) : target;
}

/** Decodes a part of a path. Returns a part with invalid percent escapes unchanged: no resource has such a name. */
export function decodePart(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    return text;
  }
}
