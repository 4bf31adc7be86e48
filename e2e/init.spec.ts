import {mkdir, readdir, readFile} from 'node:fs/promises';
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
  const [setting = '', check = '', serve = '', , deliver = ''] = [
    ...stdout.matchAll(/^ {2}((?:cd|node|curl) .*)$/gm),
  ].map(([, line = '']) => line);
  const programs = [setting, check, serve, deliver].map(line => line.split(' ')[0]);
  expect(programs).toEqual(['cd', 'node', 'node', 'curl']);

  const checked = await runShell(`${setting}\n${check}`, directory);
  expect(checked).toContain('Interfaces A, B and C, for client certificates: on.');
  expect(checked).toContain('0 errors, 0 warnings.');

  const service = await startUntil(`${setting}\nexec ${serve}`, /^tavle ready (\S+)$/m, directory);
  try {
    const delivered = await runShell(`cd 'min tjeneste'\n${deliver} --silent`, directory);
    expect(JSON.parse(delivered)).toMatchObject({
      fristId: 1,
      afsenderNavn: 'Testmyndigheden',
      antalModtagere: 1,
    });
    const portal = JSON.parse(await readFile(join(directory, 'min tjeneste/portal.json'), 'utf8')) as unknown;
    expect(portal).toMatchObject({portal: {url: `https://localhost:${port}`}});
  } finally {
    await service.stop();
  }
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
    // The largest size of a file, in blocks of 512 bytes. Only the settings have more.
    const shell = 'ulimit -f 8; exec "$@"';
    const {code, stderr} = await runToEnd(['init', place], {}, directory, {shell});
    expect(code).toBe(1);
    expect(stderr).toMatch(/^tavle init: cannot write to .*EFBIG/);
    expect(await readdir(directory, {recursive: true})).toEqual(left);
  });
}
