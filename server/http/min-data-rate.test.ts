import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import {text} from 'node:stream/consumers';
import {setImmediate} from 'node:timers/promises';

import {afterAll, afterEach, beforeEach, expect, it, vi} from 'vitest';

import {bounds} from '../bounds.ts';
import {listen} from '../testing/listen.ts';
import {startCommonHeaders} from './send.ts';
import {createListener} from './listener.ts';

const {server, serve} = createListener(undefined, 10);
serve((request, response) => {
  startCommonHeaders(response, ['X-Request-Id', 'one-of-all'], () => false);
  if (request.url === '/unread') response.end('unread');
  else
    text(request).then(
      body => response.end(`took ${body.length}`),
      () => undefined,
    );
});
let connection: Socket;
server.on('connection', socket => (connection = socket));
const isOpen = () => !connection.destroyed;

const port = await listen(server);
beforeEach(() => void vi.useFakeTimers({toFake: ['Date', 'performance', 'setInterval', 'clearInterval']}));
afterEach(() => void vi.useRealTimers());
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Sends a body, one piece per `pauseMs` milliseconds, until it is complete or the connection has ended. Resolves to what is received until then. */
async function send(
  path: string,
  pieces: number,
  bytes: number,
  pauseMs: number,
  connectionHeader = 'Connection: close\r\n',
) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const received = text(socket).catch((error: unknown) => String(error));
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\n${connectionHeader}Content-Length: ${pieces * bytes}\r\n\r\n`;
  socket.write(head);
  await once(server, 'request');
  for (let sent = 1; sent <= pieces && socket.writable && isOpen(); sent += 1) {
    socket.write('x'.repeat(bytes));
    const arrived = head.length + sent * bytes;
    while (connection.bytesRead < arrived && isOpen()) await setImmediate();
    vi.advanceTimersByTime(pauseMs);
  }
  return {received};
}

it('accepts a long body that arrives at the minimum rate', async () => {
  const {bodyTimeoutMs, bodyBytesPerSecond} = bounds;
  const pieces = (3 * bodyTimeoutMs) / 900;
  const response = await (await send('/', pieces, bodyBytesPerSecond, 900)).received;
  expect(response).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(response).toMatch(new RegExp(`took ${pieces * bodyBytesPerSecond}$`));
});

it('responds with 408 to a body that arrives too slowly', async () => {
  const response = await (await send('/', 60, 1, 500)).received;
  expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(response).toContain('\r\nX-Request-Id: one-of-all\r\n');
  expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toMatchObject({code: 408});
});

it('closes a connection whose body continues too slowly after the response', async () => {
  // Without `Connection: close`, Node.js keeps the connection open after the response.
  const {received} = await send('/unread', 60, 1, 500, '');
  expect(connection.destroyed).toBe(true);
  const response = await received;
  expect(response).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(response).not.toContain('408');
});

it('accepts a body while the clock of the machine is set forward', async () => {
  server.once('request', () => vi.setSystemTime(Date.now() + 3_600_000));
  expect(await (await send('/', 4, 1, 500)).received).toMatch(/^HTTP\/1\.1 200 OK/);
});

it('discards a body while the clock of the machine is set forward', async () => {
  server.once('request', (_, response) =>
    response.once('finish', () => vi.setSystemTime(Date.now() + 3_600_000)),
  );
  await send('/unread', 4, 1, 500, '');
  expect(isOpen()).toBe(true);
  connection.destroy();
});
