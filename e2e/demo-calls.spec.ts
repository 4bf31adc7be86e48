import {once} from 'node:events';
import {type IncomingMessage, request} from 'node:http';
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
  const paths = ['/demo/', '/demo/users', '/demo/myndigheder', '/metrics', '/health/ready', '/openapi.json'];
  const names = [`rebound.example.com:${port}`, 'localhost.example.com', '127.0.0.1.example.com', '0.0.0.0'];
  for (const each of [token, ...paths.map(path => ({path}))]) {
    for (const host of names) {
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
  const send = async (body: string) => {
    const response = await call(url, {method: 'POST', path: '/demo/kald', host: 'localhost', body});
    return {sent: body.slice(0, 200), status: response.status, body: JSON.parse(response.text) as unknown};
  };
  const sendWith = (changes: object) =>
    send(JSON.stringify({som: '61966617', method: 'GET', path: '/dia/2/formular/61966617', ...changes}));
  expect(await sendWith({})).toMatchObject({status: 200});

  const message = expect.any(String) as unknown;
  const invalid = {
    method: ['HEAD', 'get', 'GET\r\nx', 'CONNECT', '', 7, null, ['GET']],
    path: [7, null, {}, ['/dia/1/formular'], 'dia/1/formular', `/dia/${'x'.repeat(100_000)}`],
    som: [7, null, {}],
  };
  for (const [field, values] of Object.entries(invalid)) {
    for (const value of values) {
      const response = await sendWith({[field]: value});
      const body = {code: 400, message, errors: {[field]: [message]}};
      expect(response).toMatchObject({sent: response.sent, status: 400, body});
    }
  }
  const paths = ['/metrics', '/dia/../metrics', '/dia/%2e%2e/metrics', '/dia/\\..\\..\\metrics'];
  const unknown = [
    ...[...paths, '//example.dk/dia/'].map(path => ({path})),
    ...['00000000', '__proto__'].map(som => ({som})),
  ];
  for (const changes of unknown) {
    const response = await sendWith(changes);
    expect(response).toMatchObject({sent: response.sent, status: 404, body: {code: 404, message}});
  }
  // No URL can contain an unpaired surrogate.
  expect(await sendWith({path: '/\u{d800}'})).toMatchObject({status: 400, body: {code: 400, message}});
  for (const body of ['{', '[]', '7', '""', ''])
    expect(await send(body)).toMatchObject({status: 400, body: {code: 400}});
});
