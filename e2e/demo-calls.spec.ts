import {request} from 'node:http';
import {once} from 'node:events';
import type {IncomingMessage} from 'node:http';
import {text} from 'node:stream/consumers';

import {expect, test} from './support/test.ts';

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly host: string;
  readonly body?: string;
}

/** Sends a request with any `Host`, which `fetch` does not allow. */
async function call(url: string, {method = 'GET', path, host, body}: Call) {
  const headers = {host, 'content-type': 'application/json'};
  const sent = request(url + path, {method, headers}).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return {status: response.statusCode, text: await text(response)};
}

test('the demo only responds to requests for names of this machine and its public URL', async ({
  startDemo,
}) => {
  const {url} = await startDemo({TAVLE_PUBLIC_URL: 'https://demo.example.dk'});
  const {port} = new URL(url);
  const token = {method: 'POST', path: '/demo/token', body: '{"sub":"demo-anna"}'};
  const calls: Omit<Call, 'host'>[] = [
    token,
    ...['/demo/', '/demo/users', '/demo/myndigheder', '/metrics', '/health/ready', '/openapi.json'].map(
      path => ({path}),
    ),
  ];
  for (const each of calls) {
    for (const host of [
      `rebound.example.com:${port}`,
      'localhost.example.com',
      '127.0.0.1.example.com',
      '0.0.0.0',
    ]) {
      const {status, text: response} = await call(url, {...each, host});
      expect({...each, host, status}).toEqual({...each, host, status: 403});
      expect(JSON.parse(response)).toMatchObject({status: 'Forbidden', code: 403});
    }
  }
  for (const host of [`127.0.0.1:${port}`, 'localhost', 'LOCALHOST:1', `[::1]:${port}`, 'demo.example.dk']) {
    expect((await call(url, {...token, host})).status).toBe(200);
  }
});

test('invalid requests on behalf of a supplier return 400 or 404 with the error body', async ({
  demo: {url},
}) => {
  const right = {
    som: '61966617',
    method: 'GET',
    path: '/dia/2/formular/61966617',
    body: undefined as unknown,
  };
  const send = async (body: string) => {
    const host = 'localhost';
    const response = await call(url, {method: 'POST', path: '/demo/kald', host, body});
    return {sent: body.slice(0, 200), status: response.status, body: JSON.parse(response.text) as unknown};
  };
  expect(await send(JSON.stringify(right))).toMatchObject({status: 200});

  const cases: [changes: object, status: number, field?: string][] = [
    ...['HEAD', 'get', 'GET\r\nx', 'CONNECT', '', 7, null, ['GET']].map(
      (method): [object, number, string] => [{method: method}, 400, 'method'],
    ),
    ...[7, null, {}, ['/dia/1/formular'], 'dia/1/formular', `/dia/${'x'.repeat(100_000)}`].map(
      (path): [object, number, string] => [{path}, 400, 'path'],
    ),
    ...[7, null, {}].map((som): [object, number, string] => [{som}, 400, 'som']),
    ...[
      '/metrics',
      '/dia/../metrics',
      '/dia/%2e%2e/metrics',
      '/dia/\\..\\..\\metrics',
      '//example.dk/dia/',
      '/\u{d800}',
    ].map((path): [object, number] => [{path}, 404]),
    [{som: '00000000'}, 404],
    [{som: '__proto__'}, 404],
  ];
  for (const [changes, code, field] of cases) {
    const response = await send(JSON.stringify({...right, ...changes}));
    expect(response).toMatchObject({
      sent: response.sent,
      status: code,
      body: {code, message: expect.any(String) as unknown},
    });
    if (field !== undefined) {
      expect(response).toMatchObject({
        sent: response.sent,
        body: {errors: {[field]: [expect.any(String) as unknown]}},
      });
    }
  }
  for (const body of ['{', '[]', '7', '""', '']) {
    expect(await send(body)).toMatchObject({status: 400, body: {code: 400}});
  }
});
