import {readFile, stat, symlink, writeFile} from 'node:fs/promises';
import {createServer, type IncomingMessage, type RequestListener} from 'node:http';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {importPKCS8, SignJWT} from 'jose';

import {listen} from '../server/testing/listen.ts';
import {readDocBlocks} from './support/doc-blocks.ts';
import {runShell} from './support/shell.ts';
import {expect, test} from './support/test.ts';

/** The endpoint of docs/guides/sign-in.md. */
interface Endpoint {
  readonly answerTokens: (
    issuer: string,
    sessionOf: (request: IncomingMessage) => {person: string; cvr: string} | undefined,
  ) => RequestListener;
}

/** Writes a file of the manual into a directory where it finds its dependencies. */
async function writeFromManual(directory: string, name: string): Promise<void> {
  const {files} = await readDocBlocks('guides/sign-in.md');
  await symlink(fileURLToPath(new URL('../node_modules', import.meta.url)), join(directory, 'node_modules'));
  await writeFile(join(directory, name), files[name] ?? '');
}

const sessions = new Map([
  ['session=anna', {person: 'urn:uuid:anna', cvr: '24256790'}],
  ['session=bo', {person: 'urn:uuid:bo', cvr: '47458714'}],
]);

test('the manual’s endpoint issues tokens that the service accepts, each for one person and company', async ({
  start,
  directory,
}) => {
  // As `npm init` writes it.
  await writeFile(join(directory, 'package.json'), '{"type": "commonjs"}');
  await writeFromManual(directory, 'tokens.mjs');
  const {answerTokens} = (await import(join(directory, 'tokens.mjs'))) as Endpoint;

  const portal = createServer();
  const address = `http://127.0.0.1:${await listen(portal)}`;
  portal.on(
    'request',
    answerTokens(address, ({headers}) => sessions.get(headers.cookie ?? '')),
  );
  const {url} = await start({
    TAVLE_TOKEN_JWKS: `${address}/jwks.json`,
    TAVLE_TOKEN_ISSUER: address,
    TAVLE_TOKEN_AUDIENCE: 'tavle',
  });

  const tokenOf = (cookie: string) => fetch(`${address}/my-token`, {headers: {cookie}});
  const call = async (cookie: string, path: string, method = 'GET') => {
    const token = await (await tokenOf(cookie)).text();
    return fetch(url + path, {method, headers: {authorization: `Bearer ${token}`}});
  };
  const state = '/dashboard/1/apps/state?apps=cvr';

  expect((await tokenOf('')).status).toBe(401);
  const turnedOn = await call('session=anna', '/dashboard/1/apps/state?app=cvr&activated=true', 'PUT');
  expect(turnedOn.status).toBe(200);
  expect(await (await call('session=anna', state)).json()).toEqual({cvr: {state: 'active'}});
  expect(await (await call('session=bo', state)).json()).toEqual({cvr: {state: 'deactive'}});

  const calendar = '/calendar/1/virksomheder/24256790/frister';
  expect((await call('session=anna', calendar)).status).toBe(200);
  expect((await call('session=bo', calendar)).status).toBe(403);

  // After a restart of the portal, its endpoint has a new key.
  const restarted = (await import(`${join(directory, 'tokens.mjs')}?restarted`)) as Endpoint;
  portal.removeAllListeners('request').on(
    'request',
    restarted.answerTokens(address, ({headers}) => sessions.get(headers.cookie ?? '')),
  );
  // The service fetches the key set at most once a second.
  await expect.poll(async () => (await call('session=anna', state)).status).toBe(200);

  portal.close();
  portal.closeAllConnections();
});

test('a key can be replaced as the manual describes, without a rejected token', async ({
  start,
  directory,
}) => {
  await writeFromManual(directory, 'new-key.mjs');
  const createKey = async () => (await runShell('node new-key.mjs', directory)).trim();
  const oldKid = await createKey();
  const {url} = await start({
    TAVLE_TOKEN_JWKS: join(directory, 'jwks.json'),
    TAVLE_TOKEN_ISSUER: 'portal',
    TAVLE_TOKEN_AUDIENCE: 'tavle',
  });
  const statusWith = async (kid: string) => {
    const key = await importPKCS8(await readFile(join(directory, `${kid}.pem`), 'utf8'), 'ES256');
    const token = await new SignJWT({iss: 'portal', aud: 'tavle', sub: 'anna'})
      .setProtectedHeader({alg: 'ES256', kid})
      .setExpirationTime('5 minutes')
      .sign(key);
    const headers = {authorization: `Bearer ${token}`};
    return (await fetch(`${url}/dashboard/1/apps/state?apps=cvr`, {headers})).status;
  };
  expect(await statusWith(oldKid)).toBe(200);

  const newKid = await createKey();
  expect((await stat(join(directory, `${newKid}.pem`))).mode & 0o777).toBe(0o600);
  expect(await statusWith(oldKid)).toBe(200);
  expect(await statusWith(newKid)).toBe(200);

  const {keys} = JSON.parse(await readFile(join(directory, 'jwks.json'), 'utf8')) as {
    keys: {kid: string}[];
  };
  await writeFile(
    join(directory, 'jwks.json'),
    JSON.stringify({keys: keys.filter(({kid}) => kid !== oldKid)}),
  );
  await expect.poll(() => statusWith(oldKid)).toBe(401);
  expect(await statusWith(newKid)).toBe(200);
});
