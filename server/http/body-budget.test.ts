import {once} from 'node:events';
import type {ClientRequest, IncomingMessage} from 'node:http';
import {request} from 'node:https';
import {gzipSync} from 'node:zlib';

import {afterEach, expect, it} from 'vitest';

import {companies, deadline, deliver} from '../testing/bodies.ts';
import {callerWith, organisation, tlsSettings, trusted} from '../testing/certificates.ts';
import {metricIn} from '../testing/metric.ts';
import {erst, skat, useTestService} from '../testing/service.ts';

const MiB = 1024 * 1024;
const authorities = [skat, erst, '29189609', '28856075', '64942212'];

const service = await useTestService(tlsSettings);
const certificates = await Promise.all(authorities.map(organisation));
const open: ClientRequest[] = [];
afterEach(async () => {
  for (const call of open.splice(0)) call.destroy();
  await expect.poll(held).toBe(0);
});

/** Starts a delivery of an authority, with `sent` as the beginning of its body. */
async function begin(authority: number, headers: Record<string, string | number>, sent?: Uint8Array) {
  const call = request(`${service.url}/calendar/1/frister`, {
    method: 'POST',
    agent: false,
    ca: trusted.certificate,
    cert: certificates[authority]?.certificate,
    key: certificates[authority]?.key,
    headers: {'content-type': 'application/json', ...headers},
  });
  call.on('error', () => undefined);
  open.push(call);
  if (sent) call.write(sent);
  else call.flushHeaders();
  await once(call, 'socket');
  return call;
}

const responseOf = async (call: ClientRequest) => ((await once(call, 'response')) as [IncomingMessage])[0];

const anyone = callerWith(service.url);
const held = async () => metricIn((await anyone('GET', '/metrics')).text, 'tavle_http_body_bytes');

it('admits a body of the maximum size for each of four callers, refuses a fifth with 503, and admits small bodies', async () => {
  const size = 16 * MiB;
  for (let authority = 0; authority < 4; authority += 1) await begin(authority, {'content-length': size});
  await expect.poll(held).toBe(4 * size);

  const refused = await responseOf(await begin(4, {'content-length': size}));
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['retry-after']).toBe('1');
  const small = await callerWith(service.url, certificates[4])('POST', '/calendar/1/frister', deadline());
  expect(small.status).toBe(201);
});

it('refuses bodies of one caller with 429 beyond its share, and admits those of another', async () => {
  for (let body = 0; body < 21; body += 1) await begin(0, {'content-length': MiB});
  await expect.poll(held).toBe(21 * MiB);
  const refused = await responseOf(await begin(0, {'content-length': MiB}));
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('1');
  await begin(1, {'content-length': 16 * MiB});
  await expect.poll(held).toBe(37 * MiB);
});

it('counts the bytes of a body of unknown length that have arrived, decompressed', async () => {
  const packed = gzipSync(Buffer.alloc(3 * MiB, ' '));
  await begin(0, {'content-encoding': 'gzip'}, packed.subarray(0, -20));
  await expect.poll(held).toBeGreaterThan(2.9 * MiB);
  expect(await held()).toBeLessThanOrEqual(3 * MiB);
  await begin(1, {'transfer-encoding': 'chunked'}, Buffer.alloc(MiB, ' '));
  await expect.poll(held).toBeGreaterThan(3.9 * MiB);
  expect(await held()).toBeLessThanOrEqual(4 * MiB);
});

it('refuses a body of unknown length once it exceeds the share of its caller', async () => {
  for (let body = 0; body < 21; body += 1) await begin(0, {'content-length': MiB});
  await expect.poll(held).toBe(21 * MiB);
  for (const headers of [{'transfer-encoding': 'chunked'}, {'content-encoding': 'gzip'}]) {
    const content = Buffer.alloc(2 * MiB, ' ');
    const sent = 'content-encoding' in headers ? gzipSync(content) : content;
    const refused = await responseOf(await begin(0, headers, sent));
    expect(refused.statusCode).toBe(429);
  }
  await expect.poll(held).toBe(21 * MiB);
});

it('counts the response to a GET of a deadline with many recipients before it reads them', async () => {
  const call = callerWith(service.url, certificates[0]);
  const recipients = companies(100_000);
  const many = `/calendar/1/frister/${await deliver(call, {modtagere: recipients.join(',')})}`;
  const few = `/calendar/1/frister/${await deliver(call, {modtagere: recipients[0]})}`;
  const {status, text, headers} = await call('GET', many);
  expect(status).toBe(200);
  expect(text).toContain(recipients.join(','));

  for (let body = 0; body < 21; body += 1) await begin(0, {'content-length': MiB});
  await expect.poll(held).toBe(21 * MiB);
  const refused = await call('GET', many);
  expect(refused).toMatchObject({status: 429, headers: {'retry-after': '1', 'cache-control': 'no-store'}});
  expect(refused.headers.etag).toBeUndefined();
  expect(await call('GET', few)).toMatchObject({status: 200});
  const known = await call('GET', many, undefined, {'if-none-match': String(headers.etag)});
  expect(known).toMatchObject({status: 304, text: '', headers: {'cache-control': 'private, no-cache'}});
  expect(known.headers.etag).toBe(headers.etag);
  await expect.poll(held).toBe(21 * MiB);
});
