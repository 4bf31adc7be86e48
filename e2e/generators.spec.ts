import {cp, writeFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';

import {isThorough} from '../server/testing/thoroughness.ts';
import {npm} from './support/consumer.ts';
import {runShell} from './support/shell.ts';
import {expect, test} from './support/test.ts';

const sources = fileURLToPath(new URL('generators', import.meta.url));

test.describe.configure({timeout: 600_000});
test.skip(!isThorough, 'It installs generators of clients: npm run test:long.');

const orvalConfig = JSON.stringify(
  Object.fromEntries(
    ['fetch', 'axios', 'zod'].map(client => [
      client,
      {input: {target: './openapi.json'}, output: {target: `./out/${client}.ts`, client, mode: 'single'}},
    ]),
  ),
);

/** The command of each generator, which writes TypeScript to `out`. */
const generators = {
  'orval 7': 'node node_modules/orval7/dist/bin/orval.js --config orval.config.json',
  'orval 8': 'node node_modules/orval8/dist/bin/orval.mjs --config orval.config.json',
  'openapi-zod-client': 'npx openapi-zod-client openapi.json -o out/client.ts --export-schemas',
  'Hey API':
    'npx openapi-ts -i ./openapi.json -o out -p @hey-api/typescript @hey-api/sdk zod @hey-api/client-fetch',
  'swagger-typescript-api': 'npx swagger-typescript-api generate -p openapi.json -o out -n api.ts',
};

const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

test('five generators create clients from the OpenAPI document that compile with tsc --strict', async ({
  start,
  directory,
}) => {
  const {url} = await start();
  await cp(sources, directory, {recursive: true});
  const description = await (await fetch(`${url}/openapi.json`)).text();
  const files = {
    'openapi.json': description,
    'orval.config.json': orvalConfig,
    'tsconfig.json': JSON.stringify({compilerOptions, include: ['out']}),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(`${directory}/${name}`, text);
  await runShell('npm ci --ignore-scripts', directory, npm);
  for (const [name, command] of Object.entries(generators)) {
    await test.step(name, async () => {
      await runShell(`rm -rf out && mkdir out && ${command}`, directory, npm);
      expect(await runShell('ls out', directory)).toContain('.ts');
      await runShell('npx tsc -p .', directory, npm);
    });
  }
});
