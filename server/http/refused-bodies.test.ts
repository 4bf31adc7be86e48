import {once} from 'node:events';
import {connect as connectPlainly, type Socket} from 'node:net';
import {setTimeout as pause} from 'node:timers/promises';
import {connect as connectSecurely} from 'node:tls';
import {deflateRawSync, deflateSync, gzipSync} from 'node:zlib';

import {describe, expect, it} from 'vitest';

import {companies, deadline} from '../testing/bodies.ts';
import {callerWith, organisation, tlsSettings, trusted} from '../testing/certificates.ts';
import {skat, useTestService} from '../testing/service.ts';

const plain = await useTestService();
const secure = await useTestService(tlsSettings);
const authority = await organisation(skat);

/** A connection on which requests are sent as bytes. */
async function open({url}: {url: string}, certificate?: typeof authority) {
  const port = Number(new URL(url).port);
  const identity = certificate && {cert: certificate.certificate, key: certificate.key};
  const socket: Socket = url.startsWith('https')
    ? connectSecurely({port, host: '127.0.0.1', ca: trusted.certificate, ...identity})
    : connectPlainly({port, host: '127.0.0.1'});
  let received = '';
  const errors: string[] = [];
  socket.on('data', data => (received += data.toString('latin1')));
  socket.on('error', error => errors.push(error.message));
  await once(socket, url.startsWith('https') ? 'secureConnect' : 'connect');
  return {
    socket,
    errors,
    received: () => received,
    statuses: () => [...received.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => Number(status)),
  };
}

const chunked = (size: number) => {
  const chunk = Buffer.alloc(16_000, ' ');
  const chunks = Array.from({length: Math.ceil(size / chunk.length)}, () => [
    `${chunk.length.toString(16)}\r\n`,
    chunk,
    '\r\n',
  ]);
  return Buffer.concat([...chunks.flat(), '0\r\n\r\n'].map(part => Buffer.from(part)));
};

const head = (line: string, headers: Record<string, string | number>) =>
  [
    `${line} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries({'Content-Type': 'application/json', ...headers}).map(pair => pair.join(': ')),
    '',
    '',
  ].join('\r\n');

const order = 'PUT /dashboard/1/apps/order';
const health = head('GET /health/live', {});
const random = Buffer.from(Array.from({length: 200_000}, (_, index) => (index * 7919) % 251));

/** Requests of the person of interface D, which the service refuses before it has read their bodies. */
const refusals: [
  name: string,
  status: number,
  line: string,
  headers: Record<string, string>,
  body: Buffer,
][] = [
  ['is chunked and too large', 413, order, {}, chunked(200_000)],
  [
    'decompresses to too much',
    413,
    order,
    {'Content-Encoding': 'gzip'},
    gzipSync(Buffer.alloc(60_000_000, ' ')),
  ],
  ['is not gzip', 400, order, {'Content-Encoding': 'gzip'}, random],
  ['is not zlib', 400, order, {'Content-Encoding': 'deflate'}, random],
  ['has an unknown coding', 415, order, {'Content-Encoding': 'br'}, random],
  ['is not JSON', 415, order, {'Content-Type': 'text/plain'}, random],
  ['has no token', 401, order, {Authorization: ''}, random],
  ['is for an unknown URL', 404, 'PUT /nothing', {}, random],
  ['is for another method', 405, 'DELETE /dashboard/1/apps/order', {}, random],
  ['is for another company', 403, 'PUT /calendar/1/virksomheder/19552101/frister/1', {}, random],
];

/** Over TLS, this refusal closes the connection. */
const withoutCertificate: (typeof refusals)[number] = [
  'has no certificate',
  401,
  'POST /calendar/1/frister',
  {},
  random,
];

describe.each([
  ['plain HTTP', plain, [...refusals, withoutCertificate]],
  ['TLS', secure, refusals],
])('over %s', (_, service, ownRefusals) => {
  it.each(ownRefusals)(
    'answers the request after a body that %s (%i)',
    async (_name, status, line, headers, body) => {
      const {authorization} = await service.issuer.authorize('anna', companies(1)[0] ?? '');
      const framing =
        headers['Content-Encoding'] || body.indexOf('\r\n') < 0 ? {'Content-Length': body.length} : {};
      const length = 'Content-Length' in framing ? framing : {'Transfer-Encoding': 'chunked'};
      const {socket, statuses} = await open(service);
      socket.write(head(line, {Authorization: authorization, ...headers, ...length}));
      // In two parts: the response is sent before the second.
      socket.write(body.subarray(0, body.length / 2));
      await expect.poll(statuses).toEqual([status]);
      socket.write(body.subarray(body.length / 2));
      socket.write(health);
      await expect.poll(statuses).toEqual([status, 200]);
      socket.destroy();
    },
  );

  it.each([
    [
      'a malformed request after the body',
      {'Content-Length': 1_000},
      `${' '.repeat(1_000)}GET /\\ø HTTP/1.1\r\n\r\n`,
      [404, 400],
    ],
    [
      'a malformed body, which belongs to a request with a response',
      {'Transfer-Encoding': 'chunked'},
      'no chunk\r\n\r\n',
      [404],
    ],
  ])('sends the responses that are due to %s', async (_name, framing, rest, due) => {
    const {socket, statuses} = await open(service);
    socket.write(head('PUT /nothing', framing));
    await expect.poll(statuses).toEqual([404]);
    const closed = once(socket, 'close');
    socket.write(rest);
    await closed;
    expect(statuses()).toEqual(due);
  });

  it.each([
    ['401', '', 8_000_000],
    ['413', 'anna', 8_000_000],
    ['413', 'anna', 30_000_000],
  ])(
    'lets a client with `Connection: close` send its whole body before it reads the %s',
    async (status, person, size) => {
      const {authorization} = person ? await service.issuer.authorize(person) : {authorization: ''};
      const {socket, statuses, errors} = await open(service);
      const headers = {Connection: 'close', Authorization: authorization, 'Content-Length': size};
      socket.write(head(order, headers));
      const closed = once(socket, 'close');
      for (let sent = 0; sent < size; sent += size / 10) {
        socket.write(Buffer.alloc(size / 10, ' '));
        await pause(20);
      }
      await closed;
      expect(statuses()).toEqual([Number(status)]);
      expect(errors).toEqual([]);
    },
  );

  it('closes the connection of a client that sends more and more after its response', async () => {
    const {socket, received, statuses} = await open(service);
    socket.write(head('POST /nothing', {'Transfer-Encoding': 'chunked'}));
    const part = chunked(1_000_000).subarray(0, -5);
    for (let sent = 0; sent < 200 && !socket.destroyed; sent += 1) {
      socket.write(part);
      await pause(5);
    }
    await expect.poll(() => socket.destroyed).toBe(true);
    expect(statuses()).toEqual([404]);
    expect(received()).toContain('"code":404');
  });

  it('invites no body that it refuses', async () => {
    const {authorization} = await service.issuer.authorize('anna', companies(1)[0] ?? '');
    const expectation = {Expect: '100-continue', 'Content-Length': 20_000_000};
    const calls: [number, string, Record<string, string | number>][] = [
      [413, order, {}],
      [401, order, {Authorization: ''}],
      [401, 'POST /calendar/1/frister', {}],
      [404, 'PUT /nothing', {}],
      [403, 'PUT /calendar/1/virksomheder/19552101/frister/1', {}],
      [405, 'DELETE /dashboard/1/apps/order', {}],
      [415, order, {'Content-Type': 'text/plain'}],
      [415, order, {'Content-Encoding': 'br'}],
      [417, order, {Expect: 'something'}],
    ];
    for (const [status, line, headers] of calls) {
      const {socket, statuses, received} = await open(service);
      socket.write(head(line, {Authorization: authorization, ...expectation, ...headers}));
      await once(socket, 'end');
      expect([line, statuses()]).toEqual([line, [status]]);
      expect(received()).toMatch(/^connection: close\r$/im);
      socket.destroy();
    }
  });

  it('invites a body that it reads', async () => {
    const {authorization} = await service.issuer.authorize('anna');
    const body = JSON.stringify(['frister', 'cvr']);
    const {socket, statuses} = await open(service);
    const sent = {Authorization: authorization, Expect: '100-continue', 'Content-Length': body.length};
    socket.write(head(order, sent));
    await expect.poll(statuses).toEqual([100]);
    socket.write(body + health);
    await expect.poll(statuses).toEqual([100, 400, 200]);
    socket.destroy();
  });
});

it.each<[string, (text: string) => Uint8Array, Record<string, string>]>([
  ['chunked', text => Buffer.from(text), {'transfer-encoding': 'chunked'}],
  ['gzip', gzipSync, {'content-encoding': 'gzip'}],
  ['x-gzip', gzipSync, {'content-encoding': 'X-GZIP'}],
  ['deflate', deflateSync, {'content-encoding': 'deflate'}],
  ['identity', text => Buffer.from(text), {'content-encoding': 'Identity'}],
])('accepts eight small bodies (%s) of one caller at the same time', async (_, encode, headers) => {
  const call = callerWith(secure.url, authority);
  const deliveries = Array.from({length: 8}, () =>
    call('POST', '/calendar/1/frister', encode(JSON.stringify(deadline())), headers),
  );
  const statuses = (await Promise.all(deliveries)).map(({status}) => status);
  expect(statuses).toEqual(Array.from({length: 8}, () => 201));
});

it.each(['deflate', 'DEFLATE'])('names the format of %s', async coding => {
  const call = callerWith(secure.url, authority);
  const raw = deflateRawSync(JSON.stringify(deadline()));
  const response = await call('POST', '/calendar/1/frister', raw, {'content-encoding': coding});
  expect(response).toMatchObject({status: 400, body: {message: expect.stringContaining('zlib') as string}});
});
