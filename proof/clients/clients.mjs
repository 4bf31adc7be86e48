import {once} from 'node:events';
import {createReadStream, readFileSync, statSync} from 'node:fs';
import {Agent, request} from 'node:https';
import {createInterface} from 'node:readline';
import {Readable} from 'node:stream';
import {text} from 'node:stream/consumers';
import {inspect} from 'node:util';

/* Sends requests with https and fetch of Node.js: see README.md. */

const {URL: base = '', CA = '', CERT, KEY = ''} = process.env;
const certificate = CERT ? {cert: readFileSync(CERT), key: readFileSync(KEY)} : {};
const agent = new Agent({keepAlive: true, ca: readFileSync(CA), ...certificate});

/** @type {Record<string, (method: string, path: string, framing: string, file: string, headers: Record<string, string>) => Promise<unknown[]>>} */
const stacks = {
  async https(method, path, framing, file, headers) {
    const length = framing === 'length' ? {'Content-Length': statSync(file).size} : {};
    const sent = request(base + path, {method, agent, headers: {...headers, ...length}});
    const responded = once(sent, 'response');
    if (framing === 'none') sent.end();
    else createReadStream(file).pipe(sent);
    const [response] = await responded;
    const {etag, 'www-authenticate': scheme} = response.headers;
    return [response.statusCode, etag, scheme, await text(response)];
  },

  // `fetch` reads the CA from NODE_EXTRA_CA_CERTS, and cannot send a certificate without another package.
  async fetch(method, path, framing, file, headers) {
    const body = {
      none: undefined,
      length: framing === 'length' ? readFileSync(file) : undefined,
      chunked: framing === 'chunked' ? Readable.toWeb(createReadStream(file)) : undefined,
    }[framing];
    const init = /** @type {RequestInit} */ ({method, headers, body, duplex: 'half'});
    const response = await fetch(base + path, init);
    const {status} = response;
    return [
      status,
      response.headers.get('etag'),
      response.headers.get('www-authenticate'),
      await response.text(),
    ];
  },
};

const send = stacks[process.argv[2] ?? ''];
for await (const line of createInterface({input: process.stdin})) {
  const [method = '', path = '', framing = '', file = '', ...headers] = line.split('\t');
  const received = await send?.(
    method,
    path,
    framing,
    file,
    Object.fromEntries(headers.map(header => header.split(': '))),
  ).catch((/** @type {unknown} */ error) => [
    0,
    '',
    '',
    inspect(error, {breakLength: Infinity, compact: true}).replaceAll('\n', ' '),
  ]);
  process.stdout.write(`${received?.map(value => String(value ?? '').trim()).join('\t')}\n`);
}
process.exit();
