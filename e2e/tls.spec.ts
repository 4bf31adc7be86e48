import {get} from 'node:https';
import {text} from 'node:stream/consumers';
import {once} from 'node:events';
import type {IncomingMessage} from 'node:http';

import {tlsSettings, trusted} from '../server/testing/certificates.ts';
import {expect, test} from './support/test.ts';

test('with a certificate the service speaks HTTPS', async ({start}) => {
  const {TAVLE_TLS_CERT, TAVLE_TLS_KEY} = tlsSettings;
  const {url} = await start({TAVLE_TLS_CERT, TAVLE_TLS_KEY});

  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const [response] = (await once(get(`${url}/health/ready`, {ca: trusted.certificate}), 'response')) as [
    IncomingMessage,
  ];
  expect(response.statusCode).toBe(200);
  expect(JSON.parse(await text(response))).toEqual({status: 'OK', code: 200});
});
