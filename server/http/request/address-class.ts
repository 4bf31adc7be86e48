import {BlockList, isIP, type Socket} from 'node:net';

import {memoize} from '../../memoize.ts';

/** The recorded class of an IP address. */
export type AddressClass = 'loopback' | 'private' | 'public' | 'unknown';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Private networks (RFC 1918, RFC 4193), networks of providers (RFC 6598), and link-local addresses. */
const internal = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
] as const)
  internal.addSubnet(network, prefix);
internal.addSubnet('fc00::', 7, 'ipv6');
internal.addSubnet('fe80::', 10, 'ipv6');

/** Returns the class of an address. IPv4 addresses may be written as IPv6 ones (`::ffff:10.0.0.1`). */
export function classOf(address = ''): AddressClass {
  const [unscoped = ''] = address.split('%');
  const plain =
    unscoped.startsWith('::ffff:') && unscoped.includes('.') ? unscoped.slice('::ffff:'.length) : unscoped;
  const family = isIP(plain);
  if (family === 0) return 'unknown';
  const type = family === 6 ? 'ipv6' : 'ipv4';
  if (loopback.check(plain, type)) return 'loopback';
  return internal.check(plain, type) ? 'private' : 'public';
}

/** Returns the class of the address at the other end of a connection. */
export const classOfAddress = memoize(({remoteAddress}: Socket) => classOf(remoteAddress));
