import {onTestFinished, vi} from 'vitest';

import {readServiceTime} from '../api/api.ts';

/** Sets the clock of the fake service, whose responses have then a `Date` header, until the test ends. */
export function setServiceTime(time: string): void {
  const {fetch} = globalThis;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const deviceTime = Date.now();
    vi.setSystemTime(new Date(time));
    const response = await fetch(...request);
    vi.setSystemTime(deviceTime);
    response.headers.set('date', new Date(time).toUTCString());
    return response;
  });
  // The elements then use the device's clock again.
  onTestFinished(() => readServiceTime(new Date().toUTCString()));
}
