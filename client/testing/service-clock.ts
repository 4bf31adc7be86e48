import {vi} from 'vitest';

import {readServiceTime} from '../api/api.ts';

/** Sets the clock of the fake service, whose responses have then a `Date` header. */
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
}

/** Lets the elements use the device's clock again. */
export function resetServiceTime(): void {
  readServiceTime(new Date().toUTCString());
}
