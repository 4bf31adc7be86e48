import {generateKeyPairSync} from 'node:crypto';
import {copyFile, mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {freePort} from '../server/store/testing/redis-process.ts';
import {runToEnd} from './support/process.ts';
import {runShell, startUntil} from './support/shell.ts';
import {expect, test} from './support/test.ts';

test('tavle init creates a service that passes tavle check, starts, and accepts a deadline with the printed commands', async ({
  directory,
}) => {
  const port = String(await freePort());
  const {code, stdout} = await runToEnd(['init', 'min tjeneste', '--port', port], {}, directory);
  expect(code).toBe(0);
  const [setting = '', check = '', serve = '', , deliver = '', read = ''] = [
    ...stdout.matchAll(/^ {2}((?:cd|node|curl) .*)$/gm),
  ].map(([, line = '']) => line);
  const programs = [setting, check, serve, deliver, read].map(line => line.split(' ')[0]);
  expect(programs).toEqual(['cd', 'node', 'node', 'curl', 'curl']);

  const checked = await runShell(`${setting}\n${check}`, directory);
  expect(checked).toContain('Interfaces A, B and C, for client certificates: on.');
  expect(checked).toContain('Interfaces D, E and G, for tokens: on.');
  expect(checked).toContain('0 errors, 0 warnings.');

  const service = await startUntil(`${setting}\nexec ${serve}`, /^tavle ready (\S+)$/m, directory);
  try {
    const delivered = await runShell(`cd 'min tjeneste'\n${deliver} --silent`, directory);
    expect(JSON.parse(delivered)).toMatchObject({
      fristId: 1,
      afsenderNavn: 'Testmyndigheden',
      antalModtagere: 1,
    });
    const calendar = await runShell(`${setting}\n${read} --silent`, directory);
    expect(JSON.parse(calendar)).toMatchObject([{fristId: 1, overskrift: 'Min første frist'}]);
    const portal = JSON.parse(await readFile(join(directory, 'min tjeneste/portal.json'), 'utf8')) as unknown;
    expect(portal).toMatchObject({portal: {url: `https://localhost:${port}`}});
  } finally {
    await service.stop();
  }
});

test('tavle token prints tokens for several companies, and only for the test key set', async ({
  directory,
}) => {
  await runToEnd(['init', 'ny'], {}, directory);
  const settings = {
    TAVLE_TOKEN_JWKS: 'ny/tokens/jwks.json',
    TAVLE_TOKEN_ISSUER: 'issuer',
    TAVLE_TOKEN_AUDIENCE: 'audience',
    TAVLE_TOKEN_OWNER_CLAIM: 'uuid',
  };
  const command = ['token', '--sub', 'anna', '--cvr', '99999934', '--cvr', '24256790', '--name', 'Anna Sø'];
  const {code, stdout} = await runToEnd(command, settings, directory);
  expect(code).toBe(0);
  const claims = Buffer.from(stdout.split('.')[1] ?? '', 'base64url').toString();
  expect(JSON.parse(claims)).toMatchObject({
    ...{uuid: 'anna', name: 'Anna Sø', iss: 'issuer', aud: 'audience'},
    'https://data.gov.dk/model/core/eid/professional/cvr': ['99999934', '24256790'],
  });

  const refused = /^tavle token: TAVLE_TOKEN_JWKS: Must be the test key set/;
  const other = JSON.parse(await readFile(join(directory, 'ny/tokens/jwks.json'), 'utf8')) as {
    keys: object[];
  };
  await writeFile(join(directory, 'other.json'), JSON.stringify(other));
  await mkdir(join(directory, 'changed'));
  await copyFile(join(directory, 'ny/tokens/private-key.json'), join(directory, 'changed/private-key.json'));
  const {publicKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
  const keys = other.keys.map(key => ({...key, ...publicKey.export({format: 'jwk'})}));
  await writeFile(join(directory, 'changed/jwks.json'), JSON.stringify({keys}));
  for (const [changes, problem] of [
    [{TAVLE_TOKEN_JWKS: 'https://login.example.dk/jwks'}, refused],
    [{TAVLE_TOKEN_JWKS: 'other.json'}, refused],
    [{TAVLE_TOKEN_JWKS: 'changed/jwks.json'}, refused],
    [{TAVLE_TOKEN_JWKS: ''}, refused],
    [{TAVLE_TOKEN_ISSUER: ''}, /^tavle token: TAVLE_TOKEN_ISSUER: Is needed with TAVLE_TOKEN_JWKS\.\n$/],
    [
      {TAVLE_TOKEN_JWKS: 'missing.json'},
      /^tavle token: TAVLE_TOKEN_JWKS: cannot read missing.json \(ENOENT\)/,
    ],
  ] as const) {
    const {code, stdout, stderr} = await runToEnd(command, {...settings, ...changes}, directory);
    expect({code, stdout}).toEqual({code: 1, stdout: ''});
    expect(stderr).toMatch(problem);
  }
  const invalid = await runToEnd(['token', '--sub', 'a', '--cvr', '1234'], settings, directory);
  expect(invalid).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"1234" is not a CVR number'),
  });
});

test('tavle init rejects invalid ports and writes nothing', async ({directory}) => {
  for (const port of ['0', '65536', '8443x']) {
    const {code, stderr} = await runToEnd(['init', 'ny', `--port=${port}`], {}, directory);
    expect({code, stderr}).toEqual({
      code: 1,
      stderr: `tavle init: --port: Must be a whole number from 1 to 65535, not "${port}".\n`,
    });
  }
  expect(await readdir(directory)).toEqual([]);
});

for (const [what, left, place] of [
  ['the settings, the last file, cannot be written', ['ny'], 'ny'],
  ['a file in new directories cannot be written', [], 'ny/min tjeneste'],
] as const) {
  test(`tavle init leaves nothing when ${what}`, async ({directory}) => {
    for (const name of left) await mkdir(join(directory, name));
    // Limits the size of files, in blocks of 512 bytes. Only the settings are larger.
    const shell = 'ulimit -f 8; exec "$@"';
    const {code, stderr} = await runToEnd(['init', place], {}, directory, {shell});
    expect(code).toBe(1);
    expect(stderr).toMatch(/^tavle init: cannot write to .*EFBIG/);
    expect(await readdir(directory, {recursive: true})).toEqual(left);
  });
}
