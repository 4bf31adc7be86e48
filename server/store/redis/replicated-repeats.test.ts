import {expect, it, vi} from 'vitest';

import {deadline} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {skat, startTestService} from '../../testing/service.ts';
import {startRedis} from '../testing/redis-server.ts';

it('is not ready while fewer replicas are connected than TAVLE_STORE_REPLICAS requires', async () => {
  const master = await startRedis();
  const service = await startTestService(master.url, {TAVLE_STORE_REPLICAS: '1'});
  const ready = async () => (await fetch(`${service.url}/health/ready`)).json() as Promise<unknown>;
  expect(await ready()).toMatchObject({
    code: 503,
    message: expect.stringContaining('0 of the 1 replicas') as string,
  });
  const replica = await startRedis('--replicaof', `127.0.0.1 ${master.port}`);
  await vi.waitFor(async () => expect(await ready()).toMatchObject({code: 200}));
  await service.stop();
  await Promise.all([master.stop(), replica.stop()]);
});

it('responds to a repeated POST of a deadline with 503 while no replica can confirm the stored record', async () => {
  const master = await startRedis();
  const replica = await startRedis('--replicaof', `127.0.0.1 ${master.port}`);
  const service = await startTestService(master.url, {...tlsSettings, TAVLE_STORE_REPLICAS: '1'});
  try {
    const call = callerWith(service.url, await organisation(skat));
    const body = deadline();
    const post = () => call('POST', '/calendar/1/frister', body, {'idempotency-key': 'job-1'});
    // Until the replica follows the master, every change gets 503.
    await vi.waitFor(async () => expect((await post()).status).toBe(201));
    replica.freeze();
    expect((await post()).status).toBe(503);
    replica.thaw();
    await vi.waitFor(async () => expect((await post()).status).toBe(201));
  } finally {
    await service.stop();
    await Promise.all([master.stop(), replica.stop()]);
  }
});
