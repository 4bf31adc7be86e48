import {once} from 'node:events';
import type {AddressInfo} from 'node:net';

import Koa from 'koa';
import {describe, expect, it, onTestFinished} from 'vitest';

import {StoreUnavailable} from '../store/store.ts';
import {errors} from './errors.ts';
import {sendList} from './json-list.ts';

/** Serves lists of numbers, a new one for each time that the pages are walked over. */
async function serve(...walks: (() => AsyncIterable<readonly number[]>)[]): Promise<string> {
  const app = new Koa();
  app.use(errors(() => undefined));
  app.use(context =>
    sendList(
      context,
      () => (walks.shift() ?? pagesOf([]))(),
      number => ({number}),
    ),
  );
  app.on('error', () => undefined);
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const pagesOf = (...pages: number[][]) =>
  async function* () {
    yield* pages;
  };

const away = (...pages: number[][]) =>
  async function* () {
    yield* pages;
    throw new StoreUnavailable('away');
  };

describe('a list that is sent page by page', () => {
  it('is one JSON array, and the same to who asks again, however it is cut into pages', async () => {
    const cuts = [pagesOf([1, 2], [], [3]), pagesOf([1], [2, 3])];
    const url = await serve(...cuts, ...cuts);
    const first = await fetch(url);
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await first.json()).toEqual([{number: 1}, {number: 2}, {number: 3}]);
    const again = await fetch(url, {headers: {'if-none-match': first.headers.get('etag') ?? ''}});
    expect(again.status).toBe(304);
  });

  it('is [] where there is nothing', async () => {
    expect(await (await fetch(await serve())).text()).toBe('[]');
  });

  it.each([
    ['before the tag is known', [away([1])]],
    ['before the first page goes out', [pagesOf([1]), away()]],
  ])('is a 503 with the one body when the store goes away %s', async (_, walks) => {
    const response = await fetch(await serve(...walks));
    expect(response.status).toBe(503);
    expect(response.headers.get('etag')).toBeNull();
    expect(await response.json()).toMatchObject({code: 503});
  });

  it('breaks off, and is not taken for a whole one, when the store goes away in the middle', async () => {
    const response = await fetch(await serve(pagesOf([1], [2]), away([1])));
    await expect(response.text()).rejects.toThrow();
  });
});
