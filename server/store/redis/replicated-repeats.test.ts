import {expect, it, vi} from 'vitest';

import {deadline, requiredV1} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {dafolo, skat, startTestService} from '../../testing/service.ts';
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

it.each([
  ['a deadline', skat, '/calendar/1/frister', deadline()],
  ['a form variant', dafolo, '/dia/1/formular', {...requiredV1, egetId: 'jord'}],
])(
  'responds to a repeated POST of %s with 503 while no replica can confirm the stored record',
  async (_, cvr, path, body) => {
    const master = await startRedis();
    const replica = await startRedis('--replicaof', `127.0.0.1 ${master.port}`);
    const service = await startTestService(master.url, {...tlsSettings, TAVLE_STORE_REPLICAS: '1'});
    try {
      const call = callerWith(service.url, await organisation(cvr));
      const post = () => call('POST', path, body, {'idempotency-key': 'job-1'});
      // Until the replica follows the master, every change is a 503.
      await vi.waitFor(async () => expect((await post()).status).toBe(201));
      replica.freeze();
      expect((await post()).status).toBe(503);
      replica.thaw();
      await vi.waitFor(async () => expect((await post()).status).toBe(201));
    } finally {
      await service.stop();
      await Promise.all([master.stop(), replica.stop()]);
    }
  },
);
