import {createHash} from 'node:crypto';
import {mkdirSync, writeFileSync} from 'node:fs';
import {request} from 'node:http';
import {join} from 'node:path';

import {expect, it} from 'vitest';

import {embedOperations, embedServices} from './embed.ts';
import {openInterface} from './operations/operation.ts';
import {createRoutes, openGate} from './operations/routes.ts';
import {newDirectory} from './testing/directory.ts';
import {useTestService} from './testing/service.ts';

const parent = newDirectory();
writeFileSync(join(parent, 'secret.js'), 'secret');
const directory = join(parent, 'embed');
mkdirSync(directory);
mkdirSync(join(directory, '1.2.3'));
const scripts = [
  'tavle.js',
  'dashboard.js',
  'calendar.js',
  'deadlines.js',
  'forms.js',
  'editorial.js',
  '1.2.3/tavle.js',
];
for (const name of [...scripts, 'en.js', 'sanitise.js', '1.2.3/sanitise.js']) {
  writeFileSync(join(directory, name), `export const name = '${name}';`);
}

const service = await useTestService(
  {},
  {
    extraRoutes: url => [
      createRoutes([openInterface(embedOperations)], embedServices(directory, '1.2.3', url), openGate),
    ],
  },
);
const head = async (path: string) => (await fetch(`${service.url}${path}`, {method: 'HEAD'})).headers;

it.each([
  ['/embed/1.2.3/tavle.js', 'public, max-age=31536000, immutable'],
  ['/embed/1.2.3/sanitise.js', 'public, max-age=31536000, immutable'],
  ['/embed/en.js', 'public, max-age=300, stale-while-revalidate=86400'],
  ['/embed/sanitise.js?1', 'public, max-age=300, stale-while-revalidate=86400'],
  ['/embed/tavle.js', 'public, max-age=300, stale-while-revalidate=86400'],
  ['/embed/tavle.json', 'no-cache'],
])('%s may be kept as "%s"', async (path, kept) => {
  const headers = await head(path);
  expect(headers.get('cache-control')).toBe(kept);
  expect(headers.get('access-control-allow-origin')).toBe('*');
});

it.each(['tavle', 'dashboard', 'calendar', 'deadlines', 'forms', 'editorial'])(
  '/embed/%s.json has the URLs and the digest of that script',
  async name => {
    const url = `${service.url}/embed/${name}.js`;
    const script = await (await fetch(url)).text();
    const addresses = await (await fetch(`${service.url}/embed/${name}.json`)).text();
    expect(addresses).toMatch(/\}\n$/);
    expect(JSON.parse(addresses)).toEqual({
      version: '1.2.3',
      url: expect.stringMatching(new RegExp(`/embed/${name}.js$`)) as string,
      versionedUrl: expect.stringMatching(new RegExp(`/embed/1.2.3/${name}.js$`)) as string,
      integrity: `sha384-${createHash('sha384').update(script).digest('base64')}`,
    });
  },
);

it.each([
  'tavle.js/',
  '1.2.2/tavle.js',
  '1.2.3/',
  '1.2.3/../../secret.js',
  '1.2.3/%2e%2e/%2e%2e/secret.js',
  '1.2.3%2ftavle.js%00',
  '1.2.3\\tavle.js',
])('/embed/%s is not found', async path => {
  expect(await statusOf(`/embed/${path}`)).toBe(404);
});

/** Sends the path unchanged: `fetch` would resolve its dots. */
function statusOf(path: string): Promise<number | undefined> {
  const {hostname, port} = new URL(service.url);
  return new Promise((resolve, reject) => {
    request({hostname, port, path}, response => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
}
