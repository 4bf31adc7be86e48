import {X509Certificate} from 'node:crypto';
import type {IncomingMessage} from 'node:http';

import fc from 'fast-check';
import {expect, it} from 'vitest';

import type {Problem} from '../http/problem.ts';
import {organisation} from '../testing/certificates.ts';
import {skat} from '../testing/service.ts';
import {readClientCert} from './client-cert-header.ts';

const leaf = new X509Certificate((await organisation(skat)).certificate);

const read = (...leaves: string[]) =>
  readClientCert({headersDistinct: {'client-cert': leaves}} as unknown as IncomingMessage);

it('reads what a proxy wrote', () => {
  expect(read(`:${leaf.raw.toString('base64')}:`)?.leaf.fingerprint256).toBe(leaf.fingerprint256);
});

it('is a 401 for anything else, never another failure', () => {
  // Always too short: with as many bytes as before only its signature differs, and that is not judged here.
  const cutShort = fc
    .record({place: fc.nat(leaf.raw.length - 1), bytes: fc.uint8Array({maxLength: 4})})
    .map(({place, bytes}) =>
      Buffer.concat([leaf.raw.subarray(0, place), bytes]).subarray(0, leaf.raw.length - 1),
    )
    .map(bytes => bytes.toString('base64'));
  const fields = fc.oneof(
    fc.string({unit: 'binary'}),
    fc.base64String().map(text => `:${text}:`),
    cutShort.map(text => `:${text}:`),
  );
  fc.assert(
    fc.property(fields, field => {
      expect(() => read(field)).toThrow(expect.objectContaining({code: 401}) as Problem);
    }),
  );
});
