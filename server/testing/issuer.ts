import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {exportJWK, generateKeyPair, type JWTPayload, SignJWT} from 'jose';

import {newDirectory} from './directory.ts';

/* An issuer of tokens with a key set in a file, for tests of the service and the end-to-end tests. Tests pass other
 * claims in `changes`. */

export const cvrClaim = 'https://data.gov.dk/model/core/eid/professional/cvr';

/** A token issuer with a key set in a file. */
export interface TestIssuer {
  readonly name: string;
  readonly audience: string;
  readonly keySetFile: string;
  /** Issues a token for `sub`, valid for five minutes unless `changes` override its claims. */
  token(sub: string, changes?: JWTPayload & {kid?: string}): Promise<string>;
  /** Returns the header with a token for `sub`, acting for the company `cvr` if given. */
  authorize(sub: string, cvr?: string): Promise<{authorization: string}>;
  /** Replaces the key. */
  changeKey(): Promise<void>;
}

/** @param alg The algorithm of the keys (RFC 7518). Keys for the default algorithm are fast to create. */
export async function createTestIssuer(alg = 'ES256'): Promise<TestIssuer> {
  const keySetFile = join(newDirectory(), 'jwks.json');
  const name = 'https://issuer.test';
  const audience = 'https://portal.test';
  let number = 0;
  let privateKey: CryptoKey;

  async function changeKey() {
    number += 1;
    const pair = await generateKeyPair(alg, {extractable: true});
    privateKey = pair.privateKey;
    const key = {...(await exportJWK(pair.publicKey)), kid: `key-${number}`, alg, use: 'sig'};
    await writeFile(keySetFile, JSON.stringify({keys: [key]}));
  }

  const token: TestIssuer['token'] = (sub, {kid = `key-${number}`, ...changes} = {}) => {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({sub, iss: name, aud: audience, iat: now, exp: now + 300, ...changes})
      .setProtectedHeader({alg, kid})
      .sign(privateKey);
  };

  await changeKey();
  return {
    name,
    audience,
    keySetFile,
    changeKey,
    token,
    authorize: async (sub, cvr) => ({authorization: `Bearer ${await token(sub, {[cvrClaim]: cvr})}`}),
  };
}
