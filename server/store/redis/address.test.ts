import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {anyCharacter} from '../../testing/any-character.ts';
import {parseRedisAddress, type RedisAddress} from './address.ts';

const usual: Omit<RedisAddress, 'hosts'> = {
  kind: 'single',
  master: undefined,
  username: undefined,
  password: undefined,
  sentinelLogin: undefined,
  tls: false,
  database: 0,
  prefix: 'tavle',
};

describe('the address of a Redis store', () => {
  it.each<[string, Partial<RedisAddress>]>([
    ['redis://localhost', {hosts: [{host: 'localhost', port: 6379}]}],
    ['redis://localhost:1/', {hosts: [{host: 'localhost', port: 1}]}],
    [
      'rediss://ada:a%40b%2F:c@r.example.dk:6380/3?prefix=proeve',
      {
        hosts: [{host: 'r.example.dk', port: 6380}],
        tls: true,
        username: 'ada',
        password: 'a@b/:c',
        database: 3,
        prefix: 'proeve',
      },
    ],
    [
      'redis+cluster://:secret@[::1]:7000,b:7001,c',
      {
        kind: 'cluster',
        hosts: [
          {host: '::1', port: 7000},
          {host: 'b', port: 7001},
          {host: 'c', port: 6379},
        ],
        password: 'secret',
      },
    ],
    [
      'rediss+cluster://a:7000?prefix=x',
      {kind: 'cluster', hosts: [{host: 'a', port: 7000}], tls: true, prefix: 'x'},
    ],
    [
      'redis+sentinel://a:1,b/min%20mester/2',
      {
        kind: 'sentinel',
        hosts: [
          {host: 'a', port: 1},
          {host: 'b', port: 26379},
        ],
        master: 'min mester',
        database: 2,
      },
    ],
  ])('parses %s', (text, expected) => {
    expect(parseRedisAddress(text)).toEqual({...usual, ...expected});
  });

  it.each([
    ['redis://', /host:port/],
    ['redis://a:b', /"a:b" is not a host:port/],
    ['redis://a:70000', /"a:70000" is not/],
    ['redis://a,b', /redis\+cluster/],
    ['redis://a/zero', /"zero" is not a database number/],
    ['redis://a/0/1', /"0\/1" is not a database number/],
    ['redis://%zz@a', /percent/],
    ['redis://a?prefix=a/b', /prefix/],
    ['redis://a?database=1', /"database" is unknown/],
    ['redis://a#x', /host:port/],
    ['redis://:hemme#ligt@a', /^Write "\/", "\?", "#" and "@" .* percent escapes\.$/],
    ['redis+cluster://', /host:port/],
    ['redis+cluster://a:1,', /"" is not/],
    ['redis+cluster://a:1,b:x', /"b:x" is not/],
    ['redis+cluster://a:1/0', /no databases/],
    ['redis+sentinel://a:1', /Name the master/],
    ['redis+sentinel://a:1/', /Name the master/],
    ['redis+sentinel://a:1/m/x', /"x" is not a database number/],
    ['redis+other://a:1', /host:port/],
    ['redis+cluster://u:hemmeligt@a:x', /^(?!.*hemmeligt)/],
  ])('rejects %s', (text, message) => {
    expect(() => parseRedisAddress(text)).toThrow(message);
  });

  it('is parsed into its parts, whatever the credentials are', () => {
    const text = fc.string({unit: anyCharacter, minLength: 1});
    fc.assert(
      fc.property(text, text, fc.integer({min: 1, max: 65_535}), (username, password, port) => {
        const credentials = [username, password].map(encodeURIComponent).join(':');
        const hosts = [{host: 'r.example.dk', port}];
        expect(parseRedisAddress(`redis://${credentials}@r.example.dk:${port}`)).toEqual({
          ...usual,
          username,
          password,
          hosts,
        });
      }),
    );
  });

  it('never causes an error message that contains the password', () => {
    const secret = 'kodeord-47';
    const part = fc.oneof(
      fc.constantFrom(
        'redis://',
        'redis+sentinel://',
        'redis+cluster://',
        '@',
        ':',
        '/',
        '?',
        '%',
        ',',
        '[',
        'a',
      ),
      fc.string({maxLength: 5}),
    );
    fc.assert(
      fc.property(fc.array(part), fc.array(part), (before, after) => {
        const address = `redis://ada${before.join('').replaceAll('@', '')}:${secret}@${after.join('')}`;
        let message = '';
        try {
          parseRedisAddress(address);
        } catch (error) {
          message = (error as Error).message;
        }
        expect(message).not.toContain(secret);
      }),
      {numRuns: 100},
    );
  });
});
