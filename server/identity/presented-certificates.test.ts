import {X509Certificate} from 'node:crypto';

import fc from 'fast-check';
import {expect, it} from 'vitest';

import type {Problem} from '../problem.ts';
import {anyCharacter} from '../testing/any-character.ts';
import {organisation} from '../testing/certificates.ts';
import {skat} from '../testing/service.ts';
import {readClientCert} from './presented-certificates.ts';

const leaf = new X509Certificate((await organisation(skat)).certificate);

const written = `:${leaf.raw.toString('base64')}:`;

const read = (line: string) => readClientCert({headersDistinct: {'client-cert': [line]}});

const unreadable = expect.objectContaining({code: 401}) as Problem;

it.each(['', '::', ' ', written])('refuses a second line next to %j: a client may have written it', line => {
  for (const lines of [
    [line, written],
    [written, line],
  ])
    expect(() => readClientCert({headersDistinct: {'client-cert': lines}})).toThrow(unreadable);
});

it('returns 401 for all other values', () => {
  // Always too short: with the same length, only the signature may differ, which is not checked here.
  const cutShort = fc
    .record({place: fc.nat(leaf.raw.length - 1), bytes: fc.uint8Array({maxLength: 4})})
    .map(({place, bytes}) =>
      Buffer.concat([leaf.raw.subarray(0, place), bytes]).subarray(0, leaf.raw.length - 1),
    )
    .filter(bytes => bytes.length > 0)
    .map(bytes => bytes.toString('base64'));
  const fields = fc.oneof(
    fc.string({unit: anyCharacter}).filter(text => text.trim() !== ''),
    fc.base64String({minLength: 4}).map(text => `:${text}:`),
    cutShort.map(text => `:${text}:`),
  );
  fc.assert(
    fc.property(fields, field => {
      expect(() => read(field)).toThrow(unreadable);
    }),
  );
});
