import {writeFileSync} from 'node:fs';

import type {IssuedCertificate} from './certificate-authority.ts';

/** Writes `PATH.pem`, and `PATH.key`, which only its owner can read. @param path Without an extension. */
export function writeCertificate(path: string, {certificate, key}: IssuedCertificate): void {
  writeFileSync(`${path}.pem`, certificate);
  writeFileSync(`${path}.key`, key, {mode: 0o600});
}
