import {once} from 'node:events';
import {createServer, get} from 'node:http';

import Koa, {type Context} from 'koa';
import {pino} from 'pino';
import {expect, it, onTestFinished} from 'vitest';

import {listen} from '../../testing/listen.ts';
import {createMetrics} from '../metrics.ts';
import {requestLogging} from '../middleware/request-logging.ts';
import {send} from './send.ts';

/** Serves one handler with the common headers. */
async function serve(stopping: () => boolean, handle: (context: Context) => unknown): Promise<string> {
  const app = new Koa();
  const headers = ['X-Frame-Options', 'DENY'];
  app.use(requestLogging({metrics: createMetrics(), log: pino({enabled: false}), headers, stopping}));
  app.use(async context => void (await handle(context)));
  const listener = app.callback();
  const server = createServer((request, response) => void listener(request, response));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${await listen(server)}`;
}

it.each([
  ['`send`', (context: Context) => send(context, 200, [], 'text')],
  ['Koa', (context: Context) => (context.body = 'text')],
])('closes the connection after a response that %s writes during shutdown', async (_, write) => {
  let isStopping = false;
  const url = await serve(
    () => isStopping,
    context => {
      isStopping = true;
      write(context);
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
        send(context, 201, []);
        resolve(context.status);
      },
    ).then(url => (request = get(url).on('error', () => undefined)));
  });
  let request: ReturnType<typeof get>;
  expect(await status).toBe(201);
});
