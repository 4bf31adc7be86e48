import {expect, it} from 'vitest';

import {classOf} from './address-class.ts';

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
