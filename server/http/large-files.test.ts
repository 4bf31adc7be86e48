import {once} from 'node:events';
import {subscribe, unsubscribe} from 'node:diagnostics_channel';
import type {ServerResponse} from 'node:http';
import {setImmediate} from 'node:timers/promises';
import {connect, type TLSSocket} from 'node:tls';

import {afterEach, expect, it, vi} from 'vitest';

import {testPackageRoutes} from '../testing/openapi/package-routes.ts';
import {callerWith, tlsSettings, trusted} from '../testing/certificates.ts';
import {useTestService} from '../testing/service.ts';

const KiB = 1024;

/** Larger than what the kernel buffers for a connection. */
const large = 'abcdefghijklmno\n'.repeat(KiB * KiB);
const path = '/docs/large.js';

const service = await useTestService(tlsSettings, {
  extraRoutes: publicUrl => testPackageRoutes(publicUrl, {'docs/large.js': large}),
});
const call = callerWith(service.url);
const {port} = new URL(service.url);

const opened: TLSSocket[] = [];
const responses: ServerResponse[] = [];
const note = (message: unknown) => void responses.push((message as {response: ServerResponse}).response);
afterEach(() => {
  unsubscribe('http.server.request.start', note);
  for (const socket of opened.splice(0)) socket.destroy();
  responses.length = 0;
});

/** Requests the file without reading the response. */
async function requestUnread(): Promise<TLSSocket> {
  const socket = connect({host: '127.0.0.1', port: Number(port), ca: trusted.certificate});
  opened.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return socket;
}

it('holds at most 256 KiB for each connection that does not read a file of 16 MiB', async () => {
  subscribe('http.server.request.start', note);
  const connections = 10;
  for (let index = 0; index < connections; index += 1) await requestUnread();
  await vi.waitFor(() => {
    expect(responses).toHaveLength(connections);
    expect(responses.every(({writableLength}) => writableLength > 0)).toBe(true);
  });
  for (const {writableLength} of responses) expect(writableLength).toBeLessThan(256 * KiB);
});

it('sends a large file whole, with its length', async () => {
  const {headers, text} = await call('GET', path, undefined, {range: 'bytes=0-9'});
  expect(headers).toMatchObject({
    'content-length': String(large.length),
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect(headers['transfer-encoding']).toBeUndefined();
  expect(text === large).toBe(true);
});

it.each(['destroy', 'end'] as const)('logs no error when a client leaves a large file (%s)', async how => {
  subscribe('http.server.request.start', note);
  const before = service.logLines().length;
  const socket = await requestUnread();
  await vi.waitFor(() => expect(responses[0]?.writableLength).toBeGreaterThan(0));
  socket[how]();
  setTimeout(() => socket.destroy(), 100);
  const lines = () => service.logLines().slice(before);
  await vi.waitFor(() => expect(lines()).toContainEqual(expect.objectContaining({status: 499})));
  await setImmediate();
  expect(lines().filter(({level}) => level === 'error')).toEqual([]);
});

it('sends /openapi.json whole, with its length', async () => {
  const {headers, text} = await call('GET', '/openapi.json');
  expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
});
