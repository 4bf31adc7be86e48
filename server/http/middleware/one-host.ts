import type {Middleware} from 'koa';

import {Problem} from '../response/problem.ts';

/** A name or an address, and maybe a port (RFC 9110, section 7.2). */
const hostForm = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/**
 * Refuses requests whose `Host` is none of these names: a foreign name may have been made to point at this machine (DNS rebinding).
 *
 * @param names Without ports, in lower case, IPv6 addresses in brackets.
 */
export function requireHost(names: readonly string[]): Middleware {
  return (context, next) => {
    if (names.includes(context.hostname.toLowerCase())) return next();
    throw new Problem(403, `The Host header must be one of ${names.join(', ')}.`);
  };
}

/**
 * Refuses requests that do not name one host (RFC 9112, section 3.2): a proxy may have taken such a request for another one.
 */
export const requireOneHost: Middleware = (context, next) => {
  // Not `headers`, which has the first one only.
  const [host, ...others] = context.req.headersDistinct.host ?? [];
  const mayBeLeftOut = context.req.httpVersion === '1.0';
  if (others.length || (host === undefined ? !mayBeLeftOut : !hostForm.test(host)))
    throw new Problem(400, 'The request must have one Host header of the form host[:port].');
  return next();
};
