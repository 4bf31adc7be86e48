import {writeFile} from 'node:fs/promises';
import {get} from 'node:https';
import {text} from 'node:stream/consumers';
import {once} from 'node:events';
import type {IncomingMessage} from 'node:http';
import {join} from 'node:path';

import {createCertificate} from './support/certificate.ts';
import {expect, test} from './support/test.ts';

test('with a certificate the service speaks HTTPS', async ({start, directory}) => {
  const {certificate, key} = await createCertificate('127.0.0.1');
  const TAVLE_TLS_CERT = join(directory, 'cert.pem');
  const TAVLE_TLS_KEY = join(directory, 'key.pem');
  await Promise.all([writeFile(TAVLE_TLS_CERT, certificate), writeFile(TAVLE_TLS_KEY, key)]);

  const {url} = await start({TAVLE_TLS_CERT, TAVLE_TLS_KEY});

  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const [response] = (await once(get(`${url}/health/ready`, {ca: certificate}), 'response')) as [
    IncomingMessage,
  ];
  expect(response.statusCode).toBe(200);
  expect(JSON.parse(await text(response))).toEqual({status: 'OK', code: 200});
});
