import {describe, expect, it} from 'vitest';

import {useTestService} from '../testing/service.ts';

describe('the request id', async () => {
  const service = await useTestService();
  const idFor = async (given?: string) => {
    const headers = given === undefined ? {} : {'x-request-id': given};
    return (await fetch(`${service.url}/health/live`, {headers})).headers.get('x-request-id');
  };

  it('is that of the request if it is valid', async () => {
    expect(await idFor('portal-1234:5678.9')).toBe('portal-1234:5678.9');
    expect(service.logged.some(line => line.includes('"requestId":"portal-1234:5678.9"'))).toBe(true);
  });

  it.each([undefined, 'short', 'with space in it', 'x'.repeat(129), '"quoted-and-more"', '{{injected}}'])(
    'is generated instead of %s',
    async given => {
      const id = await idFor(given);
      expect(id).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
      expect(await idFor(given)).not.toBe(id);
    },
  );
});
