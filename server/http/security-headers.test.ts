import {describe, expect, it} from 'vitest';

import {useTestService} from '../testing/service.ts';

const service = await useTestService();

it('sets security headers on every response, and none that names the server software', async () => {
  for (const path of ['/health/live', '/nowhere', '/dashboard/1/apps/state?apps=%3Cscript%3E', '/metrics']) {
    const {headers} = await fetch(service.url + path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    for (const name of ['server', 'x-powered-by', 'strict-transport-security'])
      expect(headers.has(name)).toBe(false);
    expect(headers.get('content-type')).not.toContain('html');
  }
});

describe('Strict-Transport-Security', async () => {
  const publicUrl = {TAVLE_PUBLIC_URL: 'https://portal.example.dk/tavle'};
  const [on, off] = [
    await useTestService(publicUrl),
    await useTestService({...publicUrl, TAVLE_HSTS: 'off'}),
  ];
  const headerOf = async (url: string) => (await fetch(url)).headers.get('strict-transport-security');

  it('is for the host of an HTTPS service, never for its subdomains', async () => {
    expect(await headerOf(`${on.url}/health/live`)).toBe('max-age=31536000');
    expect(await headerOf(`${on.url}/nowhere`)).toBe('max-age=31536000');
  });

  it('is left out with TAVLE_HSTS=off', async () => {
    expect(await headerOf(`${off.url}/health/live`)).toBeNull();
  });
});
