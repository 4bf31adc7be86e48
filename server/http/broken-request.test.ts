import {once} from 'node:events';
import {createServer} from 'node:http';
import {type AddressInfo, connect} from 'node:net';
import {text} from 'node:stream/consumers';

import {afterAll, beforeAll, expect, it} from 'vitest';

import {answerBrokenRequests} from './broken-request.ts';

/** More than a connection takes before the client reads. */
const long = 'x'.repeat(16_000_000);

const server = createServer((request, response) => {
  if (request.url === '/whole') response.end(long);
  else response.write(long);
});
answerBrokenRequests(server);
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Sends what is no request while the answer to the one before is under way, and gives back all that is answered. */
async function breakAfter(path: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  await once(socket, 'readable');
  socket.write('hello\r\n\r\n');
  await once(server, 'clientError');
  return text(socket).catch(String);
}

it('answers what is no request although the client has not read the answer before', async () => {
  const answer = await breakAfter('/whole');
  const [first = '', second = ''] = answer.split('HTTP/1.1 400 Bad Request\r\n');
  expect(first.endsWith(long)).toBe(true);
  expect(JSON.parse(second.slice(second.indexOf('\r\n\r\n')))).toMatchObject({code: 400});
});

it('says nothing in the middle of another answer', async () => {
  expect((await breakAfter('/half')).includes('400 Bad Request')).toBe(false);
});
