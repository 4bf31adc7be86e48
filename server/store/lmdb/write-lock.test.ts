import {expect, it, vi} from 'vitest';

import {useTestService} from '../../testing/service.ts';
import {holdWriteLock} from '../testing/hold-lmdb.ts';

const service = await useTestService();

it('refuses changes with 503 and reports the reason in /health/ready while another process holds the write lock', async () => {
  const {url, issuer, engine} = service;
  const authorization = `Bearer ${await issuer.token('anna')}`;
  const call = async (path: string, method = 'GET') => {
    const response = await fetch(url + path, {method, headers: {authorization}});
    return {status: response.status, body: (await response.json()) as unknown};
  };
  const activate = (app: string) => call(`/dashboard/1/apps/state?app=${app}&activated=false`, 'PUT');
  const states = () => call('/dashboard/1/apps/state?apps=app-1&apps=app-2');
  const before = await states();

  const holder = await holdWriteLock(engine.address.slice('file:'.length));
  try {
    const [first, second] = await Promise.all([activate('app-1'), activate('app-2')]);
    expect([first.status, second.status]).toEqual([503, 503]);
    expect(await call('/health/ready')).toMatchObject({
      status: 503,
      body: {message: expect.stringContaining('write lock') as string},
    });
    expect((await call('/health/live')).status).toBe(200);
    expect(await states()).toEqual(before);
  } finally {
    await holder.release();
  }

  await vi.waitFor(async () => expect((await call('/health/ready')).status).toBe(200));
  // A change that was waiting for the lock when its caller got 503 is never made.
  expect(await states()).toEqual(before);
  expect((await activate('app-1')).status).toBe(200);
  expect(await states()).not.toEqual(before);
});
