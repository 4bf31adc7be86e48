import {once} from 'node:events';
import {createServer, get} from 'node:http';

import Koa, {type Context} from 'koa';
import {pino} from 'pino';
import {expect, it} from 'vitest';

import {listenForTest} from '../testing/listen-for-test.ts';
import {createMetrics} from './metrics.ts';
import {requestLogging} from './request-logging.ts';
import {uncached} from './reply.ts';

/** Serves one handler with the common headers. */
async function serve(stopping: () => boolean, handle: (context: Context) => unknown): Promise<string> {
  const app = new Koa();
  const headers = {'X-Frame-Options': 'DENY'};
  app.use(requestLogging({metrics: createMetrics(), log: pino({enabled: false}), headers, stopping}));
  app.use(async context => void (await handle(context)));
  const listener = app.callback();
  const server = createServer((request, response) => void listener(request, response));
  return `http://127.0.0.1:${await listenForTest(server)}`;
}

it('closes the connection after a response that is written during shutdown', async () => {
  let isStopping = false;
  const url = await serve(
    () => isStopping,
    context => {
      isStopping = true;
      context.body = 'text';
    },
  );
  const {headers} = await fetch(url);
  expect(headers.get('connection')).toBe('close');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
});

it('sets the status that the audit log records after the client has disconnected', async () => {
  const status = new Promise(resolve => {
    void serve(
      () => false,
      async context => {
        const left = once(context.res, 'close');
        request.destroy();
        await left;
        await uncached(201, {})(context);
        resolve(context.status);
      },
    ).then(url => (request = get(url).on('error', () => undefined)));
  });
  let request: ReturnType<typeof get>;
  expect(await status).toBe(201);
});
