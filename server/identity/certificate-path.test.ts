import {webcrypto} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {describe, expect, it} from 'vitest';

import type {IssuedCertificate} from '../../certificates/certificate-authority.ts';
import {
  callerWith,
  clientCertField as field,
  hidesClientCas,
  proxySettings,
  tlsSettings,
} from '../testing/certificates.ts';
import {newDirectory} from '../testing/directory.ts';
import {
  caExtensions,
  clientExtensions,
  createRoot,
  ExtendedKeyUsage,
  extension,
  KeyUsageFlags,
  largeExponentKeys,
  md5Client,
  nameConstraints,
  newKeys,
  organisationName,
  purposes,
  type TestCa,
  usage,
} from '../testing/pki.ts';
import {skat, useTestService} from '../testing/service.ts';

/*
 * Certificates in both ways: in a TLS handshake with and without the server's name, where OpenSSL judges the path; and in the header of a proxy,
 * where a CA of the bundle must have issued the certificate.
 */

const subject = `2.5.4.97=NTRDK-${skat}, O=Skat`;
const unknown = (isCritical: boolean) => extension('1.2.208.999.1', '0500', isCritical);

const root = await createRoot({subject: 'CN=Root'});
const stranger = await createRoot({subject: 'CN=Root'});
const missingRoot = await createRoot({subject: 'CN=Missing root'});

/** A CA with an expired and a renewed certificate, in this order in the trusted bundle; the next CA has the other order. */
const [oldFirst, newFirst] = [await newKeys(), await newKeys()];
const renewedTwice = [
  await createRoot({subject: 'CN=Old first', keys: oldFirst, from: -9, to: -1}),
  await createRoot({subject: 'CN=Old first', keys: oldFirst}),
  await createRoot({subject: 'CN=New first', keys: newFirst}),
  await createRoot({subject: 'CN=New first', keys: newFirst, from: -9, to: -1}),
] as const;

/** An issuing CA that is trusted without its root. */
const issuing = await missingRoot.ca({subject: 'CN=Issuing'});
/** An issuing CA, trusted with its expired root. */
const agedRoot = await createRoot({subject: 'CN=Aged root', from: -9, to: -1});
const issuingOfAged = await agedRoot.ca({subject: 'CN=Issuing of aged root'});

const md5 = md5Client(`/CN=Client/organizationIdentifier=NTRDK-${skat}`);

/** An issuing CA that is trusted together with its root. */
const known = await root.ca({subject: 'CN=Known'});
/** CAs of the bundle that must not issue client certificates. */
const forServers = await root.ca({
  subject: 'CN=For servers',
  further: [purposes(ExtendedKeyUsage.serverAuth)],
});
const constrained = await root.ca({
  subject: 'CN=Constrained',
  further: [nameConstraints([organisationName('Other')])],
});
const critical = await root.ca({subject: 'CN=Critical', further: [unknown(true)]});

const trusted = [
  ...[root, ...renewedTwice, issuing, agedRoot, issuingOfAged],
  ...[known, forServers, constrained, critical],
];
const bundle = [...trusted.map(({certificate}) => certificate), md5.ca];

const middle = await root.ca({subject: 'CN=Middle'});
const zero = await root.ca({subject: 'CN=Zero', extensions: caExtensions(0)});
const belowZero = await zero.ca({subject: 'CN=Below zero'});
const deep = await middle.ca({subject: 'CN=Deep'});
const deeper = await deep.ca({subject: 'CN=Deeper'});
/** An intermediate CA with an expired and a renewed certificate, both sent with the leaf. */
const keys = await newKeys();
const aged = await root.ca({subject: 'CN=Renewed', keys, from: -9, to: -1});
const renewed = await root.ca({subject: 'CN=Renewed', keys});

interface Case {
  readonly leaf: IssuedCertificate;
  readonly others?: readonly TestCa[];
  /** The refusal in a handshake. Default: accepted. */
  readonly message?: RegExp;
  /** The refusal in a handshake without the server's name, if it differs. */
  readonly byAddress?: RegExp;
  /** The refusal in the header. Default: `untrusted` where other certificates come with the leaf, otherwise `message`. */
  readonly header?: RegExp | 'accepted';
}

const untrusted = /^The issuer of the client certificate is not trusted here/;
const unspecified = /too weak, a critical extension .* or a name that a CA does not allow/;
const purpose =
  /^The client certificate, or a CA certificate above it, is not issued for client authentication/;

const client = (ca: TestCa, changes: object = {}) => ca.client({subject, ...changes});
const without = (name: 'KeyUsages' | 'ExtendedKeyUsage') =>
  clientExtensions().filter(each => !each.constructor.name.startsWith(name));
const below = async (order: object, changes: object = {}) => {
  const ca = await root.ca({subject: 'CN=CA', ...order});
  return {leaf: await client(ca, changes), others: [ca] as [TestCa]};
};

const shortRsa = {
  ...{name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 1024},
  publicExponent: new Uint8Array([1, 0, 1]),
};

const cases: Record<string, Case> = {
  'a client certificate of a trusted root': {leaf: await client(root)},
  'one through an intermediate CA': {leaf: await client(middle), others: [middle]},
  'one through two, in the wrong order': {leaf: await client(deep), others: [middle, deep]},
  'one of a root that comes with it': {leaf: await client(root), others: [root], header: 'accepted'},
  'one whose root comes with it': {leaf: await client(middle), others: [middle, root]},
  'one without key usage': {leaf: await client(root, {extensions: without('KeyUsages')})},
  'one without extended key usage': {leaf: await client(root, {extensions: without('ExtendedKeyUsage')})},
  'one with an Ed25519 key': {
    leaf: await client(root, {keys: await webcrypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])}),
  },
  'one without any extensions': {leaf: await client(root, {extensions: []})},
  'one with an unknown extension that is not critical': {
    leaf: await client(root, {further: [unknown(false)]}),
  },
  'an issuing CA that is trusted together with its root': {leaf: await client(known)},
  'the same when it also comes with the certificate': {
    ...{leaf: await client(known), others: [known, root]},
    header: 'accepted',
  },
  'an issuing CA that is trusted without its root': {
    leaf: await client(issuing),
    byAddress: untrusted,
    header: 'accepted',
  },
  'an issuing CA that is trusted together with its expired root': {
    leaf: await client(issuingOfAged),
    byAddress: /^A CA certificate .* has expired/,
    header: 'accepted',
  },
  'a trusted issuer whose expired certificate comes before the renewed one': {
    leaf: await client(renewedTwice[1]),
  },
  'a trusted issuer whose expired certificate comes after the renewed one': {
    leaf: await client(renewedTwice[2]),
  },
  'a path length that is just enough': {leaf: await client(zero), others: [zero]},
  'names that the constraints permit': await below({
    further: [nameConstraints([organisationName('SKAT ')])],
  }).then(async ({others: [ca]}) => ({
    leaf: await ca.client({subject: [{O: ['Skat']}, {'2.5.4.97': [`NTRDK-${skat}`]}]}),
    others: [ca],
  })),

  'a client certificate that has expired': {
    leaf: await client(root, {from: -9, to: -1}),
    message: /^The client certificate has expired/,
  },
  'one that is not valid yet': {
    leaf: await client(root, {from: 1}),
    message: /^The client certificate is not valid yet/,
  },
  'one of an unknown issuer of the same name': {
    leaf: await client(stranger),
    message: /issuer .* is not trusted/,
  },
  'one whose intermediate CA is missing': {
    leaf: await client(middle),
    message: /intermediate certificate is missing/,
  },
  'one for servers': {
    leaf: await client(root, {extensions: [purposes(ExtendedKeyUsage.serverAuth)]}),
    message: /^The client certificate is not issued for client authentication/,
  },
  'one for any purpose, but none by name': {
    leaf: await client(root, {extensions: [purposes('2.5.29.37.0')]}),
    message: /^The client certificate is not issued for client authentication/,
  },
  'one whose key may only encipher': {
    leaf: await client(root, {extensions: [usage(KeyUsageFlags.keyEncipherment)]}),
    message: purpose,
    header: 'accepted',
  },
  'one with an unknown critical extension': {
    leaf: await client(root, {further: [unknown(true)]}),
    message: unspecified,
    header: 'accepted',
  },
  'one that is signed with SHA-1': {
    leaf: await client(root, {hash: 'SHA-1'}),
    message: unspecified,
    header: 'accepted',
  },
  'one that is signed with MD5': {
    leaf: md5.client,
    message: unspecified,
    header: 'accepted',
  },
  'one with an RSA key of 1024 bits': {
    leaf: await client(root, {
      keys: await webcrypto.subtle.generateKey(shortRsa, true, ['sign', 'verify']),
    }),
    message: unspecified,
    header: 'accepted',
  },
  'one with an RSA key whose exponent has 33 bits': {
    leaf: await client(root, {keys: await largeExponentKeys()}),
  },
  'one without a CVR number': {
    leaf: await client(root, {subject: 'CN=Nobody'}),
    message: /CVR number/,
  },
  'an expired intermediate CA': {
    ...(await below({from: -9, to: -1})),
    message: /^A CA certificate .* has expired/,
  },
  'an intermediate CA that is not valid yet': {
    ...(await below({from: 1})),
    message: /^A CA certificate .* is not valid yet/,
  },
  'an intermediate CA for servers': {
    ...(await below({further: [purposes(ExtendedKeyUsage.serverAuth)]})),
    message: purpose,
  },
  'an intermediate CA with an unknown critical extension': {
    ...(await below({further: [unknown(true)]})),
    message: unspecified,
  },
  'an intermediate CA that requires policies': await below({
    further: [extension('2.5.29.36', '3003800100', true)],
  }),
  'an intermediate CA that is signed with SHA-1': {
    ...(await below({hash: 'SHA-1'})),
    message: unspecified,
  },
  'an intermediate certificate that is no CA': {
    ...(await below({extensions: []})),
    message: /key usage or extended key usage/,
  },
  'an intermediate CA whose key must not sign certificates': {
    ...(await below({extensions: [...caExtensions().slice(0, 1), usage(KeyUsageFlags.digitalSignature)]})),
    message: /name constraints/,
  },
  'a path length that is exceeded': {
    leaf: await client(belowZero),
    others: [belowZero, zero],
    message: /path length/,
  },
  'names that the constraints do not permit': {
    ...(await below({further: [nameConstraints([organisationName('Other')])]})),
    message: unspecified,
  },
  'names that the constraints exclude': {
    ...(await below(
      {further: [nameConstraints([], [organisationName(' sKAT')])]},
      {subject: [{O: ['Skat']}, {'2.5.4.97': [`NTRDK-${skat}`]}]},
    )),
    message: unspecified,
  },
  'five certificates in the path': {leaf: await client(deeper), others: [deeper, deep, middle]},
  'an intermediate CA whose expired certificate comes first': {
    leaf: await client(renewed),
    others: [aged, renewed],
  },
  'an intermediate CA whose renewed certificate comes first': {
    leaf: await client(renewed),
    others: [renewed, aged],
  },
  'one with two CVR numbers': {
    leaf: await client(root, {subject: `${subject}, 2.5.4.5=CVR:99999918-FID:1`}),
    message: /exactly one CVR number/,
  },
  'a CA for servers in the bundle': {
    leaf: await client(forServers),
    message: purpose,
    header: untrusted,
  },
  'a CA in the bundle whose name constraints do not permit the names': {
    leaf: await client(constrained),
    message: unspecified,
    header: 'accepted',
  },
  'a CA in the bundle with an unknown critical extension': {
    leaf: await client(critical),
    message: unspecified,
    header: 'accepted',
  },
  'an intermediate CA with an RSA key of 1024 bits': {
    ...(await below({keys: await webcrypto.subtle.generateKey(shortRsa, true, ['sign', 'verify'])})),
    message: unspecified,
  },
};

const ca = join(newDirectory(), 'ca.pem');
await writeFile(ca, bundle.join('\n'));

const direct = await useTestService({...tlsSettings, TAVLE_CLIENT_CA: ca});
const proxied = await useTestService({...proxySettings, TAVLE_CLIENT_CA: ca});

const path = '/calendar/1/frister';
/** The server, not the client, must reject old certificates. */
const anyStrength = {ciphers: 'DEFAULT@SECLEVEL=0'};

describe.each(Object.entries(cases))('%s', (_, {leaf, others = [], message: usual, byAddress, header}) => {
  const certificate = [leaf, ...others].map(each => each.certificate).join('\n');
  const inHeader = header ?? (others.length ? untrusted : usual);
  const message = usual ?? (hidesClientCas && inHeader instanceof RegExp ? inHeader : undefined);
  const outcome = (refusal: RegExp | 'accepted' | undefined) =>
    refusal instanceof RegExp
      ? {
          status: 401,
          body: {status: 'Unauthorized', code: 401, message: expect.stringMatching(refusal) as string},
        }
      : {status: 200, body: []};
  const title = (refusal: RegExp | 'accepted' | undefined) =>
    refusal instanceof RegExp ? `is refused with ${String(refusal)}` : 'is accepted';

  it.each([
    ['127.0.0.1', byAddress ?? message],
    ['localhost', message],
  ])(`${title(message)} in a handshake with %s, in each request`, async (host, refusal) => {
    const url = direct.url.replace('127.0.0.1', host);
    const call = callerWith(url, {certificate, key: leaf.key}, anyStrength);
    expect(await call('GET', path)).toMatchObject(outcome(refusal));
    expect(await call('GET', path)).toMatchObject(outcome(refusal));
  });

  it(`${title(inHeader)} in the header of a proxy, which sends no others`, async () => {
    const response = await fetch(`${proxied.url}${path}`, {
      headers: {'Client-Cert': field(leaf.certificate)},
    });
    expect({status: response.status, body: (await response.json()) as unknown}).toMatchObject(
      outcome(inHeader),
    );
  });
});
