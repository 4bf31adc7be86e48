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
