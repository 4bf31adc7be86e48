import {once} from 'node:events';
import {request as httpRequest} from 'node:http';
import {gzipSync} from 'node:zlib';

import {beforeAll, describe, expect, it} from 'vitest';

import {sendBytes} from '../testing/raw-client.ts';
import {useTestService} from '../testing/service.ts';

const company = '12345674';

const {url, issuer} = await useTestService();

const frist = `${url}/calendar/1/virksomheder/${company}/frister/1`;
let json: Record<string, string>;
beforeAll(async () => {
  json = {...(await issuer.authorize('anna', company)), 'content-type': 'application/json'};
});

const put = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(frist, {method: 'PUT', headers: {...json, ...headers}, body});
const messageOf = async (response: Response) => ((await response.json()) as {message: string}).message;
const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

const protoKey = 'The body must not contain a key "__proto__".';
const surrogate = 'The body must not contain an unpaired surrogate.';

describe('a body', () => {
  it.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ['nested 33 deep', nested(33), 'The body must not nest deeper than 32 levels.'],
    ['with a key __proto__', '{"__proto__": {"isLaest": true}}', protoKey],
    ['with a nested key __proto__', '{"a": [{"__proto__": 1}]}', protoKey],
    ['with an escaped key __proto__', '{"\\u005f_proto__": 1}', protoKey],
    ['with an unpaired surrogate', '{"a": ["\\ud83d"]}', surrogate],
    ['with an unpaired surrogate in a key', '{"\\ude00": 1}', surrogate],
    ['that is truncated', '{"isLaest": tr', 'The body must be valid JSON.'],
    ['that is empty', '', 'The body must be valid JSON.'],
    ['that is a list', '[]', 'The body must be a JSON object.'],
    ['that is null', 'null', 'The body must be a JSON object.'],
    ['in UTF-16', new Uint8Array(Buffer.from('{"isLaest": true}', 'utf16le')), 'The body must be UTF-8.'],
    [
      'in UTF-16 with a mark',
      new Uint8Array(Buffer.from('\u{feff}{}', 'utf16le')),
      'The body must be UTF-8.',
    ],
    ['in UTF-16BE', new Uint8Array(Buffer.from('{}', 'utf16le').swap16()), 'The body must be UTF-8.'],
    ['in UTF-32', new Uint8Array([0x7b, 0, 0, 0, 0x7d, 0, 0, 0]), 'The body must be UTF-8.'],
    ['in UTF-32BE', new Uint8Array([0, 0, 0, 0x7b, 0, 0, 0, 0x7d]), 'The body must be UTF-8.'],
    ['that is not UTF-8', new Uint8Array(Buffer.from('{"\xff":1}', 'latin1')), 'The body must be UTF-8.'],
  ])('%s is refused with 400', async (_, body, message) => {
    const response = await put(body);
    expect(response.status).toBe(400);
    expect(await messageOf(response)).toBe(message);
  });

  it('that is missing is refused like an empty one', async () => {
    const {pathname, host} = new URL(frist);
    const {authorization = ''} = json;
    const sendMissing = (headers: Record<string, string>) => {
      const lines = Object.entries({host, authorization, connection: 'close', ...headers});
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      return sendBytes(url, `PUT ${pathname} HTTP/1.1\r\n${head}\r\n`);
    };
    for (const type of ['application/json', 'Application/JSON; charset=utf-8']) {
      const response = await sendMissing({'content-type': type});
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(response).toContain('The body must be valid JSON.');
    }
    for (const type of [{}, {'content-type': 'text/plain'}])
      expect(await sendMissing(type as Record<string, string>)).toMatch(/^HTTP\/1\.1 415 /);
  });

  it('may nest 32 levels deep, begin with a byte order mark, and have any other key', async () => {
    expect((await put(nested(32))).status).toBe(404);
    expect((await put('\u{feff}{"isLaest": true}')).status).toBe(404);
    expect((await put('{"a": "\\ud83d\\ude00"}')).status).toBe(404);
    expect((await put('{"constructor": {"prototype": {"polluted": true}}}')).status).toBe(404);
    expect(({} as {polluted?: boolean}).polluted).toBeUndefined();
  });

  it('may be compressed with gzip, up to the maximum decompressed size', async () => {
    const compressed = (text: string) => new Uint8Array(gzipSync(text));
    const gzip = {'content-encoding': 'gzip'};
    expect((await put(compressed('{"isLaest": true}'), gzip)).status).toBe(404);
    expect((await put(compressed('{"isLaest": true}').subarray(0, 20), gzip)).status).toBe(400);
    expect((await put('not gzip at all', gzip)).status).toBe(400);
    expect((await put(compressed(JSON.stringify({a: 'x'.repeat(1_000_000)})), gzip)).status).toBe(413);
    expect((await put('{}', {'content-encoding': 'zip'})).status).toBe(415);
    expect((await put('{}', {'content-encoding': 'constructor'})).status).toBe(415);
  });

  it.each([{}, {'content-encoding': 'gzip'}])(
    'of a client that disconnects (%o) is no longer counted',
    async headers => {
      const call = httpRequest(frist, {
        method: 'PUT',
        headers: {...json, ...headers, 'content-length': '1000', expect: '100-continue'},
      });
      call.on('error', () => undefined);
      call.flushHeaders();
      await once(call, 'continue');
      call.write(gzipSync('{"isLaest": true}').subarray(0, 20));
      call.destroy();
      // The request for the metrics is not counted.
      await expect
        .poll(async () => (await fetch(`${url}/metrics`)).text())
        .toMatch(/^tavle_http_requests_in_flight 0$/m);
    },
  );
});
