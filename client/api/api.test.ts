import {beforeEach, describe, expect, it, vi} from 'vitest';
import {Api, ApiError, type GetToken, now, personOf, readServiceTime, readToken, reasonOf} from './api.ts';
import {serviceHeaders} from '../testing/service-clock.ts';
import {jwt} from '../testing/tokens.ts';

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
    // `AbortSignal.any` exists since Chrome 116, Firefox 124 and Safari 17.4.
    class OldAbortSignal extends AbortSignal {}
    Object.defineProperty(OldAbortSignal, 'any', {value: undefined});
    vi.stubGlobal('AbortSignal', OldAbortSignal);
    const call = api.call('GET', '/slow', {signal});
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    controller.abort();
    await expect(call).rejects.toMatchObject({name: 'ApiError', status: 0});
    expect(requests[0]?.signal.aborted).toBe(true);
  });

  it.each([
    ['response', () => Promise.resolve('token')],
    ['token', () => new Promise<string>(() => undefined)],
  ])('fails after 15 seconds without a %s', async (_, getToken) => {
    vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
    const failed = vi.fn();
    const ended = new Api('', getToken).call('GET', '/slow').catch(failed);
    await vi.advanceTimersByTimeAsync(14_900);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    await ended;
    expect(failed.mock.calls).toMatchObject([[{name: 'ApiError', status: 0}]]);
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

const token = jwt({sub: 'anna'});

describe('a token', () => {
  it.each([
    ['as it is', token],
    ['without white space', ` ${token}\n`],
    ['without the name of its scheme', `Bearer ${token}`],
    ['without the quotes of JSON', JSON.stringify(token)],
  ])('is used %s', async (_, returned) => {
    await expect(readToken(() => Promise.resolve(returned))).resolves.toBe(token);
    await expect(readToken(() => returned)).resolves.toBe(token);
  });

  const rejectWith = (error: Error) => () => Promise.reject(error);
  it.each<[string, unknown, string]>([
    ['undefined', () => undefined, 'signedOut'],
    ['null', () => null, 'signedOut'],
    ['an empty text', () => ' ', 'signedOut'],
    ['the text "undefined"', () => 'undefined', 'signedOut'],
    ['a login page', () => '<!doctype html><title>Log på</title>', 'signedOut'],
    ['an object', () => ({token}), 'away'],
    ['JSON', () => JSON.stringify({token}), 'away'],
    ['a response', () => new Response(token), 'away'],
    ['an error with status 401', rejectWith(Object.assign(new Error(), {status: 401})), 'signedOut'],
    ['an error that mentions 401', rejectWith(new Error('GET /my-token?v=401 was blocked')), 'away'],
    [
      'an error with a response of 401',
      rejectWith(Object.assign(new Error(), {response: {status: 401}})),
      'signedOut',
    ],
    [
      'an error of a login library',
      rejectWith(Object.assign(new Error('Login required'), {error: 'login_required'})),
      'signedOut',
    ],
    [
      'an error of MSAL',
      rejectWith(Object.assign(new Error(), {errorCode: 'interaction_required'})),
      'signedOut',
    ],
    ['an error without a status', rejectWith(new Error('Unauthorized')), 'away'],
    ['nothing as an error', rejectWith(undefined as unknown as Error), 'away'],
    ['an error with status 403', rejectWith({status: 403} as unknown as Error), 'forbidden'],
    ['an error with status 500', rejectWith({status: 500} as unknown as Error), 'away'],
    ['a failure of the network in a browser', rejectWith(new TypeError('Failed to fetch')), 'away'],
    [
      'a failure of the network in Angular',
      rejectWith({name: 'HttpErrorResponse', status: 0} as unknown as Error),
      'away',
    ],
    [
      'a failure of the network in axios',
      rejectWith(Object.assign(new Error('Network Error'), {code: 'ERR_NETWORK'})),
      'away',
    ],
    ['a timeout', rejectWith(new DOMException('The operation timed out.', 'TimeoutError')), 'away'],
    ['a login page read as JSON', rejectWith(new SyntaxError('Unexpected token <')), 'away'],
    ['an error without a prototype', rejectWith(Object.create(null) as Error), 'away'],
  ])('that is %s leads to the reason of the failure', async (_, getToken, reason) => {
    const error: unknown = await readToken(getToken as GetToken).catch((cause: unknown) => cause);
    // `Api` converts other errors to an `ApiError` without a status: `away`.
    expect(error instanceof ApiError ? reasonOf(error) : 'away').toBe(reason);
  });
});

describe('the person of a token', () => {
  it.each<[string, string, string]>([
    [
      'times and an id of the token',
      jwt({sub: 'anna', iat: 1, jti: 'a'}),
      jwt({sub: 'anna', iat: 2, jti: 'b'}),
    ],
    ['companies', jwt({sub: 'anna', cvr: ['1']}), jwt({sub: 'anna', cvr: ['1', '2']})],
    ['times, without `sub`', jwt({uid: 'anna', exp: 1}), jwt({uid: 'anna', exp: 2})],
    ['text, and is not a JWT', 'anna', 'bo'],
    ['text with a dot, and is not a JWT', 'a.b', 'a.c'],
  ])('is the same when the token has other %s', (_, one, other) => {
    expect(personOf(other)).toBe(personOf(one));
  });

  it.each<[string, string, string]>([
    ['`sub`', jwt({sub: 'anna', iat: 1}), jwt({sub: 'bo', iat: 1})],
    [
      'persistent id',
      jwt({sub: 'x', nemlogin: {persistent_professional_id: 'a'}}),
      jwt({sub: 'x', nemlogin: {persistent_professional_id: 'b'}}),
    ],
    ['claim of another name, without `sub`', jwt({uid: 'anna'}), jwt({uid: 'bo'})],
    [
      'claim of another name, and claims without a value',
      jwt({uid: 'anna', sub: null, address: null, nemlogin: {uuid: ''}}),
      jwt({uid: 'bo', sub: null, address: null, nemlogin: {uuid: ''}}),
    ],
    ['issuer', jwt({iss: 'https://a.example', sub: 'anna'}), jwt({iss: 'https://b.example', sub: 'anna'})],
  ])('is another one when the token has another %s', (_, one, other) => {
    expect(personOf(other)).not.toBe(personOf(one));
  });
});

describe('the current time', () => {
  const old = Date.now() - 3 * 86_400_000;
  const json = (init: ResponseInit = {}) => Response.json({}, {headers: serviceHeaders(old), ...init});
  const difference = async (response: Response) => {
    vi.stubGlobal('fetch', () => Promise.resolve(response));
    await api.call('GET', '/').catch(() => undefined);
    const found = Math.abs(now().getTime() - Date.now());
    readServiceTime(new Headers(serviceHeaders()));
    return found;
  };

  it('is that of the service if the device differs by more than an hour', async () => {
    expect(await difference(json())).toBeGreaterThan(86_400_000);
  });

  it.each<[string, Response]>([
    ['an error of a gateway', json({status: 502})],
    ['the page of a captive portal', new Response('<!doctype html>', {headers: serviceHeaders(old)})],
    ['JSON that is not of the service', json({headers: {date: new Date(old).toUTCString()}})],
    ['a copy of a cache', json({headers: {...serviceHeaders(old), age: '259200'}})],
  ])('does not follow %s', async (_, response) => {
    expect(await difference(response)).toBeLessThan(60_000);
  });

  it('does not follow a copy of a service worker', async () => {
    const worker = {} as ServiceWorker;
    vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue(worker);
    expect(await difference(json())).toBeLessThan(60_000);
  });

  it('follows the service in a sandboxed frame, where asking for a service worker throws', async () => {
    vi.spyOn(navigator, 'serviceWorker', 'get').mockImplementation(() => {
      throw new DOMException('The context is sandboxed.', 'SecurityError');
    });
    expect(await difference(json())).toBeGreaterThan(86_400_000);
  });
});
