import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {exportJWK, generateKeyPair, SignJWT} from 'jose';

/** The apps whose states are read. */
export const apps = Array.from({length: 8}, (_, place) => `app-${place}`);

/** The company whose month is read. */
export const company = '24256790';

/** The number of people who send requests, each over a separate connection. */
export const people = 64;

/** A portal of those apps, and an issuer that gives each person a token.
 * @param {string} directory Where their files go. */
export async function createPortal(directory) {
  const {publicKey, privateKey} = await generateKeyPair('PS256');
  const keys = [{...(await exportJWK(publicKey)), kid: 'bench', alg: 'PS256'}];
  const jwks = join(directory, 'jwks.json');
  const portal = join(directory, 'portal.json');
  await writeFile(jwks, JSON.stringify({keys}));
  await writeFile(portal, JSON.stringify({apps: apps.map(navn => ({navn, tilstand: 'hidden'}))}));
  const settings = {
    TAVLE_PORT: '0',
    TAVLE_PORTAL: portal,
    TAVLE_TOKEN_JWKS: jwks,
    TAVLE_TOKEN_ISSUER: 'bench',
    TAVLE_TOKEN_AUDIENCE: 'bench',
    TAVLE_TOKEN_CVR_CLAIM: 'cvr',
    TAVLE_LOG_LEVEL: 'error',
    // Bare Koa has none. It is measured apart.
    TAVLE_AUDIT: 'off',
    // Counted like any other, but never too many.
    TAVLE_RATE_LIMIT: '1000000000',
  };
  /** @param {string} sub */
  async function signIn(sub) {
    const token = await new SignJWT({sub, cvr: company, iss: 'bench', aud: 'bench'})
      .setProtectedHeader({alg: 'PS256', kid: 'bench'})
      .setExpirationTime('1h')
      .sign(privateKey);
    return `Bearer ${token}`;
  }
  const authorizations = await Promise.all(
    Array.from({length: people}, (_, place) => signIn(`person-${place}`)),
  );
  return {settings, authorizations};
}
