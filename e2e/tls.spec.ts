import {callerWith, tlsSettings} from '../server/testing/certificates.ts';
import {expect, test} from './support/test.ts';

test('serves HTTPS with a certificate', async ({start}) => {
  const {TAVLE_TLS_CERT, TAVLE_TLS_KEY} = tlsSettings;
  const {url} = await start({TAVLE_TLS_CERT, TAVLE_TLS_KEY});

  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const ready = await callerWith(url)('GET', '/health/ready');
  expect(ready).toMatchObject({status: 200, body: {status: 'OK', code: 200}});
});
