import {createHash} from 'node:crypto';
import {mkdirSync, symlinkSync, truncateSync, writeFileSync} from 'node:fs';
import {request} from 'node:http';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';

import {describe, expect, it} from 'vitest';

import {newDirectory} from '../testing/directory.ts';
import {useTestService} from '../testing/service.ts';
import {routesOf} from '../operations/public.ts';
import {findArchive} from './archive.ts';
import {embedOperations, embedServices} from './operations.ts';

const directory = newDirectory();
mkdirSync(join(directory, '1.2.3'));
const scripts = ['tavle.js', 'dashboard.js', 'calendar.js', 'deadlines.js', 'forms.js', '1.2.3/tavle.js'];
for (const name of [...scripts, 'companies.js', 'dialogs.js', '1.2.3/dialogs.js']) {
  writeFileSync(join(directory, name), `export const name = '${name}';`);
}

const archive = newDirectory();
const secret = join(newDirectory(), 'secret.js');
writeFileSync(secret, 'secret');
for (const version of ['1.2.2', '1.2.3', '1.2.0-beta.1', 'node_modules', '..hidden']) {
  mkdirSync(join(archive, version));
  writeFileSync(join(archive, version, 'tavle.js'), `earlier ${version}`);
}
writeFileSync(join(archive, '1.2.2', 'an-older-name.js'), 'older');
writeFileSync(join(archive, '1.2.2', 'an-older-name.js.gz'), gzipSync('older'));
for (const other of ['tavle.env', 'index.html', 'Tavle.js', '.hidden.js', 'tavle.mjs']) {
  writeFileSync(join(archive, '1.2.2', other), 'other');
}
symlinkSync(secret, join(archive, '1.2.2', 'link.js'));
symlinkSync(join(archive, '1.2.2'), join(archive, '1.1.0'));
mkdirSync(join(archive, '1.2.2', 'deep'));
writeFileSync(join(archive, '1.2.2', 'deep', 'tavle.js'), 'deep');
mkdirSync(join(archive, 'empty'));
writeFileSync(join(archive, 'tavle.js'), 'without a version');

const service = await useTestService(
  {},
  {
    extraRoutes: url => [
      routesOf(embedOperations, embedServices(directory, '1.2.3', url, findArchive(archive))),
    ],
  },
);
const head = async (path: string) => (await fetch(`${service.url}${path}`, {method: 'HEAD'})).headers;

it.each([
  ['/embed/1.2.3/tavle.js', 'public, max-age=31536000, immutable'],
  ['/embed/1.2.3/dialogs.js', 'public, max-age=31536000, immutable'],
  ['/embed/companies.js', 'public, max-age=300, stale-while-revalidate=86400'],
  ['/embed/dialogs.js?1', 'public, max-age=300, stale-while-revalidate=86400'],
  ['/embed/tavle.js', 'public, max-age=300, stale-while-revalidate=86400'],
  ['/embed/tavle.json', 'no-cache'],
])('%s may be kept as "%s"', async (path, kept) => {
  const headers = await head(path);
  expect(headers.get('cache-control')).toBe(kept);
  expect(headers.get('access-control-allow-origin')).toBe('*');
});

it.each(['tavle', 'dashboard', 'calendar', 'deadlines', 'forms'])(
  '/embed/%s.json has the URLs and the digest of that script',
  async name => {
    const url = `${service.url}/embed/${name}.js`;
    const script = await (await fetch(url)).text();
    const addresses = await fetch(`${service.url}/embed/${name}.json`);
    expect(await addresses.json()).toEqual({
      version: '1.2.3',
      url: expect.stringMatching(new RegExp(`/embed/${name}.js$`)) as string,
      versionedUrl: expect.stringMatching(new RegExp(`/embed/1.2.3/${name}.js$`)) as string,
      integrity: `sha384-${createHash('sha384').update(script).digest('base64')}`,
    });
  },
);

describe('the scripts of earlier versions', () => {
  it.each([
    ['1.2.2/tavle.js', 'earlier 1.2.2'],
    ['1.2.0-beta.1/tavle.js', 'earlier 1.2.0-beta.1'],
    ['1.2.2/an-older-name.js', 'older'],
    // The archive does not replace the service's own files.
    ['1.2.3/tavle.js', "export const name = '1.2.3/tavle.js';"],
  ])('/embed/%s is served permanently', async (path, text) => {
    const response = await fetch(`${service.url}/embed/${path}`);
    expect(await response.text()).toBe(text);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    'tavle.js/',
    '1.2.2/tavle.env',
    '1.2.2/index.html',
    '1.2.2/Tavle.js',
    '1.2.2/.hidden.js',
    '1.2.2/tavle.mjs',
    '1.2.2/an-older-name.js.gz',
    '1.2.2/link.js',
    '1.2.2/deep/tavle.js',
    '1.2.2/',
    '1.1.0/tavle.js',
    'node_modules/tavle.js',
    '..hidden/tavle.js',
    '1.2.2/../../secret.js',
    '1.2.2/%2e%2e/tavle.js',
    '1.2.2%2ftavle.js%00',
    '1.2.2\\tavle.js',
    '9.9.9/tavle.js',
  ])('/embed/%s is not found', async path => {
    expect(await statusOf(`/embed/${path}`)).toBe(404);
  });

  it('are rejected if they are larger than 64 MiB', () => {
    const large = newDirectory();
    const script = join(large, '1.0.0/tavle.js');
    mkdirSync(join(large, '1.0.0'));
    writeFileSync(script, '');
    truncateSync(script, 64 * 1024 ** 2);
    expect(findArchive(large).versions).toEqual(['1.0.0']);
    truncateSync(script, 64 * 1024 ** 2 + 1);
    expect(() => findArchive(large)).toThrow(`${large} has more than 64 MiB of scripts.`);
  });

  it('are rejected if they are more than 1,000', () => {
    const many = newDirectory();
    mkdirSync(join(many, '1.0.0'));
    for (let place = 1; place <= 1_000; place += 1) writeFileSync(join(many, `1.0.0/script-${place}.js`), '');
    expect(findArchive(many).paths.size).toBe(1_000);
    writeFileSync(join(many, '1.0.0/tavle.js'), '');
    expect(() => findArchive(many)).toThrow(`${many} has more than 1000 scripts.`);
  });
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
