import {mkdtemp} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {afterAll, expect, it} from 'vitest';

import {testPages, version} from '../openapi/testing/pages.ts';
import {createWire} from '../openapi/testing/wire.ts';
import {startTestService} from '../testing/service.ts';

const store = `file:${await mkdtemp(join(tmpdir(), 'tavle-data-'))}`;
const service = await startTestService(store, {}, testPages);
const send = createWire(service.url);
afterAll(() => service.stop());

it.each([
  '/docs',
  '/docs?from=a-mail',
  '/docs/page.js?v=1',
  '/embed/tavle.js?v=1',
  // RFC 9112, section 3.2.2: a server must take the whole address, too.
  'http://tavle.example.dk/docs',
  'http://tavle.example.dk/docs/page.js',
  `http://tavle.example.dk/embed/${version}/tavle.js?v=1`,
])('a file is found by %s', async target => {
  const answer = await send({method: 'GET', target, headers: []});
  expect(answer.status).toBe(200);
  expect(answer.text).toBe('built');
});

it.each(['bytes=0-0', 'bytes=-1', 'bytes=99-', 'bytes=9-1'])(
  'a file asked for in part (%s) comes whole',
  async range => {
    const answer = await send({method: 'GET', target: '/embed/tavle.js', headers: [['range', range]]});
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('built');
  },
);

it.each([
  '/embed/tavle.js/',
  '/docs/nothing.js',
  '/docs/..%2Fembed%2Ftavle.js',
  '/embed/%2e%2e/docs/page.js',
  '/embed/',
])('nothing is found by %s', async target => {
  expect((await send({method: 'GET', target, headers: []})).status).toBe(404);
});
