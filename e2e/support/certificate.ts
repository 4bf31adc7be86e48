// The library below asks for this one to be there before it.
import 'reflect-metadata';

import {KeyObject, webcrypto} from 'node:crypto';

import {SubjectAlternativeNameExtension, X509CertificateGenerator} from '@peculiar/x509';

/** PEM texts. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

const day = 24 * 60 * 60 * 1000;

/** Makes a certificate, signed by itself, for a server at this IP address; good from yesterday until tomorrow. */
export async function createCertificate(address: string): Promise<Certificate> {
  const algorithm = {name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256'};
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${address}`,
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + day),
    keys,
    signingAlgorithm: algorithm,
    extensions: [new SubjectAlternativeNameExtension([{type: 'ip', value: address}])],
  });
  const key = KeyObject.from(keys.privateKey).export({type: 'pkcs8', format: 'pem'});
  return {certificate: certificate.toString('pem'), key: key.toString()};
}
