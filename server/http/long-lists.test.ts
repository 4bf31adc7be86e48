import {execFile} from 'node:child_process';
import {once} from 'node:events';
import {get, type IncomingMessage} from 'node:http';
import {setTimeout} from 'node:timers/promises';
import {promisify} from 'node:util';

import {beforeAll, expect, it, vi} from 'vitest';

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

const anyone = callerWith(service.url);
beforeAll(async () => {
  const authority: typeof anyone = (method, path, body) =>
    anyone(method, path, body, {'client-cert': certificate});
  // More than the buffers of a connection hold.
  const {beskrivelse} = deadline();
  for (let count = 0; count < 800; count += 1)
    await deliver(authority, {beskrivelse: beskrivelse + 'x'.repeat(9_900)});
}, 60_000);

it('lets a second reader of a long list wait for the end of the first', async () => {
  const first = await read();
  const second = read();
  const third = read();
  void setTimeout(500).then(() => first.resume());
  const next = await second;
  expect(next.statusCode).toBe(200);
  next.destroy();
  expect((await third).statusCode).toBe(200);
  (await third).destroy();
});

it('refuses a reader beyond those that wait before it reads the store', async () => {
  const reads = async () => {
    const {text} = await anyone('GET', '/metrics');
    return text.split('\n').filter(line => /^tavle_store_.*_count.*"(?:scan|read|readStarts)"/.test(line));
  };
  const first = await read();
  expect(first.statusCode).toBe(200);
  const queued = Array.from({length: 5}, read);
  const refused = await Promise.race(queued);
  expect(refused.statusCode).toBe(429);

  // The first response fills the buffers of its connection.
  await vi.waitFor(async () => {
    const earlier = await reads();
    await setTimeout(200);
    expect(await reads()).toEqual(earlier);
  });
  const before = await reads();
  for (let count = 0; count < 20; count += 1)
    expect((await anyone('GET', list, undefined, {'client-cert': certificate})).status).toBe(429);
  expect(before.length).toBeGreaterThan(0);
  expect(await reads()).toEqual(before);

  // Sent by another process, whose CPU time is not measured.
  const options = ['-s', '-o', '/dev/null', '-w', '%{http_code}\n', '-H', `client-cert: ${certificate}`];
  const started = process.cpuUsage();
  const {stdout} = await promisify(execFile)('curl', [...options, `${service.url + list}#[1-200]`]);
  const {user, system} = process.cpuUsage(started);
  expect(new Set(stdout.trim().split('\n'))).toEqual(new Set(['429']));
  // Ten times what a quiet machine takes, and far less than a reading of 8 MB.
  expect((user + system) / 1e3 / 200).toBeLessThan(12);
  first.destroy();
  await Promise.all(queued.map(async response => (await response).destroy()));
});
