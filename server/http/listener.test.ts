import type {Server} from 'node:http';
import {connect} from 'node:net';
import {text} from 'node:stream/consumers';
import {connect as connectTls} from 'node:tls';

import {afterEach, expect, it} from 'vitest';

import {trusted} from '../testing/certificates.ts';
import {listen} from '../testing/listen.ts';
import {createListener} from './listener.ts';

const identity = await trusted.issue({subject: [{CN: ['localhost']}], hosts: ['127.0.0.1']});
const tls = {cert: identity.certificate, key: identity.key};

let server: Server;
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

it.each([
  ['HTTP', undefined, (port: number) => connect({port, host: '127.0.0.1'})],
  ['TLS', tls, (port: number) => connectTls({port, host: '127.0.0.1', ca: trusted.certificate})],
])('over %s, responds to a client that has closed its side of the connection', async (_, secured, open) => {
  const listener = createListener(secured, 10);
  server = listener.server;
  listener.serve((request, response) => {
    request.socket.once('end', () => setImmediate(() => response.end('still here')));
    request.resume();
  });
  const socket = open(await listen(server));
  socket.end('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*still here/);
});
