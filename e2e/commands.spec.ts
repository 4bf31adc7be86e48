import {mkdir, readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {freePort} from '../server/store/testing/redis-process.ts';
import {readDocBlocks} from './support/doc-blocks.ts';
import {runShell, startUntil, writePrograms} from './support/shell.ts';
import {expect, test} from './support/test.ts';

const cli = fileURLToPath(new URL('../dist/server/cli.js', import.meta.url));
const folder = new URL('../docs/reference/commands/', import.meta.url);

/** Commands in an order in which each finds in the store what it needs. The test runs `init`, `serve` and `demo` separately. */
const order = [
  'token',
  'check',
  'backup',
  'restore',
  'repair',
  'prune',
  'inspect-deadline',
  'inspect-form',
  'export-person',
  'export-company',
  'erase-person',
  'erase-company',
];

/** Returns the examples of a page: each command, with a pattern of its output. */
async function examplesOf(name: string) {
  const page = await readFile(new URL(`${name}.md`, folder), 'utf8');
  return [...page.matchAll(/^```sh\n([^]*?)\n```\n\n```text\n([^]*?)\n```$/gm)].map(
    ([, command = '', output = '']) => ({
      command,
      pattern: output.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`).replaceAll('…', '[^]*'),
    }),
  );
}

async function firstExampleOf(name: string) {
  const [example] = await examplesOf(name);
  if (!example) throw new Error(`The page of ${name} has no example.`);
  return example;
}

test('the example of each command prints what the manual shows', async ({directory}) => {
  const bin = join(directory, 'bin');
  await mkdir(bin);
  await writePrograms(bin, {tavle: `exec ${process.execPath} ${cli} "$@"`});
  const env = {PATH: `${bin}:${process.env.PATH ?? ''}`};
  /** Starts the example of a command that runs until it is stopped. Only the port differs from the manual, whose port may be in use. */
  const start = async (name: string, before: string, place: string, ports: readonly [string, string]) => {
    const {command, pattern} = await firstExampleOf(name);
    const ready = new RegExp(`^${pattern.replaceAll(...ports)}$`, 'm');
    return startUntil(`${before}\n${command.replaceAll(...ports)}`, ready, place, env);
  };
  const port = String(await freePort());
  expect((await readdir(folder)).toSorted()).toEqual(
    [...order, 'demo', 'init', 'serve'].map(name => `${name}.md`).toSorted(),
  );

  const init = await firstExampleOf('init');
  expect(await runShell(`${init.command} --port ${port}`, directory, env)).toMatch(
    new RegExp(`^${init.pattern}`),
  );
  const place = join(directory, 'my-service');
  const load = (await readDocBlocks('reference/commands.md')).commands[0] ?? '';
  const serve = await start('serve', load, place, ['9443', port]);
  try {
    const [authority = '', deliver = ''] = (await readDocBlocks('start/authority.md')).commands;
    const [supplier = '', create = ''] = (await readDocBlocks('start/supplier.md')).commands;
    const hide = [
      `TOKEN=$(tavle token --sub anna --cvr 99999934 --name 'Anna Holm')`,
      `curl --fail-with-body --request PUT --header "Authorization: Bearer $TOKEN" --header 'Content-Type: application/json' \\`,
      `  --data '{"isSlettet": true, "isLaest": true}' https://localhost:${port}/calendar/1/virksomheder/99999934/frister/1`,
    ].join('\n');
    const setUp = [load, authority, deliver, supplier, create, hide].join('\n').replaceAll('9443', port);
    await runShell(setUp, place, env);
    for (const name of order) {
      const examples = await examplesOf(name);
      expect(examples.length, name).toBeGreaterThan(0);
      for (const {command, pattern} of examples) {
        expect(await runShell(`${load}\n${command}`, place, env)).toMatch(new RegExp(`^${pattern}\n$`));
      }
    }
  } finally {
    await serve.stop();
  }
  const demo = await start('demo', '', directory, ['8090', String(await freePort())]);
  await demo.stop();
});
