import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {describe, expect, it} from 'vitest';

import {testPackageRoutes} from '../testing/openapi/package-routes.ts';
import {version} from '../package.ts';
import {createRawClient} from '../testing/raw-client.ts';
import {useTestService} from '../testing/service.ts';
import {serveFiles} from './static-files.ts';

const service = await useTestService({}, {extraRoutes: testPackageRoutes});
const send = createRawClient(service.url);

it.each([
  '/docs',
  '/docs?from=a-mail',
  '/docs/page.js?v=1',
  '/embed/tavle.js?v=1',
  // RFC 9112, section 3.2.2: a server must accept absolute URLs.
  'http://tavle.example.dk/docs',
  'http://tavle.example.dk/docs/page.js',
  `http://tavle.example.dk/embed/${version}/tavle.js?v=1`,
])('serves a file at %s', async target => {
  const response = await send({method: 'GET', target, headers: []});
  expect(response.status).toBe(200);
  expect(response.text).toBe('built');
});

it.each([
  '/embed/tavle.js/',
  '/docs/nothing.js',
  '/docs/..%2Fembed%2Ftavle.js',
  '/embed/%2e%2e/docs/page.js',
  '/embed/',
  // A proxy that forwards only some paths would see another path.
  '/docs\\page.js',
  '/docs\\page.js#fragment',
  'http://tavle.example.dk/docs\\page.js',
])('returns 404 for %s', async target => {
  expect((await send({method: 'GET', target, headers: []})).status).toBe(404);
});

describe('compressed files', () => {
  const variants = ['identity', 'gzip', 'br'] as const;
  const get = (coding: string, headers: [string, string][] = [], method = 'GET') =>
    send({method, target: '/docs/page.css', headers: [['accept-encoding', coding], ...headers]});

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['', undefined],
  ])('are chosen by "Accept-Encoding: %s": %s', async (accepted, coding) => {
    const {status, headers, text} = await get(accepted);
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(coding);
    expect(headers.vary).toContain('Accept-Encoding');
    expect(headers['content-type']).toBe('text/css; charset=utf-8');
    expect(text).toBe(coding ?? 'built');
  });

  it('have one ETag each, for which the response is 304 with the caching headers', async () => {
    const tags = new Set<string>();
    for (const coding of variants) {
      const tag = String((await get(coding)).headers.etag);
      tags.add(tag);
      const known = await get(coding, [['if-none-match', `"other", ${tag}`]]);
      expect(known).toMatchObject({status: 304, text: ''});
      expect(known.headers).toMatchObject({etag: tag, 'cache-control': 'public, max-age=3600'});
    }
    expect(tags.size).toBe(variants.length);
  });

  it('respond to HEAD with the headers of GET and no content', async () => {
    const head = await get('gzip', [], 'HEAD');
    expect(head).toMatchObject({status: 200, text: ''});
    expect(head.headers).toMatchObject({'content-length': '4', 'content-encoding': 'gzip'});
  });

  it.each(['/docs/page.css.br', '/docs/page.css.gz'])(
    'cannot be requested directly: %s returns 404',
    async target => {
      expect((await send({method: 'GET', target, headers: []})).status).toBe(404);
    },
  );
});

it('serves a file without an extension as plain text', async () => {
  const {headers} = await send({method: 'GET', target: '/docs/LICENSE', headers: []});
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
});

it('throws an error that names the directory if the build is missing', () => {
  expect(() => serveFiles(join(tmpdir(), 'no-such-build'), '/docs', () => undefined)).toThrow(
    /no-such-build.*npm run build/,
  );
});
