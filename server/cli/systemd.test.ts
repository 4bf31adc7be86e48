import {expect, it, onTestFinished, vi} from 'vitest';

import {notifyReady} from './systemd.ts';

it('reports once that systemd cannot be notified', async () => {
  vi.useFakeTimers({toFake: ['setInterval']});
  onTestFinished(() => void vi.useRealTimers());
  const failures: Error[] = [];
  // `PATH` has no `systemd-notify`.
  const variables = {NOTIFY_SOCKET: '/nowhere', WATCHDOG_USEC: '1000000', PATH: '/nowhere'};
  notifyReady(variables, error => failures.push(error));
  vi.advanceTimersByTime(2_000);
  await vi.waitFor(() => expect(failures).not.toEqual([]));
  await new Promise(resolve => setTimeout(resolve, 100));
  expect(failures).toMatchObject([{code: 'ENOENT'}]);
});
