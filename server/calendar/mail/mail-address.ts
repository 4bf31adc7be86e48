/** Checks email addresses, for the choice of a person and for `TAVLE_MAIL_FROM`. An address must be one recipient. */
import {domainToASCII} from 'node:url';

import {z} from 'zod';

/** Returns an address with its domain as mail servers know it (RFC 5891): `bager@xn--r-3fa9c.dk` for `bager@ærø.dk`. */
export function asciiAddress(address: string): string {
  const start = address.lastIndexOf('@') + 1;
  const domain = address.slice(start);
  // `domainToASCII` also accepts other parts of a URL.
  return /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) ? address.slice(0, start) + domainToASCII(domain) : address;
}

/**
 * Words with a dot between them (RFC 5321: Dot-string), and a top-level domain. Mail servers may send `bo%example.com@example.dk` and
 * `example.com!bo@example.dk` to `bo@example.com`.
 */
const parts = /^[^.@%!]+(?:\.[^.@%!]+)*@[^@]+\.[a-z][a-z\d-]+$/i;

export function isMailAddress(text: string): boolean {
  const address = asciiAddress(text);
  return z.regexes.html5Email.test(address) && parts.test(address);
}
