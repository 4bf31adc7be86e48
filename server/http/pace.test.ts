import {once} from 'node:events';
import {createServer} from 'node:http';
import {type AddressInfo, connect} from 'node:net';
import {text} from 'node:stream/consumers';
import {setTimeout} from 'node:timers/promises';

import {afterAll, beforeAll, expect, it} from 'vitest';

import {requirePace} from './pace.ts';

const server = createServer((request, response) => {
  requirePace(request, response, {timeoutMs: 1_000, bytesPerSecond: 1_000});
  if (request.url === '/unread') response.end('unread');
  else
    text(request).then(
      body => response.end(`took ${body.length}`),
      () => undefined,
    );
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Sends a body piece by piece until it is whole or the connection has ended, and gives back all that is answered. */
async function send(path: string, pieces: number, bytes: number): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  const answer = text(socket).catch((error: unknown) => String(error));
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${pieces * bytes}\r\n\r\n`,
  );
  for (let piece = 0; piece < pieces && socket.writable; piece += 1) {
    socket.write('x'.repeat(bytes));
    await setTimeout(250);
  }
  return answer;
}

it('lets a body take its time as long as it keeps coming', async () => {
  expect(await send('/', 16, 1_000)).toMatch(/^HTTP\/1\.1 200 OK[^]*took 16000$/);
});

it('ends a body that only drips with 408', async () => {
  const answer = await send('/', 60, 1);
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({code: 408});
});

it('ends a connection that goes on dripping after its answer', async () => {
  expect(await send('/unread', 60, 1)).not.toContain('408');
});
