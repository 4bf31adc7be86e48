import {once} from 'node:events';
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {extname} from 'node:path';
import {gzipSync} from 'node:zlib';

import {scenarios} from './entries.mjs';
import {respond} from './service.mjs';

// Serves what the pages of the measurement load, for `measure.mjs`. Add a file for the pages to `pages` below.

/** @typedef {import('./bundles.mjs').Bundle} Bundle */

const types = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
]);
const pages = [
  '/page/index.html',
  '/page/stage.js',
  '/page/tavle.js',
  '/page/plain-dom.js',
  '/entries.mjs',
  '/service.mjs',
];

/** Serves the page, the calendars and the deadlines on a free port of the loopback address.
 * @param {readonly Bundle[]} bundles */
export async function serve(bundles) {
  /** @type {Map<string, string | Uint8Array>} */
  const files = new Map(bundles.flatMap(bundle => [...bundle.files]));
  for (const page of pages) files.set(page, await readFile(new URL(`.${page}`, import.meta.url)));
  for (const {name, entries} of scenarios) files.set(`/entries/${name}`, JSON.stringify(entries));
  /** @type {Set<string>} */
  const requested = new Set();

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const body = files.get(url.pathname) ?? respond(url);
    requested.add(url.pathname);
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': types.get(extname(url.pathname)) ?? 'application/json',
    });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = /** @type {import('node:net').AddressInfo} */ (server.address());

  return {
    origin: `http://127.0.0.1:${port}`,
    /** Returns the bytes, with gzip, of the files of a calendar that pages have requested.
     * @param {Bundle} bundle */
    requestedBytes({files}) {
      const bodies = [...files].filter(([url]) => requested.has(url)).map(([, body]) => body);
      return bodies.reduce((sum, body) => sum + gzipSync(body, {level: 9}).length, 0);
    },
    forgetRequests() {
      requested.clear();
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
