import {expect, it} from 'vitest';

import {classOf, networkOf, parseNetworks} from './addresses.ts';

it.each([
  ['127.0.0.1', 'loopback'],
  ['127.8.9.10', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['10.1.2.3', 'private'],
  ['172.16.0.1', 'private'],
  ['172.32.0.1', 'public'],
  ['192.168.1.1', 'private'],
  ['::ffff:192.168.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['169.254.1.1', 'private'],
  ['fd12::1', 'private'],
  ['fe80::1%eth0', 'private'],
  ['8.8.8.8', 'public'],
  ['::ffff:8.8.8.8', 'public'],
  ['2001:db8::1', 'public'],
  ['', 'unknown'],
  [undefined, 'unknown'],
  ['/run/tavle.sock', 'unknown'],
])('classifies %s as %s', (address, expected) => {
  expect(classOf(address)).toBe(expected);
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:0:192.0.2.7', '0:0:0:0::/64'],
  ['', ''],
  [undefined, ''],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  '10.0.0.0/',
  '10.0.0.0/33',
  '10.0.0.0/-0',
  '10.0.0.0/8.0',
  '10.0.0.0/0x8',
  '10.0.0.0/8/8',
  '::1/129',
  '0/0',
  '',
  'a/8',
])('rejects %s, which is neither an IP address nor a CIDR block', entry => {
  expect(() => parseNetworks([entry])).toThrow(`"${entry}" is neither an IP address nor a CIDR block.`);
});
