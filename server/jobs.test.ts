import {pino} from 'pino';
import {expect, it, onTestFinished, vi} from 'vitest';

import {createMetrics} from './http/metrics.ts';
import {startJobs} from './jobs.ts';
import {StoreUnavailable} from './store/engine.ts';

it('logs why a job failed, once for many failures, and leaves failures of the store to its log', async () => {
  const logged: unknown[] = [];
  const log = pino({}, {write: line => void logged.push(JSON.parse(line))});
  const fail = (error: Error) => vi.fn().mockRejectedValue(error);
  const [mail, store] = [fail(new RangeError('Invalid time value')), fail(new StoreUnavailable(undefined))];
  const jobs = {mail, store};
  const end = startJobs(
    Object.entries(jobs).map(([name, run]) => ({name, periodMs: 1, run})),
    createMetrics(),
    log,
  );
  onTestFinished(end);
  await vi.waitFor(() => {
    for (const run of [mail, store]) expect(run.mock.calls.length).toBeGreaterThan(3);
  });
  expect(logged).toMatchObject([
    {job: 'mail', err: {message: 'Invalid time value'}, msg: 'a background job failed'},
  ]);
});
