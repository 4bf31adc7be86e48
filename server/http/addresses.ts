import {BlockList, isIP, isIPv6, type Socket} from 'node:net';

import type {AddressClass} from '../logs/audit-line.ts';
import {memoize} from '../memoize.ts';

/* IP addresses and networks, for the settings, the limits of visitors, the audit log and `tavle check`. Add a private
 * network to `internal`; `networkOf` says which addresses count as one visitor. Callers decide what an address may do.
 * An IPv4 address that is written as IPv6 must count as the IPv4 one. */

const loopback = parseNetworks(['127.0.0.0/8', '::1']);

/** Private networks (RFC 1918, RFC 4193), networks of providers (RFC 6598), and link-local addresses. */
const internal = parseNetworks([
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
  '100.64.0.0/10',
  ...['169.254.0.0/16', 'fe80::/10'],
]);

/** Returns the class of an address. IPv4 addresses may be written as IPv6 ones (`::ffff:10.0.0.1`). */
export function classOf(address = ''): AddressClass {
  const [unscoped = ''] = address.split('%');
  const family = isIP(unscoped);
  if (family === 0) return 'unknown';
  const type = family === 6 ? 'ipv6' : 'ipv4';
  if (loopback.check(unscoped, type)) return 'loopback';
  return internal.check(unscoped, type) ? 'private' : 'public';
}

/**
 * Returns the network that an address counts as in limits: the address itself for IPv4, also if it is written as IPv6 (`::ffff:10.0.0.1`), and
 * the first 64 bits for IPv6, since a connection usually gets all 2^64 addresses of such a network (RFC 6177).
 */
export function networkOf(address = ''): string {
  const [unscoped = ''] = address.split('%');
  if (isIP(unscoped) !== 6) return unscoped;
  // Normalized by the URL parser: no dots, no leading zeros, at most one `::`.
  const [head = '', tail] = new URL(`http://[${unscoped}]`).hostname.slice(1, -1).split('::');
  const groupsOf = (text = '') => (text ? text.split(':') : []);
  const [first, last] = [groupsOf(head), groupsOf(tail)];
  const groups = [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return `${groups.slice(0, 4).join(':')}::/64`;
  const bytes = groups.slice(6).flatMap(group => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff]);
  return bytes.join('.');
}

/** Returns the network at the other end of a connection. */
export const networkOfSocket = memoize(({remoteAddress}: Socket) => networkOf(remoteAddress));

/** Returns the class of the address at the other end of a connection. */
export const classOfAddress = memoize(({remoteAddress}: Socket) => classOf(remoteAddress));

/**
 * Returns the address or the CIDR block of a trusted proxy. A block of every address would trust the certificates of any client.
 *
 * @throws When it is neither an address nor a block, or contains every address.
 */
export function checkProxy(entry: string): string {
  parseNetworks([entry]);
  if (prefixOf(entry) <= 0) throw new Error(`"${entry}" contains every address. Name your proxies.`);
  return entry;
}

/** Returns whether a CIDR block has more than 65,536 IPv4 addresses, or more than one /64 network. */
export function isWide(entry: string): boolean {
  return prefixOf(entry) < (entry.includes(':') && !isMapped(entry) ? 64 : 16);
}

/** Returns the prefix length of a block. For an IPv4 block that is written as IPv6 (`::ffff:10.0.0.0/104`), returns the IPv4 length (8). */
function prefixOf(entry: string): number {
  const [, prefix = Infinity] = entry.split('/');
  return isMapped(entry) ? Number(prefix) - 96 : Number(prefix);
}

function isMapped(entry: string): boolean {
  const [address = ''] = entry.split('/');
  return isIPv6(address) && new URL(`http://[${address}]`).hostname.startsWith('[::ffff:');
}

/** Parses IP addresses and CIDR blocks. @throws When an entry is neither. */
export function parseNetworks(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix, ...rest] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const isPrefix =
      prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= (isIP(address) === 6 ? 128 : 32));
    if (!isIP(address) || !isPrefix || rest.length)
      throw new Error(`"${entry}" is neither an IP address nor a CIDR block.`);
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
