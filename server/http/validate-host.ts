import type {IncomingMessage} from 'node:http';

import type {Middleware} from 'koa';

import {Problem} from '../problem.ts';

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
