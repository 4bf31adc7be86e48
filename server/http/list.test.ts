import {createServer} from 'node:http';
import {setTimeout} from 'node:timers/promises';

import Koa from 'koa';
import {pino} from 'pino';
import {describe, expect, it} from 'vitest';

import {StoreUnavailable} from '../store/engine.ts';
import {listenForTest} from '../testing/listen-for-test.ts';
import {createMetrics} from './metrics.ts';
import {requestLogging} from './request-logging.ts';
import {csv} from './csv.ts';
import {list} from './reply.ts';

/** A page that exceeds the limit for lists in memory. */
const long = Array.from({length: 30_000}, (_, index) => index);

let [reading, maxReading] = [0, 0];

/** Notes how many requests read versions at the same time. */
async function* stored() {
  reading += 1;
  maxReading = Math.max(maxReading, reading);
  await setTimeout(2);
  yield 'version 1';
  reading -= 1;
}

/** Serves lists of numbers: each read of the pages uses the next walk. At `/csv`, they are a file. */
async function serve(...walks: (() => AsyncIterable<readonly number[]>)[]): Promise<string> {
  const app = new Koa();
  const log = pino({enabled: false});
  app.use(requestLogging({metrics: createMetrics(), log, headers: {}, stopping: () => false}));
  app.use(context => {
    const file = {name: 'numbers.csv', columns: ['number'], toRows: (number: number) => [[number]]};
    const read = {
      pages: () => (walks.shift() ?? pagesOf([]))(),
      versions: () => stored(),
      isLong: context.path === '/many-companies',
      companies: context.path === '/' ? 1 : 2,
    };
    const reply =
      context.path === '/csv'
        ? csv({...read, ...file})
        : list({...read, toText: number => JSON.stringify({number})});
    return reply(context);
  });
  app.on('error', () => undefined);
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  return `http://127.0.0.1:${await listenForTest(server)}`;
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
  it('has the same bytes and ETag however it is split into pages', async () => {
    const url = await serve(pagesOf([1, 2], [], [3]), pagesOf([1], [2, 3]));
    const first = await fetch(url);
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await first.json()).toEqual([{number: 1}, {number: 2}, {number: 3}]);
    const again = await fetch(url, {headers: {'if-none-match': first.headers.get('etag') ?? ''}});
    expect(again.status).toBe(304);
  });

  it('is complete if it is long, and 304 for a client that has it', async () => {
    const pages = pagesOf(long, [], long);
    const url = await serve(pages, pages, pages);
    const first = await fetch(url);
    expect(await first.json()).toHaveLength(2 * long.length);
    const again = await fetch(url, {headers: {'if-none-match': first.headers.get('etag') ?? ''}});
    expect(again.status).toBe(304);
  });

  it.each(['/many-companies', '/two-companies'])(
    'is read one at a time at %s, also for HEAD and a 304',
    async path => {
      const url = (await serve(...Array.from({length: 61}, () => pagesOf(long)))) + path;
      const tag = (await fetch(url)).headers.get('etag') ?? '';
      maxReading = 0;
      const statuses = await Promise.all(
        Array.from({length: 60}, async (_, index) => {
          const method = index % 3 ? 'GET' : 'HEAD';
          const known: Record<string, string> = index % 3 === 1 ? {'if-none-match': tag} : {};
          return (await fetch(url, {method, headers: known})).status;
        }),
      );
      expect(new Set(statuses)).toEqual(new Set([200, 304]));
      expect(maxReading).toBe(1);
    },
  );

  it.each([
    ['before the ETag is known', [away([1])]],
    ['before the first page is sent', [pagesOf(long), away()]],
  ])('returns 503 with the error body when the store fails %s', async (_, walks) => {
    const response = await fetch(await serve(...walks));
    expect(response.status).toBe(503);
    expect(response.headers.get('etag')).toBeNull();
    expect(await response.json()).toMatchObject({code: 503});
  });

  it('returns 503, and no file, when the store fails before the first page of a long file', async () => {
    const failing = () => ({
      [Symbol.asyncIterator]: () => ({next: () => Promise.reject(new StoreUnavailable('away'))}),
    });
    const response = await fetch(`${await serve(pagesOf(long, long), failing)}/csv`);
    expect(response.status).toBe(503);
    expect(response.headers.get('content-disposition')).toBeNull();
  });

  it('aborts the response when the store fails while a long list is sent', async () => {
    const response = await fetch(await serve(pagesOf(long, long), away(long)));
    await expect(response.text()).rejects.toThrow();
  });
});
