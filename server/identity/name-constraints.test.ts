import {X509Certificate} from 'node:crypto';

import type {JsonName} from '@peculiar/x509';
import {beforeAll, describe, expect, it} from 'vitest';

import {
  clientExtensions,
  createRoot,
  der,
  extension,
  nameConstraints,
  newKeys,
  organisationName,
  refusedByOpenssl,
} from '../testing/pki.ts';
import {findPath} from './chain.ts';

/*
 * Compares the decision on every pair of constraint and name with `openssl verify`.
 */

const ip = (hex: string) => der(0x87, Buffer.from(hex, 'hex'));
const [email, dns] = [0x81, 0x82].map(tag => (text: string) => der(tag, text)) as [
  (text: string) => Buffer,
  (text: string) => Buffer,
];

const bases: Record<string, Buffer> = {
  'DNS example.dk': dns('example.dk'),
  'DNS .example.dk': dns('.example.dk'),
  'DNS (all)': dns(''),
  'e-mail a@b.dk': email('a@b.dk'),
  'e-mail b.dk': email('b.dk'),
  'e-mail .b.dk': email('.b.dk'),
  'IP 10.0.0.0/8': ip('0a000000ff000000'),
  'IP fd00::/8': ip('fd000000000000000000000000000000ff000000000000000000000000000000'),
  'organisation skat': organisationName('  SKAT '),
  'directory (all)': der(0xa4, der(0x30)),
  'registered id': der(0x88, Buffer.from('2a03', 'hex')),
};

const alternativeName = (...names: Buffer[]) => extension('2.5.29.17', der(0x30, ...names).toString('hex'));
const skat: JsonName = [{O: ['Skat']}];

/** Supported by the library, but missing in its types. */
const utf8 = (text: string) => [{utf8String: text}] as unknown as string[];

const names: Record<string, {subject: JsonName; alternative?: Buffer}> = {
  'organisation Skat': {subject: skat},
  'organisation Skat A/S': {subject: [{O: ['Skat A/S']}]},
  'no subject, DNS': {subject: [], alternative: dns('example.dk')},
  'common name a.example.dk': {subject: [...skat, {CN: ['a.example.dk']}]},
  'common name a.other.dk': {subject: [...skat, {CN: ['a.other.dk']}]},
  'common name in words': {subject: [...skat, {CN: ['Skat - system. Drift']}]},
  'common name together with DNS': {
    subject: [...skat, {CN: ['a.other.dk']}],
    alternative: dns('a.example.dk'),
  },
  'subject a@b.dk': {subject: [...skat, {E: ['a@b.dk']}]},
  'subject e-mail in UTF-8': {subject: [...skat, {E: utf8('a@b.dk')}]},
  'DNS EXAMPLE.DK': {subject: skat, alternative: dns('EXAMPLE.DK')},
  'DNS a.example.dk': {subject: skat, alternative: dns('a.example.dk')},
  'DNS badexample.dk': {subject: skat, alternative: dns('badexample.dk')},
  'e-mail a@B.dk': {subject: skat, alternative: email('a@B.dk')},
  'e-mail A@b.dk': {subject: skat, alternative: email('A@b.dk')},
  'e-mail a@c.b.dk': {subject: skat, alternative: email('a@c.b.dk')},
  'e-mail without @': {subject: skat, alternative: email('b.dk')},
  'IP 10.1.2.3': {subject: skat, alternative: ip('0a010203')},
  'IP 11.1.2.3': {subject: skat, alternative: ip('0b010203')},
  'IP fd12::1': {subject: skat, alternative: ip('fd120000000000000000000000000001')},
  'IP of three bytes': {subject: skat, alternative: ip('0a0102')},
  'directory name': {subject: skat, alternative: organisationName('Skat')},
  'another directory name': {subject: skat, alternative: organisationName('Other')},
  'registered id': {subject: skat, alternative: der(0x88, Buffer.from('2a03', 'hex'))},
};

const root = await createRoot({subject: 'CN=Root'});
const keys = await newKeys();

/** A certificate for each name. All CAs have the same subject and key, so each is an issuer. */
const leaves: {name: string; leaf: string}[] = [];
beforeAll(async () => {
  const ca = await root.ca({subject: 'CN=CA', keys});
  for (const [name, {subject, alternative}] of Object.entries(names)) {
    const further = alternative ? [alternativeName(alternative)] : [];
    const {certificate} = await ca.client({subject, keys, extensions: [...clientExtensions(), ...further]});
    leaves.push({name, leaf: certificate});
  }
});

describe.each(Object.entries(bases))('a constraint to %s', (_, base) => {
  it.each([
    ['permitted', nameConstraints([base])],
    ['excluded', nameConstraints([], [base])],
  ])('decides about every name as openssl verify does where it is %s', async (_, constraints) => {
    const ca = await root.ca({subject: 'CN=CA', keys, further: [constraints]});
    const issued = leaves.map(leaf => ({...leaf, others: [ca.certificate]}));
    const refused = issued.filter(({leaf}) => {
      const path = findPath(
        new X509Certificate(leaf),
        [new X509Certificate(ca.certificate)],
        [new X509Certificate(root.certificate)],
      );
      if ('refusal' in path)
        expect(path.refusal).toMatch(/^A CA certificate above .* \(name constraints\)\.$/);
      return 'refusal' in path;
    });
    const expected = refusedByOpenssl(issued, [root.certificate]);
    expect(refused.map(({name}) => name)).toEqual(expected.map(({name}) => name));
  });
});
