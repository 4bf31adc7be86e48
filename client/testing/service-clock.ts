import {onTestFinished, vi} from 'vitest';

import {readServiceTime} from '../api/api.ts';

/* The clock of the service, for tests of elements on a device with another time. */

/** Returns the headers that a response of the service has. @param time Default: now. */
export const serviceHeaders = (time: string | number = Date.now()) => ({
  date: new Date(time).toUTCString(),
  'x-request-id': 'b8a6c1f0',
});

/** Sets the clock of the fake service until the test ends. Its responses then have a `Date` header. For tests of devices with a wrong clock. */
export function setServiceTime(time: string): void {
  const {fetch} = globalThis;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const deviceTime = Date.now();
    vi.setSystemTime(new Date(time));
    const response = await fetch(...request);
    vi.setSystemTime(deviceTime);
    for (const [name, value] of Object.entries(serviceHeaders(time))) response.headers.set(name, value);
    return response;
  });
  // The elements then use the device's clock again.
  onTestFinished(() => readServiceTime(new Headers(serviceHeaders())));
}
