import {once} from 'node:events';
import {createServer, type ServerResponse} from 'node:http';
import {connect, type Socket} from 'node:net';
import {text} from 'node:stream/consumers';
import {setTimeout as pause} from 'node:timers/promises';

import {afterAll, beforeEach, describe, expect, it, vi} from 'vitest';

import {listen} from '../testing/listen.ts';
import {refuseMalformedRequests} from './malformed-requests.ts';

/** More than a connection buffers before the client reads. */
const long = 'x'.repeat(16_000_000);

const malformed = 'hello\r\n\r\n';

/** The responses that a test ends itself. */
const waiting: ServerResponse[] = [];

const server = createServer({maxHeaderSize: 16 * 1024}, (request, response) => {
  if (request.url === '/long') response.end(long);
  else waiting.push(response);
});
// Closes idle connections.
server.timeout = 5_000;
refuseMalformedRequests(server);

const port = await listen(server);
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

/** Sends a request and waits until the server has received it. */
async function connectAndWait(sent: string): Promise<Socket> {
  const socket = connectToServer();
  socket.write(sent);
  await vi.waitUntil(() => waiting[0]);
  return socket;
}

/** Sends malformed data and waits until the server has detected it. */
async function sendMalformed(socket: Socket, sent: string): Promise<void> {
  socket.write(sent);
  await once(server, 'clientError');
}

async function connectAndSendMalformed(sent: string): Promise<Socket> {
  const socket = connectToServer();
  await sendMalformed(socket, sent);
  return socket;
}

/** Returns all received data, or the error. */
const receivedOn = (socket: Socket): Promise<string> => text(socket).catch(String);

const statusLines = (received: string) =>
  [...received.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status);

describe('a malformed request', () => {
  it('gets an error with the error body, and no further response', async () => {
    const received = await receivedOn(await connectAndSendMalformed(malformed + get('/long')));
    expect(statusLines(received)).toEqual(['400']);
    expect(JSON.parse(received.slice(received.indexOf('\r\n\r\n')))).toMatchObject({code: 400});
  });

  it('gets the whole error body when it arrives in pieces', async () => {
    const socket = await connectAndSendMalformed(`GET / HTTP/1.1\r\nlong: ${'x'.repeat(33_000)}`);
    for (let piece = 0; piece < 5; piece += 1) {
      socket.write('x'.repeat(1_000));
      await pause(10);
    }
    expect(statusLines(await receivedOn(socket))).toEqual(['431']);
  });
});

describe('a malformed request after a valid one', () => {
  it('gets an error although the client has not read the previous response', async () => {
    const received = await receivedOn(await connectAndSendMalformed(get('/long') + malformed));
    expect(statusLines(received)).toEqual(['200', '400']);
    expect(received).toContain(long);
  });

  it('gets an error after a response that is sent completely and not ended', async () => {
    const socket = await connectAndWait(get('/'));
    waiting[0]?.writeHead(200, {'Content-Length': 2}).write('ok');
    await once(socket, 'readable');
    await sendMalformed(socket, malformed);
    waiting[0]?.end();
    expect(statusLines(await receivedOn(socket))).toEqual(['200', '400']);
  });

  it('gets an error after all previous responses, in order', async () => {
    const socket = await connectAndSendMalformed(get('/first') + get('/second') + malformed);
    waiting[1]?.writeHead(202).end();
    waiting[0]?.end();
    expect(statusLines(await receivedOn(socket))).toEqual(['200', '202', '400']);
  });

  it('gets no error inside an incomplete response', async () => {
    const socket = await connectAndSendMalformed(get('/') + malformed);
    waiting[0]?.write('half');
    expect(statusLines(await receivedOn(socket))).toEqual(['200']);
  });
});

describe('CONNECT', () => {
  const tunnel = 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n';

  it('gets 501 with the error body, and the connection is closed', async () => {
    const socket = connectToServer();
    socket.write(tunnel);
    const received = await receivedOn(socket);
    expect(statusLines(received)).toEqual(['501']);
    expect(received).toContain('\r\nConnection: close\r\n');
    expect(JSON.parse(received.slice(received.indexOf('\r\n\r\n')))).toEqual({
      status: 'Not Implemented',
      code: 501,
      message: 'CONNECT is not supported: the service is not a proxy.',
    });
  });

  it('gets 501 after the responses to previous requests', async () => {
    const socket = connectToServer();
    socket.write(get('/first') + tunnel);
    await vi.waitUntil(() => waiting[0]);
    waiting[0]?.writeHead(202).end();
    expect(statusLines(await receivedOn(socket))).toEqual(['202', '501']);
  });

  it('does not keep a connection open whose client stops reading', async () => {
    const socket = connectToServer();
    socket.write(get('/long') + tunnel);
    await once(server, 'connect');
    expect(statusLines(await receivedOn(socket))[0]).toBe('200');
  });
});

describe('a malformed body', () => {
  it('gets an error', async () => {
    expect(statusLines(await receivedOn(await connectAndSendMalformed(`${chunked}broken\r\n`)))).toEqual([
      '400',
    ]);
  });

  it('gets no error if the response to its request has begun', async () => {
    const socket = await connectAndWait(chunked);
    waiting[0]?.write('half');
    await sendMalformed(socket, 'broken\r\n');
    expect(statusLines(await receivedOn(socket))).toEqual(['200']);
  });
});
