import {once} from 'node:events';
import type {IncomingMessage} from 'node:http';
import {request} from 'node:https';
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {afterAll, beforeAll, expect, it} from 'vitest';

import type {IssuedCertificate} from '../../demo/certificates.ts';
import {callerWith, organisation, tlsSettings, trusted} from '../testing/certificates.ts';
import {skat, startTestService, type TestService} from '../testing/service.ts';

let service: TestService;
let certificate: IssuedCertificate;
beforeAll(async () => {
  service = await startTestService(`file:${mkdtempSync(join(tmpdir(), 'tavle-room-'))}`, tlsSettings);
  certificate = await organisation(skat);
});
afterAll(() => service.stop());

/** Begins a delivery of so many bytes and sends nothing of its body; resolves when the service waits for that, or answered. */
async function begin(size: number) {
  const call = request(`${service.url}/calendar/1/frister`, {
    method: 'POST',
    agent: false,
    ca: trusted.certificate,
    cert: certificate.certificate,
    key: certificate.key,
    headers: {'content-type': 'application/json', 'content-length': size},
  });
  call.on('error', () => undefined);
  call.flushHeaders();
  await once(call, 'socket');
  return call;
}

const held = async () => {
  const {text} = await callerWith(service.url)('GET', '/metrics');
  return Number(/^tavle_http_body_bytes (\d+)$/m.exec(text)?.[1]);
};

it('four bodies of the largest size are taken at once, a fifth is not, and small ones always are', async () => {
  const size = 16 * 1024 * 1024;
  const four = await Promise.all(Array.from({length: 4}, () => begin(size)));
  await expect.poll(held).toBe(4 * size);

  const [refused] = (await once(await begin(size), 'response')) as [IncomingMessage];
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['retry-after']).toBe('2');
  refused.destroy();
  const small = await callerWith(service.url, certificate)('POST', '/calendar/1/frister', {
    overskrift: 'Moms',
    beskrivelse: 'Indberet moms.',
    fristDato: '01-03-2099',
    modtagere: '',
  });
  expect(small.status).toBe(201);

  for (const call of four) call.destroy();
  await expect.poll(held).toBe(0);
});
