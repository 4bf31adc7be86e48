import type {IncomingMessage} from 'node:http';

import {Problem} from '../response/problem.ts';
import type {RequestCheck} from './checks.ts';

/** A name or an address, and maybe a port (RFC 9110, section 7.2). */
const hostForm = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/**
 * Refuses requests whose `Host` is none of these names: a foreign name may have been made to point at this machine (DNS rebinding).
 *
 * @param names Without ports, in lower case, IPv6 addresses in brackets.
 */
export function requireHost(names: readonly string[]): RequestCheck {
  return context => {
    if (names.includes(context.hostname.toLowerCase())) return;
    throw new Problem(403, `The Host header must be one of ${names.join(', ')}.`);
  };
}

/**
 * Refuses requests that do not name one host (RFC 9112, section 3.2): a proxy may have taken such a request for another one.
 */
export const requireOneHost: RequestCheck = ({req}) => {
  const {host} = req.headers;
  const mayBeLeftOut = req.httpVersion === '1.0';
  if (countHosts(req) > 1 || (host === undefined ? !mayBeLeftOut : !hostForm.test(host)))
    throw new Problem(400, 'The request must have one Host header of the form host[:port].');
};

/** `headers` has the first one only. */
function countHosts({rawHeaders}: IncomingMessage): number {
  let count = 0;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
