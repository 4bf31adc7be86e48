import {describe, expect, it} from 'vitest';

import {freePort} from './store/testing/redis-process.ts';
import {newDirectory} from './testing/directory.ts';
import {listenForPeers, type PeerRequest} from './testing/peer.ts';
import {startServiceForTest, startTestService, useTestService} from './testing/service.ts';

const forwardingHeaders = {
  'X-Forwarded-For': '203.0.113.7',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': '',
  'X-Real-IP': '203.0.113.7',
  Forwarded: 'for=203.0.113.7',
  Via: '1.1 proxy',
  'Client-Cert': ':AAAA:',
};

describe('without TAVLE_METRICS_PORT', async () => {
  const {handle} = await useTestService();
  const getFrom = async (...request: Parameters<PeerRequest>) => (await listenForPeers(handle))(...request);

  it.each(['127.0.0.1', '::1', '10.1.2.3', '192.168.1.1', '::ffff:172.16.0.1', 'fd12::1', 'fe80::1%eth0'])(
    'serves the metrics to %s, without a version of software',
    async address => {
      const {status, text} = await getFrom(address, '/metrics');
      expect(status).toBe(200);
      expect(text).toContain('tavle_http_requests_in_flight');
      expect(text).not.toMatch(/version/i);
    },
  );

  it.each(['203.0.113.7', '172.32.0.1', '::ffff:8.8.8.8', '2001:db8::1', ''])(
    'responds to %s as if there were no metrics',
    async address => {
      const [hidden, unknown] = [await getFrom(address, '/metrics'), await getFrom(address, '/nowhere')];
      expect([hidden.status, hidden.text]).toEqual([404, unknown.text]);
      for (const method of ['HEAD', 'POST', 'OPTIONS', 'PATCH'])
        expect((await getFrom(address, '/metrics', {}, method)).status).toBe(404);
    },
  );

  it.each(Object.entries(forwardingHeaders))(
    'hides the metrics from a request with %s',
    async (name, value) => {
      for (const address of ['127.0.0.1', '10.1.2.3'])
        expect((await getFrom(address, '/metrics', {[name]: value})).status).toBe(404);
    },
  );
});

describe('with TAVLE_METRICS_PORT', () => {
  it('serves the metrics, and nothing else, at that port only', async () => {
    const port = await freePort();
    const service = await startServiceForTest(`file:${newDirectory()}`, {TAVLE_METRICS_PORT: String(port)});
    const metrics = `http://127.0.0.1:${port}`;
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
    const response = await fetch(`${metrics}/metrics`, {headers: {'x-forwarded-for': '203.0.113.7'}});
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('tavle_http_requests_in_flight');
    for (const path of ['/', '/health/ready', '/openapi.json', '/dashboard/1/apps/state', '/embed/tavle.js'])
      expect((await fetch(metrics + path)).status).toBe(404);
  });

  it('does not start if the port is in use', async () => {
    const first = await startServiceForTest(`file:${newDirectory()}`);
    const {port} = new URL(first.url);
    await expect(
      startTestService(`file:${newDirectory()}`, {TAVLE_METRICS_PORT: `127.0.0.1:${port}`}),
    ).rejects.toThrow(`TAVLE_METRICS_PORT: 127.0.0.1:${port} is already in use (EADDRINUSE).`);
  });
});
