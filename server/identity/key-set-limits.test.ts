import {once} from 'node:events';
import {writeFileSync} from 'node:fs';
import {createServer, type ServerResponse} from 'node:http';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';

import {describe, expect, it} from 'vitest';

import {bounds} from '../bounds.ts';
import {newDirectory} from '../testing/directory.ts';
import {listenForTest} from '../testing/listen-for-test.ts';
import {checkKeySetFile, openKeySet} from './key-set.ts';

const key = (kid: number, more: object = {}) => ({
  kty: 'RSA',
  kid: String(kid),
  n: 'v'.repeat(342),
  e: 'AQAB',
  ...more,
});
const keySet = (keys: number) => JSON.stringify({keys: Array.from({length: keys}, (_, kid) => key(kid))});

const tooLarge = 'it has more than 1,048,576 bytes';
const tooMany = 'it has more than 100 keys';
const files = [
  ['101 keys', keySet(bounds.maxKeys + 1), tooMany],
  ['200,000 keys', JSON.stringify({keys: Array(200_000).fill({})}), tooMany],
  ['more than a megabyte of keys', keySet(3_000), tooLarge],
  [
    'one key of more than a megabyte',
    JSON.stringify({keys: [key(1, {x5c: ['v'.repeat(bounds.maxKeySetBytes)]})]}),
    tooLarge,
  ],
] as const;

const unavailable = "The token issuer's keys cannot be read. Try again in a moment.";
const header = {alg: 'RS256', kid: '7'};

/** Opens a key set and looks for a key. Returns the log's lines. */
async function linesOf(location: string): Promise<string[]> {
  const lines: string[] = [];
  const log = {info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line)};
  const keys = openKeySet(location, log);
  for (let turn = 0; turn < 2; turn += 1)
    await expect(keys.find(header, {payload: '', signature: ''})).rejects.toThrow(unavailable);
  return lines;
}

const line = (reason: string) =>
  `TAVLE_TOKEN_JWKS: the key set cannot be read (${reason}). Requests with tokens get 503.`;

describe('the key set in a file', () => {
  const path = join(newDirectory(), 'keys.json');

  it('may have 100 keys', async () => {
    writeFileSync(path, keySet(bounds.maxKeys));
    expect(await openKeySet(path).find(header, {payload: '', signature: ''})).toMatchObject({type: 'public'});
  });

  it.each(files)('with %s is refused with one line', async (_, text, reason) => {
    writeFileSync(path, text);
    expect(() => checkKeySetFile(path)).toThrow(reason);
    expect(await linesOf(path)).toEqual([line(reason)]);
  });

  it('that has no end is read up to the limit', () => {
    expect(() => checkKeySetFile('/dev/zero')).toThrow(tooLarge);
  });

  it.each([
    ['levels of lists', {x: JSON.parse('['.repeat(4_000) + ']'.repeat(4_000)) as unknown}],
    ['a huge modulus', {n: 'v'.repeat(1_000_000)}],
    ['a huge exponent', {e: 'v'.repeat(1_000_000)}],
  ])('with %s does not end the process', async (_, more) => {
    writeFileSync(path, JSON.stringify({keys: [key(7, more)]}));
    const keys = openKeySet(path);
    expect(await Promise.resolve(keys.generation())).toBeGreaterThanOrEqual(0);
    await Promise.allSettled([keys.find(header, {payload: '', signature: ''})]);
  });
});

describe('the key set at a URL', () => {
  /** Returns the URL of a server, and the number of bytes that it sent. */
  async function serve(respond: (response: ServerResponse) => void) {
    let sent = () => 0;
    const server = createServer((_, response) => {
      const {socket} = response;
      sent = () => socket?.bytesWritten ?? 0;
      respond(response);
    });
    const url = `http://127.0.0.1:${await listenForTest(server)}/`;
    return {url, sent: () => sent()};
  }

  async function sendEndlessly(response: ServerResponse, chunk: Buffer): Promise<void> {
    while (!response.destroyed)
      if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }

  it.each(files)('with %s is refused with one line', async (_, text, reason) => {
    const {url} = await serve(response => response.end(text));
    expect(await linesOf(url)).toEqual([line(reason)]);
  });

  it('that has no end is read up to the limit', async () => {
    const {url, sent} = await serve(response => void sendEndlessly(response, Buffer.alloc(65_536, ' ')));
    expect(await linesOf(url)).toEqual([line(tooLarge)]);
    // The server also counts what the buffers of the connection hold.
    expect(sent()).toBeLessThan(32 * bounds.maxKeySetBytes);
  });

  it('that is small and becomes large when it is unpacked is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * bounds.maxKeySetBytes, ' '));
    const {url} = await serve(response => response.writeHead(200, {'content-encoding': 'gzip'}).end(bomb));
    expect(await linesOf(url)).toEqual([line(tooLarge)]);
  });

  it('may begin with a byte order mark, and must be UTF-8', async () => {
    const marked = await serve(response => response.end(`\ufeff${JSON.stringify({keys: [key(7)]})}`));
    await openKeySet(marked.url).reload();
    const latin1 = await serve(response => response.end(Buffer.from('{"keys": [],\n"ø": 1}', 'latin1')));
    expect(await linesOf(latin1.url)).toEqual([line('it is not UTF-8 in line 2')]);
  });

  it('that redirects is refused', async () => {
    const {url} = await serve(response => response.writeHead(302, {location: 'http://127.0.0.1:1/'}).end());
    expect(await linesOf(url)).toEqual([line('its URL responds with status 302')]);
  });

  it('that arrives byte by byte is given up after the time for one fetch', async () => {
    const {url} = await serve(response => {
      const timer = setInterval(() => response.write(' '), 100);
      response.on('close', () => clearInterval(timer));
    });
    expect(await linesOf(url)).toEqual([line('request timed out')]);
  });
});
