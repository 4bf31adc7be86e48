import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {expect, it} from 'vitest';

import {newDirectory} from '../testing/directory.ts';
import {useTestService} from '../testing/service.ts';
import {routesOf} from '../operations/public.ts';
import {embedOperations, embedServices} from './operations.ts';

const directory = newDirectory();
mkdirSync(join(directory, '1.2.3'));
for (const name of ['tavle.js', '1.2.3/tavle.js']) writeFileSync(join(directory, name), 'export {};');

const service = await useTestService(
  {},
  {pages: url => [routesOf(embedOperations, embedServices(directory, '1.2.3', url))]},
);
const head = async (path: string) => (await fetch(`${service.url}${path}`, {method: 'HEAD'})).headers;

it.each([
  ['/embed/1.2.3/tavle.js', 'public, max-age=31536000, immutable'],
  ['/embed/tavle.js', 'public, max-age=300, stale-while-revalidate=86400'],
  ['/embed/tavle.json', 'no-cache'],
])('%s may be kept as "%s"', async (path, kept) => {
  const headers = await head(path);
  expect(headers.get('cache-control')).toBe(kept);
  expect(headers.get('access-control-allow-origin')).toBe('*');
});
