import {describe, expect, it} from 'vitest';

import {deadline, requiredV2} from '../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../testing/certificates.ts';
import {sendBytes} from '../testing/raw-client.ts';
import {createRawClient} from '../testing/raw-client.ts';
import {dafolo, skat, useTestService} from '../testing/service.ts';

const plain = await useTestService();
const secure = await useTestService({...tlsSettings, TAVLE_PUBLIC_URL: 'https://portal.example.dk'});
const authority = callerWith(secure.url, await organisation(skat));
const supplier = callerWith(secure.url, await organisation(dafolo));
const formsOf = `/dia/2/formular/${dafolo}`;

describe('a path', () => {
  it.each(['bl%E5b%E6r', '%', 'x%ZZ', '%C0%AF', '%ED%A0%80', 'a%2'])(
    'that is not percent-encoded UTF-8 (%j) is refused with 400 and creates nothing',
    async name => {
      const response = await supplier('PUT', `${formsOf}/${name}`, requiredV2);
      expect(response).toMatchObject({
        status: 400,
        body: {message: 'The path of the URL must be percent-encoded UTF-8.'},
      });
      expect((await supplier('GET', formsOf)).body).toEqual([]);
    },
  );

  it('is the same with and without percent-encoded letters', async () => {
    const {status} = await callerWith(plain.url)('GET', '/h%65alth/liv%65');
    expect(status).toBe(200);
    expect((await authority('GET', '/c%61lendar/1/%66rister')).status).toBe(200);
    expect((await authority('GET', '/calendar/1%2Ffrister')).status).toBe(404);
  });
});

describe('a query', () => {
  it.each(['soeg=bl%E5', 'soeg=100%', 'soeg=a&soeg=%zz'])(
    'that is not percent-encoded UTF-8 (%s) names the parameter',
    async query => {
      const {status, body} = await callerWith(plain.url)('GET', `/formularer/1?${query}`);
      expect({status, body}).toMatchObject({
        status: 400,
        body: {errors: {soeg: ['Must be percent-encoded UTF-8.']}},
      });
    },
  );

  it('with raw bytes is refused with a message that names percent-encoding', async () => {
    const send = createRawClient(plain.url);
    for (const target of ['/formularer/1?soeg=\xe6r\xf8', '/\xc3\xa6']) {
      const {status, text} = await send({method: 'GET', target, headers: []});
      expect([status, text]).toEqual([400, expect.stringContaining('percent-encoded')]);
    }
    for (const target of ['/formularer/1?soeg=ny moms', '/a b/c'])
      expect(await sendBytes(plain.url, `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 400 [^]*percent-encoded/,
      );
  });
});

it('names a created deadline by a URL that the caller can read', async () => {
  const {headers} = await authority('POST', '/calendar/1/frister', deadline(), {host: 'localhost'});
  expect(headers.location).toMatch(/^\/calendar\/1\/frister\/\d+$/);
  expect((await authority('GET', String(headers.location))).status).toBe(200);
});

describe('a 401', () => {
  it('without a certificate names a scheme', async () => {
    const anyone = callerWith(secure.url);
    for (const path of ['/calendar/1/frister', formsOf])
      expect(await anyone('GET', path)).toMatchObject({
        status: 401,
        headers: {'www-authenticate': 'ClientCertificate', 'cache-control': 'no-store'},
      });
    const {status, headers} = await callerWith(plain.url)('GET', '/calendar/1/frister');
    expect([status, headers['www-authenticate']]).toEqual([401, 'ClientCertificate']);
  });
});

describe('JSON ends with a newline', () => {
  it.each([
    ['/health/live', 200],
    ['/calendar/1/frister', 200],
    ['/nothing', 404],
    ['/calendar/1/frister/999999', 404],
    ['/schema/portal.json', 200],
  ])('at %s', async (path, status) => {
    const response = await authority('GET', path);
    expect([response.status, response.text.slice(-2)]).toEqual([status, expect.stringMatching(/[}\]]\n/)]);
    expect(Number(response.headers['content-length'] ?? response.text.length)).toBe(
      Buffer.byteLength(response.text),
    );
  });

  it('in an error of the parser', async () => {
    expect(await sendBytes(plain.url, 'hello\r\n\r\n')).toMatch(/\}\n$/);
  });
});
