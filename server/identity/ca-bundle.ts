import {X509Certificate} from 'node:crypto';

/* Reads the trusted CAs of `TAVLE_CLIENT_CA`, for the settings, `tavle check` and `certificate.ts`. To read another format
 * than PEM, change `parseBundle`. One invalid certificate must refuse the whole bundle. */

const begin = '-----BEGIN CERTIFICATE-----';

/** Parses a bundle of PEM certificates. @throws If it has no certificate, or one is invalid. */
export function parseBundle(pem: string): X509Certificate[] {
  const [, ...blocks] = pem.split(begin);
  if (!blocks.length) throw new Error('There is no PEM certificate in it.');
  return blocks.map((block, place) => {
    try {
      return new X509Certificate(begin + block);
    } catch (error) {
      throw new Error(
        `Certificate ${place + 1} in it is not complete and valid PEM: ${(error as Error).message}.`,
        {cause: error},
      );
    }
  });
}

/** Returns the first CA whose issuer is not in the bundle: a handshake without a server name refuses certificates that this CA has issued. */
export function withoutIssuer(bundle: readonly X509Certificate[]): X509Certificate | undefined {
  return bundle.find(ca => !bundle.some(other => isIssuedBy(ca, other)));
}

/** Returns whether `subject` names `issuer` as its issuer, and has its signature. */
export function isIssuedBy(subject: X509Certificate, issuer: X509Certificate): boolean {
  return subject.checkIssued(issuer) && subject.verify(issuer.publicKey);
}
