import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';

import {Api, ApiError, reasonOf} from './api.ts';

/** The requests, with their signals. */
let requests: {url: string; signal: AbortSignal}[];

beforeEach(() => {
  requests = [];
  vi.stubGlobal('fetch', (url: string, {signal}: {signal: AbortSignal}) => {
    requests.push({url, signal});
    return new Promise<Response>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      if (url.endsWith('/ok')) resolve(Response.json({}));
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const api = new Api('https://tavle.example.dk', () => Promise.resolve('token'));

/** Returns a signal that counts its listeners. */
function countedSignal() {
  const controller = new AbortController();
  const {signal} = controller;
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  return {controller, signal, listeners: () => added.mock.calls.length - removed.mock.calls.length};
}

describe('a request', () => {
  it('aborts with its signal, also in a browser without AbortSignal.any', async () => {
    const {controller, signal} = countedSignal();
    // Chrome 116, Firefox 124 and Safari 17.4 have it.
    class OldAbortSignal extends AbortSignal {}
    Object.defineProperty(OldAbortSignal, 'any', {value: undefined});
    vi.stubGlobal('AbortSignal', OldAbortSignal);
    const call = api.call('GET', '/slow', {signal});
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    controller.abort();
    await expect(call).rejects.toMatchObject({name: 'ApiError', status: 0});
    expect(requests[0]?.signal.aborted).toBe(true);
  });

  it('fails after 15 seconds without a response', async () => {
    vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
    const ended = expect(api.call('GET', '/slow')).rejects.toMatchObject({name: 'ApiError', status: 0});
    await vi.advanceTimersByTimeAsync(14_900);
    expect(requests[0]?.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await ended;
  });

  it('sends no request and requests no token when its signal has already aborted', async () => {
    const getToken = vi.fn(() => new Promise<string>(() => undefined));
    const call = new Api('', getToken).call('GET', '/ok', {signal: AbortSignal.abort()});
    await expect(call).rejects.toMatchObject({name: 'ApiError', status: 0});
    expect(getToken).not.toHaveBeenCalled();
    expect(requests).toEqual([]);
  });

  it.each(['/ok', '/slow'])('to %s leaves no listener and no timer', async path => {
    vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
    const {controller, signal, listeners} = countedSignal();
    const call = api.call('GET', path, {signal}).catch(() => undefined);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    if (path === '/slow') controller.abort();
    await call;
    expect(listeners()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rethrows an error of our code unchanged', async () => {
    const circular: {self?: unknown} = {};
    circular.self = circular;
    await expect(api.call('PUT', '/ok', {body: circular})).rejects.toBeInstanceOf(TypeError);
  });
});

describe('the reason of a failure', () => {
  it.each([
    [401, 'signedOut'],
    [403, 'forbidden'],
    [0, 'away'],
    [500, 'away'],
    [503, 'away'],
    [404, 'other'],
  ])('for %d is %s', (status, reason) => {
    expect(reasonOf(new ApiError(status, 'no'))).toBe(reason);
  });

  it('is outdated for an error in an unsupported browser', () => {
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(CSS, 'supports').mockReturnValue(false);
    expect(reasonOf(new TypeError('assign is not a function'))).toBe('outdated');
  });

  it('is other for an error that is not about a request, and the error is logged', () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const error = new TypeError('AbortSignal.any is not a function');
    expect(reasonOf(error)).toBe('other');
    expect(log).toHaveBeenCalledWith(error);
  });
});
