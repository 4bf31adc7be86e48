// The portal, tokens and certificates of the benchmarks that measure the service over HTTP. A changed number of people
// or apps affects all results.
import {X509Certificate} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {exportJWK, generateKeyPair, SignJWT} from 'jose';

import {createCertificateAuthority, oces3Subject} from './built.mjs';
import {sized} from './rounds.mjs';

/** The apps whose states are read. */
export const apps = Array.from({length: 8}, (_, index) => `app-${index}`);
export const statesPath = `/dashboard/1/apps/state?${apps.map(app => `apps=${app}`).join('&')}`;

/** CVR numbers: the authority that delivers, the supplier of forms, the company whose month is read. */
export const authority = '19552101';
export const supplier = '61966617';
export const company = '24256790';

/** The number of people who send requests, in turn over the connections. */
export const people = sized(1_000, 20);
export const connections = 64;

/** Creates the portal, and a token for each person. Returns the settings of the service, and the tokens as `Authorization` headers.
 * @param {string} directory For the files. @param {readonly (string | string[])[]} [companies] The companies of each person. */
export async function createTokens(directory, companies = Array(people).fill(company)) {
  const {publicKey, privateKey} = await generateKeyPair('PS256');
  const keys = [{...(await exportJWK(publicKey)), kid: 'bench', alg: 'PS256'}];
  const jwks = join(directory, 'jwks.json');
  await writeFile(jwks, JSON.stringify({keys}));
  const settings = {
    ...(await createPortal(directory)),
    TAVLE_TOKEN_JWKS: jwks,
    TAVLE_TOKEN_ISSUER: 'bench',
    TAVLE_TOKEN_AUDIENCE: 'bench',
    TAVLE_TOKEN_CVR_CLAIM: 'cvr',
    // Requests are counted, but never rejected.
    TAVLE_RATE_LIMIT: '1000000000',
  };
  const signIn = (/** @type {string | string[]} */ cvr, /** @type {number} */ index) =>
    new SignJWT({sub: `person-${index}`, cvr, iss: 'bench', aud: 'bench'})
      .setProtectedHeader({alg: 'PS256', kid: 'bench'})
      .setExpirationTime('1h')
      .sign(privateKey);
  const tokens = await Promise.all(companies.map(signIn));
  return {settings, authorizations: tokens.map(token => `Bearer ${token}`)};
}

/** Creates the portal, and a certificate of an organisation, as a local proxy forwards it (RFC 9440).
 * @param {string} directory For the files. @param {string} cvr */
export async function createCertificate(directory, cvr) {
  const ca = await createCertificateAuthority('Bench');
  const {certificate} = await ca.issue({subject: oces3Subject(cvr, 'Bench')});
  const file = join(directory, 'ca.pem');
  await writeFile(file, ca.certificate);
  return {
    headers: {
      'client-cert': `:${new X509Certificate(certificate).raw.toString('base64')}:`,
      'content-type': 'application/json',
    },
    settings: {
      ...(await createPortal(directory)),
      TAVLE_CLIENT_CA: file,
      TAVLE_CLIENT_CERT_PROXIES: '127.0.0.1',
      TAVLE_RATE_LIMIT: 'off',
    },
  };
}

/** @param {string} directory */
async function createPortal(directory) {
  const file = join(directory, 'portal.json');
  const portal = {
    apps: apps.map(navn => ({navn, tilstand: 'hidden'})),
    myndigheder: [
      {myndighedsid: 1, forkortelse: 'ERST', navn: 'Erhvervsstyrelsen', cvr: '10150817', type: 'stat'},
      {myndighedsid: 2, forkortelse: 'SKAT', navn: 'Skattestyrelsen', cvr: authority, type: 'stat'},
    ],
    leverandoerer: [{cvr: supplier, navn: 'Dafolo'}],
  };
  await writeFile(file, JSON.stringify(portal));
  return {
    TAVLE_PORT: '0',
    TAVLE_PORTAL: file,
    TAVLE_LOG_LEVEL: 'error',
    // Most measurements are about the store. The others override this.
    TAVLE_AUDIT: 'off',
  };
}
