import {expect, it} from 'vitest';

import {useTestService} from '../../testing/service.ts';

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
