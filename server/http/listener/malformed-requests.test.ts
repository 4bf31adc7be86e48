import {once} from 'node:events';
import {createServer, type ServerResponse} from 'node:http';
import {connect, type Socket} from 'node:net';
import {text} from 'node:stream/consumers';
import {setTimeout as pause} from 'node:timers/promises';

import {afterAll, beforeAll, beforeEach, describe, expect, it, vi} from 'vitest';

import {listen} from '../../testing/listen.ts';
import {refuseMalformedRequests} from './malformed-requests.ts';

/** More than a connection takes before the client reads. */
const long = 'x'.repeat(16_000_000);

const broken = 'hello\r\n\r\n';

/** Those that a test ends by itself. */
const waiting: ServerResponse[] = [];

const server = createServer({maxHeaderSize: 16 * 1024}, (request, response) => {
  if (request.url === '/long') response.end(long);
  else waiting.push(response);
});
// Ends connections on which nothing moves.
server.timeout = 500;
refuseMalformedRequests(server);

let port: number;
beforeAll(async () => {
  port = await listen(server);
});
beforeEach(() => {
  waiting.length = 0;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

const chunked = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';

const connectToServer = () => connect(port, '127.0.0.1');

/** Sends a request, and waits until the server has it. */
async function connectAndWait(sent: string): Promise<Socket> {
  const socket = connectToServer();
  socket.write(sent);
  await vi.waitUntil(() => waiting[0], {timeout: 30_000});
  return socket;
}

/** Sends what is broken somewhere, and waits until the server has seen it. */
async function breakOff(socket: Socket, sent: string): Promise<void> {
  socket.write(sent);
  await once(server, 'clientError');
}

async function connectAndBreak(sent: string): Promise<Socket> {
  const socket = connectToServer();
  await breakOff(socket, sent);
  return socket;
}

/** All that came, or why it broke off. */
const answersOn = (socket: Socket): Promise<string> => text(socket).catch(String);

const statusLines = (answers: string) =>
  [...answers.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status);

describe('a malformed request', () => {
  it('gets an error with the error body, and no further response', async () => {
    const answers = await answersOn(await connectAndBreak(broken + get('/long')));
    expect(statusLines(answers)).toEqual(['400']);
    expect(JSON.parse(answers.slice(answers.indexOf('\r\n\r\n')))).toMatchObject({code: 400});
  });

  it('gets it whole, too, when it comes in pieces', async () => {
    const socket = await connectAndBreak(`GET / HTTP/1.1\r\nlong: ${'x'.repeat(17_000)}`);
    for (let piece = 0; piece < 5; piece += 1) {
      socket.write('x'.repeat(1_000));
      await pause(10);
    }
    expect(statusLines(await answersOn(socket))).toEqual(['431']);
  });
});

describe('a malformed request after a valid one', () => {
  it('is answered although the client has not read the response before', async () => {
    const answers = await answersOn(await connectAndBreak(get('/long') + broken));
    expect(statusLines(answers)).toEqual(['200', '400']);
    expect(answers).toContain(long);
  });

  it('is answered after a response whose last byte is sent, though it was not ended yet', async () => {
    const socket = await connectAndWait(get('/'));
    waiting[0]?.writeHead(200, {'Content-Length': 2}).write('ok');
    await once(socket, 'readable');
    await breakOff(socket, broken);
    waiting[0]?.end();
    expect(statusLines(await answersOn(socket))).toEqual(['200', '400']);
  });

  it('is answered after all responses before, in their order', async () => {
    const socket = await connectAndBreak(get('/first') + get('/second') + broken);
    waiting[1]?.writeHead(202).end();
    waiting[0]?.end();
    expect(statusLines(await answersOn(socket))).toEqual(['200', '202', '400']);
  });

  it('does not end up in the middle of a response that stops', async () => {
    const socket = await connectAndBreak(get('/') + broken);
    waiting[0]?.write('half');
    expect(statusLines(await answersOn(socket))).toEqual(['200']);
  });
});

describe('CONNECT', () => {
  const tunnel = 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n';

  it('gets 501 with the error body, and the connection is closed', async () => {
    const socket = connectToServer();
    socket.write(tunnel);
    const answers = await answersOn(socket);
    expect(statusLines(answers)).toEqual(['501']);
    expect(answers).toContain('\r\nConnection: close\r\n');
    expect(JSON.parse(answers.slice(answers.indexOf('\r\n\r\n')))).toEqual({
      status: 'Not Implemented',
      code: 501,
      message: 'CONNECT is not supported: the service is not a proxy.',
    });
  });

  it('is answered after the requests before it', async () => {
    const socket = connectToServer();
    socket.write(get('/first') + tunnel);
    await vi.waitUntil(() => waiting[0]);
    waiting[0]?.writeHead(202).end();
    expect(statusLines(await answersOn(socket))).toEqual(['202', '501']);
  });

  it('does not keep a connection open whose client stops reading', async () => {
    const socket = connectToServer();
    socket.write(get('/long') + tunnel);
    await once(server, 'connect');
    expect(statusLines(await answersOn(socket))[0]).toBe('200');
  });
});

describe('a body that is broken', () => {
  it('gets an error', async () => {
    expect(statusLines(await answersOn(await connectAndBreak(`${chunked}broken\r\n`)))).toEqual(['400']);
  });

  it('gets none in the response that its request has already', async () => {
    const socket = await connectAndWait(chunked);
    waiting[0]?.write('half');
    await breakOff(socket, 'broken\r\n');
    expect(statusLines(await answersOn(socket))).toEqual(['200']);
  });
});
