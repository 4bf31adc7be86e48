import {once} from 'node:events';
import type {RequestListener, ServerResponse} from 'node:http';
import {request} from 'node:https';
import {text} from 'node:stream/consumers';

import {listen} from '../server/http/listener/listen.ts';
import {createListener} from '../server/http/listener/listener.ts';
import {createTlsContexts} from '../server/http/listener/tls-contexts.ts';
import {parseBundle} from '../server/identity/chain.ts';
import {bounds} from '../server/limits/bounds.ts';
import type {IssuedCertificate} from '../certificates/certificate-authority.ts';
import type {DemoCertificates} from './certificate-files.ts';

/** The second address of the demo: HTTPS that asks for certificates, so that browsers on the first are left alone. */
export interface MtlsServer {
  readonly url: string;
  /** Calls through it with a certificate. */
  call(
    certificate: IssuedCertificate,
    method: string,
    path: string,
    body: unknown,
  ): Promise<{status: number; body: unknown}>;
  close(): Promise<void>;
}

/**
 * Opens it. `Location` headers below `plainUrl`, the first address, lead to the second one instead.
 *
 * @throws {Error} that names the setting when it can't listen.
 */
export async function openMtlsServer(
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
    moveLocation(response, plainUrl, url);
    handle(request, response);
  });

  return {
    url,
    call: (caller, method, path, body) =>
      new Promise((resolve, reject) => {
        const call = request(new URL(path, url), {
          method,
          host,
          servername: 'localhost',
          ca: caText,
          cert: caller.certificate,
          key: caller.key,
          headers: {'Content-Type': 'application/json'},
        });
        call.on('error', reject);
        call.on('response', response => {
          text(response)
            .then(answer => resolve({status: response.statusCode ?? 0, body: JSON.parse(answer) as unknown}))
            .catch(reject);
        });
        call.end(body === undefined ? undefined : JSON.stringify(body));
      }),
    async close() {
      server.close();
      server.closeIdleConnections();
      await once(server, 'close');
    },
  };
}

function moveLocation(response: ServerResponse, from: string, to: string): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(name, name === 'Location' && typeof value === 'string' ? value.replace(from, to) : value);
}
