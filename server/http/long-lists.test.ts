import {once} from 'node:events';
import {get, type IncomingMessage} from 'node:http';

import {expect, it} from 'vitest';

import {deadline, deliver} from '../testing/bodies.ts';
import {callerWith, clientCertField, organisation, proxySettings} from '../testing/certificates.ts';
import {skat, useTestService} from '../testing/service.ts';

const service = await useTestService(proxySettings);
const certificate = clientCertField((await organisation(skat)).certificate);
const list = '/calendar/1/frister';

/** Returns a response whose body is not read yet. */
async function read(): Promise<IncomingMessage> {
  const call = get(service.url + list, {agent: false, headers: {'client-cert': certificate}});
  return ((await once(call, 'response')) as [IncomingMessage])[0];
}

it('lets a second reader of a long list wait for the end of the first', async () => {
  const anyone = callerWith(service.url);
  const authority: typeof anyone = (method, path, body) =>
    anyone(method, path, body, {'client-cert': certificate});
  // More than the buffers of a connection.
  const {beskrivelse} = deadline();
  for (let count = 0; count < 800; count += 1)
    await deliver(authority, {beskrivelse: beskrivelse + 'x'.repeat(9_900)});
  const first = await read();
  const second = read();
  const third = read();
  setTimeout(() => first.resume(), 500);
  const next = await second;
  expect(next.statusCode).toBe(200);
  next.destroy();
  expect((await third).statusCode).toBe(200);
  (await third).destroy();
}, 60_000);
