import {X509Certificate} from 'node:crypto';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {
  createCertificateAuthority,
  type IssuedCertificate,
  oces3Subject,
} from '../certificates/certificate-authority.ts';
import {writeCertificate} from '../certificates/write-certificate.ts';

/** Somebody who calls the service's interfaces with a certificate. */
export interface Organisation {
  readonly cvr: string;
  readonly navn: string;
  /** The name of its files. */
  readonly fil: string;
}

/** The demo's certificates, as files and as texts. */
export interface DemoCertificates {
  /** Path of the issuer's certificate. */
  readonly ca: string;
  readonly caText: string;
  readonly server: IssuedCertificate;
  pathsOf(organisation: Organisation): {certificate: string; key: string};
  of(organisation: Organisation): IssuedCertificate;
}

const month = 30 * 24 * 60 * 60 * 1000;

/**
 * Makes an issuer, a server's certificate and one for each organisation below a directory, unless they exist and last a
 * month longer.
 */
export async function demoCertificates(
  directory: string,
  organisations: readonly Organisation[],
): Promise<DemoCertificates> {
  const path = (name: string) => join(directory, name);
  const read = (name: string): IssuedCertificate => ({
    certificate: readFileSync(path(`${name}.pem`), 'utf8'),
    key: readFileSync(path(`${name}.key`), 'utf8'),
  });
  const write = (name: string, issued: IssuedCertificate) => writeCertificate(path(name), issued);

  const names = ['localhost', ...organisations.map(({fil}) => fil)];
  const complete = names.every(name => existsSync(path(`${name}.key`)));
  if (!complete || !lasts(path('ca.pem'))) {
    mkdirSync(directory, {recursive: true});
    const authority = await createCertificateAuthority('Tavle demo CA');
    const hosts = ['localhost', '127.0.0.1', '::1'];
    write('localhost', await authority.issue({subject: [{CN: ['localhost']}], hosts}));
    for (const {cvr, navn, fil} of organisations) {
      write(fil, await authority.issue({subject: oces3Subject(cvr, navn)}));
    }
    // Last, so that a run that is broken off is not taken for a whole one.
    writeFileSync(path('ca.pem'), authority.certificate);
  }

  return {
    ca: path('ca.pem'),
    caText: readFileSync(path('ca.pem'), 'utf8'),
    server: read('localhost'),
    pathsOf: ({fil}) => ({certificate: path(`${fil}.pem`), key: path(`${fil}.key`)}),
    of: ({fil}) => read(fil),
  };
}

function lasts(path: string): boolean {
  return existsSync(path) && Date.parse(new X509Certificate(readFileSync(path)).validTo) > Date.now() + month;
}
