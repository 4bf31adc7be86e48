import {once} from 'node:events';
import type {RequestListener, Server, ServerResponse} from 'node:http';
import {connect, type Socket} from 'node:net';
import {text} from 'node:stream/consumers';
import {connect as connectTls} from 'node:tls';

import {describe, expect, it, onTestFinished, vi} from 'vitest';

import {bounds} from '../bounds.ts';
import {trusted} from '../testing/certificates.ts';
import {listenForTest} from '../testing/listen-for-test.ts';
import {createListener} from './listener.ts';

const identity = await trusted.issue({subject: [{CN: ['localhost']}], hosts: ['127.0.0.1']});

/** The server that `listen` started last. */
let server: Server;

async function listen(handle: RequestListener, tls?: {cert: string; key: string}): Promise<number> {
  const listener = createListener(tls, 100);
  ({server} = listener);
  listener.serve(handle);
  return listenForTest(server);
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Returns the bodies of the received responses, which have `Content-Length`. */
function bodiesOf(received: string): string[] {
  const bodies: string[] = [];
  let rest = received;
  while (rest) {
    const [head = '', length = ''] = /^[^]*?content-length: (\d+)[^]*?\r\n\r\n/i.exec(rest) ?? [];
    if (!head) throw new Error(`No response: ${rest.slice(0, 200)}`);
    bodies.push(rest.slice(head.length, head.length + Number(length)));
    rest = rest.slice(head.length + Number(length));
  }
  return bodies;
}

const transports: [string, {cert: string; key: string} | undefined, (port: number) => Socket][] = [
  ['HTTP', undefined, port => connect(port, '127.0.0.1')],
  [
    'TLS',
    {cert: identity.certificate, key: identity.key},
    port => connectTls({port, host: '127.0.0.1', ca: trusted.certificate}),
  ],
];

describe.each(transports)('pipelined requests over %s', (_, tls, open) => {
  /** Echoes the path and the body, with a delay for even paths, so that odd ones would overtake them. */
  const echo: RequestListener = (request, response) => {
    void text(request).then(body => {
      const send = () => {
        const echoed = `${request.url} ${body}`;
        response.writeHead(200, {'Content-Length': echoed.length}).end(echoed);
      };
      if (Number(request.url?.slice(1)) % 2) send();
      else setTimeout(send, 2);
    });
  };

  it('get complete responses in order after the client has ended its side', async () => {
    const port = await listen(echo, tls);
    const requests = Array.from({length: 80}, (_, index) => ({
      path: `/${index}`,
      body: index % 3 ? '' : `${index}:`.repeat(index * 200),
    }));
    const socket = open(port);
    socket.end(requests.map(({path, body}) => (body ? post(path, body) : get(path))).join(''));
    expect(bodiesOf(await text(socket))).toEqual(requests.map(({path, body}) => `${path} ${body}`));
  });

  it('get all responses when they arrive in pieces and a response exceeds the buffers', async () => {
    const long = 'x'.repeat(4_000_000);
    const port = await listen((request, response) => {
      if (request.url === '/long') response.writeHead(200, {'Content-Length': long.length}).end(long);
      else echo(request, response);
    }, tls);
    const socket = open(port);
    const received = text(socket);
    const sent = [get('/long'), post('/2', 'two'), get('/long'), get('/3'), get('/4')].join('');
    for (let start = 0; start < sent.length; start += 7) {
      socket.write(sent.slice(start, start + 7));
      await new Promise(setImmediate);
    }
    socket.end();
    expect(bodiesOf(await received)).toEqual([long, '/2 two', long, '/3 ', '/4 ']);
  });

  it('are handled one at a time, and none after the connection is closed', async () => {
    const handled: ServerResponse[] = [];
    const port = await listen((_, response) => handled.push(response), tls);
    const socket = open(port);
    socket.write(get('/').repeat(10));
    await vi.waitUntil(() => handled.length === 1);
    handled[0]?.end();
    await vi.waitUntil(() => handled.length === 2);
    const [, second] = handled;
    const closed = second && once(second, 'close');
    socket.destroy();
    // A connection that is not read detects a disconnected client only by a write.
    const writing = setInterval(() => handled[1]?.write('response'), 5);
    await closed?.finally(() => clearInterval(writing));
    await new Promise(setImmediate);
    expect(handled).toHaveLength(2);
  });

  it('are not handled after a response that closes the connection', async () => {
    const urls: (string | undefined)[] = [];
    const port = await listen(({url}, response) => {
      urls.push(url);
      response.writeHead(200, {Connection: 'close'}).end();
    }, tls);
    const socket = open(port);
    socket.write(get('/1') + get('/2'));
    await text(socket);
    expect(urls).toEqual(['/1']);
  });

  it('are not read while earlier ones wait', async () => {
    const handled: ServerResponse[] = [];
    const port = await listen((_, response) => handled.push(response), tls);
    let connection: Socket | undefined;
    server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => (connection = socket));
    const socket = open(port).on('error', () => undefined);
    socket.write(get('/1') + get('/2'));
    await vi.waitUntil(() => connection?.isPaused());
    const before = connection?.bytesRead ?? 0;
    const flood = 'x'.repeat(64 * 1024 * 1024);
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${flood.length}\r\n\r\n${flood}`);
    await vi.waitUntil(() => socket.writableLength > 0);
    handled[0]?.flushHeaders();
    await new Promise(setImmediate);
    expect((connection?.bytesRead ?? 0) - before).toBeLessThan(1024 * 1024);
    expect(socket.writableLength).toBeGreaterThan(0);
  });

  it('cause the connection to be closed when too many wait', async () => {
    const handled: ServerResponse[] = [];
    const port = await listen((_, response) => handled.push(response), tls);
    const socket = open(port).on('error', () => undefined);
    socket.resume().write(get('/').repeat(bounds.maxPipelinedRequests + 2));
    await once(socket, 'close');
    await vi.waitUntil(() => handled[0]?.destroyed);
    expect(handled).toHaveLength(1);
  });
});

it('refuses a request with an unknown Expect after the previous response', async () => {
  const port = await listen((_, response) => response.end('first'));
  const socket = connect(port, '127.0.0.1');
  socket.end(`${get('/')}GET / HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\n\r\n${get('/')}`);
  const statuses = [...(await text(socket)).matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status);
  expect(statuses).toEqual(['200', '417', '200']);
});

it('starts the timeout of a body when its request is handled', async () => {
  vi.useFakeTimers({toFake: ['performance', 'setInterval', 'clearInterval']});
  onTestFinished(() => void vi.useRealTimers());
  const handled: ServerResponse[] = [];
  const port = await listen((request, response) => {
    request.resume();
    handled.push(response);
  });
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (data: Buffer) => (received += data.toString()));
  socket.write(`${get('/')}POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{`);
  await vi.waitUntil(() => handled.length === 1);
  vi.advanceTimersByTime(bounds.bodyTimeoutMs * 3);
  handled[0]?.end('first');
  await vi.waitUntil(() => handled.length === 2);
  vi.advanceTimersByTime(bounds.bodyTimeoutMs - 2_000);
  socket.write('}');
  await vi.waitUntil(() => handled[1]?.req.complete);
  handled[1]?.end('second');
  await vi.waitUntil(() => received.includes('second'));
  expect(received).not.toContain('408');
});
