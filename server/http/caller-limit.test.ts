import {afterEach, describe, expect, it, vi} from 'vitest';

import {callerWith, organisation, tlsSettings} from '../testing/certificates.ts';
import {newDirectory} from '../testing/directory.ts';
import {skat, startServiceForTest, type TestService} from '../testing/service.ts';
import {createCallerLimit} from './caller-limit.ts';

afterEach(() => vi.useRealTimers());

const start = (settings: NodeJS.ProcessEnv) => startServiceForTest(`file:${newDirectory()}`, settings);

const call = async ({url}: TestService, token: string) => {
  const headers = {authorization: `Bearer ${token}`, origin: 'https://portal.example.dk'};
  return fetch(`${url}/dashboard/1/apps/state?apps=cvr`, {headers});
};

describe('the rate limit', () => {
  it('resets at the end of its window', () => {
    vi.useFakeTimers();
    const limit = createCallerLimit(2);
    expect([limit('a').taken, limit('a').taken, limit('a').taken, limit('b').taken]).toEqual([1, 2, 3, 1]);
    vi.advanceTimersByTime(59_000);
    expect(limit('a')).toEqual({max: 2, duration: 60, taken: 4, seconds: 1});
    vi.advanceTimersByTime(1_000);
    expect(limit('a')).toEqual({max: 2, duration: 60, taken: 1, seconds: 60});
  });

  it('resets at the end of its window after the clock was set back by half a day', async () => {
    const service = await start({TAVLE_PUBLIC_RATE_LIMIT: '1'});
    const read = () => fetch(`${service.url}/formularer/1/myndigheder`);
    vi.useFakeTimers({toFake: ['Date', 'performance']});
    expect((await read()).status).toBe(200);
    vi.setSystemTime(Date.now() - 12 * 3_600_000);
    const refused = await read();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('tavle_refused_total{why="calls"} 1\n');
    vi.advanceTimersByTime(60_000);
    expect((await read()).status).toBe(200);
  });

  it('returns the remaining requests, then Retry-After; other callers are not affected', async () => {
    const service = await start({TAVLE_RATE_LIMIT: '10'});
    const [anna, bo] = [await service.issuer.token('anna'), await service.issuer.token('bo')];
    for (let calls = 1; calls <= 10; calls += 1) {
      const response = await call(service, anna);
      expect(response.status).toBe(200);
      const told = calls > 5 ? new RegExp(`^"caller";r=${10 - calls};t=\\d+$`) : /^null$/;
      expect(String(response.headers.get('ratelimit'))).toMatch(told);
    }

    const refused = await call(service, anna);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-policy')).toBe('"caller";q=10;w=60');
    expect(refused.headers.get('ratelimit')).toMatch(/^"caller";r=0;t=\d+$/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('access-control-expose-headers')).toContain('RateLimit');
    expect(await refused.json()).toMatchObject({status: 'Too Many Requests', code: 429});
    expect((await call(service, bo)).status).toBe(200);
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  });

  it('is 3,000 changes a minute for a person; reads, other people and organisations go on', async () => {
    const service = await start({...tlsSettings, TAVLE_RATE_LIMIT: '100000'});
    const send = callerWith(service.url);
    const change = (headers: Record<string, string>) =>
      send('PUT', '/dashboard/1/apps/state?app=cvr&activated=true', undefined, headers);
    const [anna, bo] = [await service.issuer.authorize('anna'), await service.issuer.authorize('bo')];
    for (let sent = 0; sent < 3_000; sent += 50) {
      const responses = await Promise.all(Array.from({length: 50}, () => change(anna)));
      expect(responses.map(({status}) => status)).toEqual(Array(50).fill(200));
    }
    const refused = await change(anna);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await change(bo)).status).toBe(200);
    expect((await send('GET', '/dashboard/1/apps/state?apps=cvr', undefined, anna)).status).toBe(200);
    const authority = callerWith(service.url, await organisation(skat));
    for (let sent = 0; sent <= 3_000; sent += 50)
      await Promise.all(Array.from({length: 50}, () => authority('DELETE', '/calendar/1/frister/1')));
    expect((await authority('DELETE', '/calendar/1/frister/1')).status).toBe(404);
  }, 60_000);

  it('applies to organisations by the CVR number of their certificate', async () => {
    const service = await start({...tlsSettings, TAVLE_RATE_LIMIT: '3'});
    const authority = callerWith(service.url, await organisation(skat));
    const renewed = callerWith(service.url, await organisation(skat));
    for (const caller of [authority, renewed, authority])
      expect((await caller('GET', '/calendar/1/frister')).status).toBe(200);
    expect((await renewed('GET', '/calendar/1/frister')).status).toBe(429);
  });
});
