import {callerWith} from '../server/testing/certificates.ts';
import {metricIn} from '../server/testing/metric.ts';
import {runToEnd} from './support/process.ts';
import {expect, test} from './support/test.ts';

for (const [what, shell] of [
  ['is a full disk', 'exec "$@" 2>/dev/full'],
  ['is a pipe whose reader is gone', 'exec "$@"'],
] as const) {
  test(`a service whose standard error ${what} keeps serving and counts lost lines`, async ({start}) => {
    const service = await start({TAVLE_LOG_LEVEL: 'debug'}, {shell});
    service.closeOutput('stderr');
    const call = callerWith(service.url);
    const countLost = async () =>
      metricIn((await call('GET', '/metrics')).text, 'tavle_log_lines_lost_total');
    // Each response adds a line.
    await expect.poll(countLost).toBeGreaterThan(2);
    expect((await call('GET', '/health/ready')).status).toBe(200);
    expect(await service.stop()).toMatchObject({code: 0});
  });
}

test('a service that cannot start and cannot log exits with code 1', async ({directory}) => {
  const {code} = await runToEnd(['serve'], {TAVLE_PORT: 'many'}, directory, {shell: 'exec "$@" 2>/dev/full'});
  expect(code).toBe(1);
});
