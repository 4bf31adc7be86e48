import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {exportJWK, generateKeyPair, SignJWT} from 'jose';

/** The apps whose states are read. */
export const apps = Array.from({length: 8}, (_, index) => `app-${index}`);

/** The company whose month is read. */
export const company = '24256790';

/** The number of people who send requests, in turn over the connections. */
export const people = 1_000;
export const connections = 64;

/** Creates a portal with these apps, and a token for each person.
 * @param {string} directory For the files. */
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
    // Bare Koa has no audit log. Tavle with its audit log is measured separately.
    TAVLE_AUDIT: 'off',
    // Requests are counted, but never rejected.
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
    Array.from({length: people}, (_, index) => signIn(`person-${index}`)),
  );
  return {settings, authorizations};
}
