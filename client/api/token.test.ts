import {describe, expect, it} from 'vitest';

import {jwt} from '../testing/tokens.ts';
import {ApiError, type GetToken, personOf, readToken, reasonOf} from './api.ts';

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
    ['an error with 401', rejectWith(new Error('No token: 401')), 'signedOut'],
    [
      'an error with a response of 401',
      rejectWith(Object.assign(new Error(), {response: {status: 401}})),
      'signedOut',
    ],
    ['an error of a login library', rejectWith(new Error('login_required')), 'signedOut'],
    ['nothing as an error', rejectWith(undefined as unknown as Error), 'signedOut'],
    ['an error with 403', rejectWith(new Error('403 Forbidden')), 'forbidden'],
    ['an error with 503', rejectWith(new Error('No token: 503')), 'away'],
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
    // Api converts errors of code to failures without a status.
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
    ['nothing, and is not a JWT', 'anna', 'anna'],
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
    ['text, and is not a JWT', 'anna', 'bo'],
  ])('is another one when the token has another %s', (_, one, other) => {
    expect(personOf(other)).not.toBe(personOf(one));
  });
});
