// `@peculiar/x509` requires that this library is loaded first.
import 'reflect-metadata';

import {PemConverter, X509Certificate, X509CrlGenerator} from '@peculiar/x509';

import {organisation, trusted} from '../../server/testing/certificates.ts';
import {skat} from './test.ts';

const signingAlgorithm = {name: 'RSA-PSS', hash: 'SHA-256', saltLength: 32};

/** The certificate of an authority that its CA has revoked, for tests of proxies that check revocations. */
export const revoked = await organisation(skat);

/** Returns the revocation list of the tests' CA, in PEM. */
export async function createRevocationList(): Promise<string> {
  const list = await X509CrlGenerator.create({
    issuer: new X509Certificate(trusted.certificate).subject,
    thisUpdate: new Date(Date.now() - 60_000),
    nextUpdate: new Date(Date.now() + 24 * 60 * 60 * 1000),
    signingKey: trusted.keys.privateKey,
    signingAlgorithm,
    entries: [{serialNumber: new X509Certificate(revoked.certificate).serialNumber}],
  });
  return PemConverter.encode(list.rawData, 'X509 CRL');
}
