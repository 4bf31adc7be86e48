import {BlockList, isIP} from 'node:net';

/** Parses IP addresses and CIDR blocks. @throws When an entry is neither. */
export function parseNetworks(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix, ...rest] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (!isIP(address) || rest.length)
      throw new Error(`"${entry}" is neither an IP address nor a CIDR block.`);
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix || NaN), family);
  }
  return list;
}
