import {afterAll, beforeAll, describe, expect, it} from 'vitest';

import {startRedis, type RedisServer} from '../store/testing/redis-server.ts';
import {startTestService, type TestService} from '../testing/service.ts';

describe('a service with as many requests under way as it takes', () => {
  let redis: RedisServer;
  let service: TestService;
  let read: () => Promise<Response>;
  beforeAll(async () => {
    redis = await startRedis();
    service = await startTestService(redis.url, {TAVLE_MAX_REQUESTS: '5'});
    const authorization = `Bearer ${await service.issuer.token('anna')}`;
    read = () => fetch(`${service.url}/dashboard/1/apps/state?apps=cvr`, {headers: {authorization}});
    expect((await read()).status).toBe(200);
  });
  afterAll(async () => {
    await service.stop();
    await redis.stop();
  });
  const metric = async (name: string) => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(
      text
        .split('\n')
        .find(line => line.startsWith(`${name} `))
        ?.slice(name.length),
    );
  };

  it('turns the next one away at once, looks after its operators, and is back to normal afterwards', async () => {
    redis.freeze();
    const underWay: Promise<Response>[] = [];
    // Neither a certificate nor a body is looked at. What is under way ends after 2 seconds, so on a busy machine it may
    // need more than one attempt.
    const next = async () => {
      underWay.push(...Array.from({length: 5}, () => read()));
      await expect.poll(() => metric('tavle_http_requests_in_flight')).toBeGreaterThan(0);
      return fetch(`${service.url}/calendar/1/frister`, {method: 'POST', body: '{'});
    };
    let refused = await next();
    while (refused.status !== 503) refused = await next();
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toEqual({
      status: 'Service Unavailable',
      code: 503,
      message: 'Too many requests at once. Try again in a moment.',
    });
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    expect(await metric('tavle_refused_total{why="requests"}')).toBeGreaterThan(0);
    redis.thaw();

    for (const response of await Promise.all(underWay)) expect([200, 503]).toContain(response.status);
    await expect.poll(async () => (await read()).status).toBe(200);
    await expect.poll(() => metric('tavle_http_requests_in_flight')).toBe(0);
    expect(service.logged.join('')).toContain('too many requests at once');
  });
});
