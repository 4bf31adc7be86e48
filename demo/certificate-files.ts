// Creates the certificates of the demo's authorities and suppliers, for `main.ts`; `authorities.ts`, `suppliers.ts` and
// `mtls-server.ts` use them. You can add a host name. Write `ca.pem` last: it shows that all files exist.
import {X509Certificate} from 'node:crypto';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import type {IssuedCertificate} from '../certificates/certificate-authority.ts';
import {writeCertificate} from '../certificates/write-certificate.ts';

/** An organisation with a client certificate. */
export interface Organisation {
  readonly cvr: string;
  readonly navn: string;
  /** The name of the certificate's files, without extension. */
  readonly fil: string;
}

export interface DemoCertificates {
  /** Path of the issuer's certificate. */
  readonly ca: string;
  readonly caText: string;
  readonly server: IssuedCertificate;
  pathsOf(organisation: Organisation): {certificate: string; key: string};
  of(organisation: Organisation): IssuedCertificate;
}

const monthMs = 30 * 24 * 60 * 60 * 1000;

/** Creates a CA, a server certificate and one for each organisation in a directory, unless they exist and are valid for a month. */
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
  if (!complete || !isValidForMonth(path('ca.pem'))) {
    mkdirSync(directory, {recursive: true});
    // Only the first start loads this module: its libraries take a fifth of a second.
    const {createCertificateAuthority, oces3Subject} =
      await import('../certificates/certificate-authority.ts');
    const authority = await createCertificateAuthority('Tavle demo CA');
    const hosts = ['localhost', '127.0.0.1', '::1'];
    write('localhost', await authority.issue({subject: [{CN: ['localhost']}], hosts}));
    for (const {cvr, navn, fil} of organisations) {
      write(fil, await authority.issue({subject: oces3Subject(cvr, navn)}));
    }
    // Writes this file last, so that an interrupted run is repeated.
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

function isValidForMonth(path: string): boolean {
  return (
    existsSync(path) && Date.parse(new X509Certificate(readFileSync(path)).validTo) > Date.now() + monthMs
  );
}
