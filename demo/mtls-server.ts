// The demo's second listener, for requests with client certificates: `main.ts` starts it, `authorities.ts` and
// `suppliers.ts` send through it. You can change how it sends. Keep it apart: browsers use the first listener.
import {once} from 'node:events';
import type {IncomingMessage, RequestListener, ServerResponse} from 'node:http';
import {request} from 'node:https';
import {text} from 'node:stream/consumers';

import {listen} from '../server/http/listen.ts';
import {createListener} from '../server/http/listener.ts';
import {createTlsContexts} from '../server/http/tls-contexts.ts';
import {parseBundle} from '../server/identity/ca-bundle.ts';
import {bounds} from '../server/bounds.ts';
import type {IssuedCertificate} from '../certificates/certificate-authority.ts';
import type {DemoCertificates} from './certificate-files.ts';

/** The second listener of the demo, HTTPS with client certificates. Browsers use the first one, which does not request certificates. */
export interface MtlsServer {
  readonly url: string;
  /** Sends a request with a certificate. */
  send(
    certificate: IssuedCertificate,
    method: string,
    path: string,
    body: unknown,
  ): Promise<{status: number; body: unknown}>;
  close(): Promise<void>;
}

/**
 * Starts the server. Replaces `plainUrl` in `Location` headers with its own URL.
 *
 * @throws {Error} If it cannot listen; the message names the setting.
 */
export async function startMtlsServer(
  handle: RequestListener,
  plainUrl: string,
  {caText, server: {certificate, key}}: DemoCertificates,
  host: string,
  port: number,
): Promise<MtlsServer> {
  const {options} = createTlsContexts({cert: certificate, key, issuers: parseBundle(caText)});
  const {server, serve} = createListener(options, bounds.maxConnections);
  const url = `https://localhost:${await listen(server, host, port)}`;
  serve((request, response) => {
    replaceInLocation(response, plainUrl, url);
    handle(request, response);
  });

  return {
    url,
    async send({certificate: cert, key}, method, path, body) {
      const headers = {'Content-Type': 'application/json'};
      const clientOptions = {method, hostname: host, servername: 'localhost', ca: caText, cert, key, headers};
      // `JSON.stringify` returns `undefined` for no body.
      const sent = request(new URL(path, url), clientOptions).end(JSON.stringify(body));
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      return {status: response.statusCode ?? 0, body: JSON.parse(await text(response)) as unknown};
    },
    async close() {
      server.close();
      server.closeIdleConnections();
      await once(server, 'close');
    },
  };
}

function replaceInLocation(response: ServerResponse, from: string, to: string): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(name, name === 'Location' && typeof value === 'string' ? value.replace(from, to) : value);
}
