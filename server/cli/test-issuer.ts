import {generateKeyPairSync} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';

import type {JWK} from 'jose';
import {SignJWT} from 'jose/jwt/sign';
import {importJWK} from 'jose/key/import';

import {readTokenConfig} from '../config.ts';
import {decodeUtf8} from '../files.ts';
import {hasCvrForm} from '../identity/cvr.ts';
import {CommandError} from '../maintenance/messages.ts';
import {report} from './report.ts';

/* The issuer of test tokens, for `tavle init` and `tavle token`. Add a claim to `TestClaims` and `createToken`, and its
 * option to `program.ts`. The service reads only the key set. Only the user who runs `tavle init` may read the file of
 * the private key. */

const alg = 'ES256';
const lifetimeSeconds = 12 * 60 * 60;
const keySetName = 'jwks.json';
const privateKeyName = 'private-key.json';

/** The settings of the test issuer, except the key set. */
export const testIssuer = {issuer: 'urn:tavle:test-issuer', audience: 'urn:tavle:test'};

/** Writes the key set of a test issuer, and its private key, which `tavle token` signs with. */
export function writeTestKeys(directory: string): void {
  const {publicKey, privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
  const shared = {kid: 'tavle-init', alg, use: 'sig'};
  const write = (name: string, content: object, mode: number) =>
    writeFileSync(join(directory, name), `${JSON.stringify(content, undefined, 2)}\n`, {mode});
  write(privateKeyName, {...privateKey.export({format: 'jwk'}), ...shared}, 0o600);
  write(keySetName, {keys: [{...publicKey.export({format: 'jwk'}), ...shared}]}, 0o644);
}

/** The claims of a test token. */
export interface TestClaims {
  readonly sub: string;
  readonly cvr?: readonly string[];
  readonly name?: string;
}

/** Runs `tavle token`, which prints a token for the service of the settings. */
export const printToken = (claims: TestClaims): Promise<void> =>
  report('token', async () => ({lines: [await createToken(process.env, claims)], problems: []}));

/** Returns a signed token. @throws {CommandError} if a claim is invalid, or the settings do not name the key set of {@link writeTestKeys}. {@link ConfigError} */
export async function createToken(
  variables: NodeJS.ProcessEnv,
  {sub, cvr: cvrs = [], name}: TestClaims,
): Promise<string> {
  if (!sub.trim()) throw new CommandError('--sub: Must not be blank.');
  const wrong = cvrs.find(cvr => !hasCvrForm(cvr));
  if (wrong !== undefined) throw new CommandError(`--cvr: "${wrong}" is not a CVR number of eight digits.`);
  const config = readTokenConfig(variables);
  const key = config && privateKeyOf(config.jwks);
  if (!key)
    throw new CommandError(
      'TAVLE_TOKEN_JWKS: Must be the test key set that "tavle init" writes: this command signs with its key only.',
    );
  const {issuer, audience, ownerClaim, cvrClaim, nameClaim} = config;
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    ...{iss: issuer, aud: audience, iat: now, exp: now + lifetimeSeconds},
    ...(name !== undefined && {[nameClaim]: name}),
    ...(cvrs.length && {[cvrClaim]: cvrs.length === 1 ? cvrs[0] : cvrs}),
    [ownerClaim]: sub,
  };
  return new SignJWT(claims).setProtectedHeader({alg, kid: key.kid ?? ''}).sign(await importJWK(key, alg));
}

/** Returns the private key next to a key set that contains its public key. */
function privateKeyOf(keySet: string): JWK | undefined {
  try {
    const read = (path: string) => JSON.parse(decodeUtf8(readFileSync(path))) as unknown;
    const key = read(join(dirname(keySet), privateKeyName)) as JWK;
    const {keys} = read(keySet) as {keys: JWK[]};
    return keys.some(({kid, x, y}) => kid === key.kid && x === key.x && y === key.y) ? key : undefined;
  } catch {
    return undefined;
  }
}
