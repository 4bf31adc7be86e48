import {once} from 'node:events';
import {request as httpRequest} from 'node:http';
import {gzipSync} from 'node:zlib';

import {beforeAll, describe, expect, it} from 'vitest';

import {cvrClaim} from '../testing/issuer.ts';
import {onLmdb} from '../testing/service.ts';

const company = '12345674';

onLmdb(({url, issuer}) => {
  const frist = `${url}/calendar/1/virksomheder/${company}/frister/1`;
  let authorization: string;
  let json: Record<string, string>;
  beforeAll(async () => {
    authorization = `Bearer ${await issuer.token('anna', {[cvrClaim]: company})}`;
    json = {authorization, 'content-type': 'application/json'};
  });

  const put = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(frist, {method: 'PUT', headers: {...json, ...headers}, body});
  const messageOf = async (response: Response) => ((await response.json()) as {message: string}).message;
  const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

  describe('a body', () => {
    it.each([
      ['nested 33 deep', nested(33), 'The body must not nest deeper than 32 levels.'],
      ['nested 400 deep', nested(400), 'The body must not nest deeper than 32 levels.'],
      [
        'with a key __proto__',
        '{"__proto__": {"isLaest": true}}',
        'The body must not contain a key "__proto__".',
      ],
      [
        'with such a key further in',
        '{"a": [{"__proto__": 1}]}',
        'The body must not contain a key "__proto__".',
      ],
      [
        'that writes such a key otherwise',
        '{"\\u005f_proto__": 1}',
        'The body must not contain a key "__proto__".',
      ],
      [
        'with half a surrogate pair',
        '{"a": ["\\ud83d"]}',
        'The body must not contain an unpaired surrogate.',
      ],
      ['with such a half in a key', '{"\\ude00": 1}', 'The body must not contain an unpaired surrogate.'],
      ['that is cut off', '{"isLaest": tr', 'The body must be valid JSON.'],
      ['that is empty', '', 'The body must be valid JSON.'],
      ['that is a list', '[]', 'The body must be a JSON object.'],
      ['that is null', 'null', 'The body must be a JSON object.'],
      [
        'that is not UTF-8',
        Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d),
        'The body must be UTF-8.',
      ],
    ])('%s is refused with 400', async (_, body, message) => {
      const response = await put(body);
      expect(response.status).toBe(400);
      expect(await messageOf(response)).toBe(message);
    });

    it('may nest 32 deep, begin with a byte order mark, and have any other key', async () => {
      expect((await put(nested(32))).status).toBe(404);
      expect((await put('\u{feff}{"isLaest": true}')).status).toBe(404);
      expect((await put('{"a": "\\ud83d\\ude00"}')).status).toBe(404);
      expect((await put('{"constructor": {"prototype": {"polluted": true}}}')).status).toBe(404);
      expect(({} as {polluted?: boolean}).polluted).toBeUndefined();
    });

    it('may be packed, but neither wrongly nor with more in it than it may have', async () => {
      const packed = (text: string) => new Uint8Array(gzipSync(text));
      const gzip = {'content-encoding': 'gzip'};
      expect((await put(packed('{"isLaest": true}'), gzip)).status).toBe(404);
      expect((await put(packed('{"isLaest": true}').subarray(0, 20), gzip)).status).toBe(400);
      expect((await put('not gzip at all', gzip)).status).toBe(400);
      expect((await put(packed(JSON.stringify({a: 'x'.repeat(1_000_000)})), gzip)).status).toBe(413);
      expect((await put('{}', {'content-encoding': 'zip'})).status).toBe(415);
      expect((await put('{}', {'content-encoding': 'constructor'})).status).toBe(415);
    });

    it.each([{}, {'content-encoding': 'gzip'}])(
      'whose sender vanishes in the middle (%o) leaves nothing behind',
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
        // The request for the metrics is not counted itself.
        await expect
          .poll(async () => (await fetch(`${url}/metrics`)).text(), {timeout: 20_000})
          .toMatch(/^tavle_http_requests_in_flight 0$/m);
      },
    );
  });

  describe('a query', () => {
    const states = `${url}/dashboard/1/apps/state`;
    const names = ['__proto__', 'constructor', 'prototype', 'toString'];

    it('finds nothing under the names that every object has', async () => {
      const query = names.map(name => `apps=${name}`).join('&');
      const response = await fetch(`${states}?${query}`, {headers: {authorization}});
      expect(await response.text()).toBe('{}');
      for (const name of names) {
        const turned = await fetch(`${states}?app=${name}&activated=true`, {
          method: 'PUT',
          headers: {authorization},
        });
        expect(turned.status).toBe(404);
      }
    });

    it.each([
      ['PUT', `${states}?app=cvr&app=frister&activated=true`],
      ['PUT', `${states}?app=cvr&activated=true&activated=false`],
      ['GET', `${url}/calendar/1/virksomheder/${company}/frister?fra=01-01-2030&fra=02-01-2030`],
      ['GET', `${states}?${Array.from({length: 101}, (_, place) => `apps=a${place}`).join('&')}`],
    ])('%s %s says too much', async (method, address) => {
      expect((await fetch(address, {method, headers: {authorization}})).status).toBe(400);
    });
  });
});
