import {writeFile} from 'node:fs/promises';
import {request as requestPlainly} from 'node:http';
import {Agent, type AgentOptions, request} from 'node:https';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {createSecureContext} from 'node:tls';

import {
  createCertificateAuthority,
  type IssuedCertificate,
  oces3Subject,
} from '../../certificates/certificate-authority.ts';
import {newDirectory} from './directory.ts';

/* Valid certificates, the settings for them, and clients that present them, for tests of the service. `pki.ts` issues invalid certificates. */

/** The CA of the tests, which the test service trusts. */
export const trusted = await createCertificateAuthority('Tavle test CA');

const server = await trusted.issue({subject: [{CN: ['localhost']}], hosts: ['localhost', '127.0.0.1']});
const directory = newDirectory();

async function file(name: string, content: string): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, content);
  return path;
}

/**
 * Whether Node.js returns no CA certificates of a client, as 24.21 does: `docs/operate/install.md` says to trust the
 * issuing CAs.
 */
export const hidesClientCas = process.version.startsWith('v24.21.');

/** Settings of a service with TLS and client certificates. */
export const tlsSettings = {
  TAVLE_TLS_CERT: await file('server.pem', server.certificate),
  TAVLE_TLS_KEY: await file('server.key', server.key),
  TAVLE_CLIENT_CA: await file('ca.pem', trusted.certificate),
};

/** Settings of a service behind a local proxy that terminates TLS. */
export const proxySettings = {
  TAVLE_CLIENT_CA: tlsSettings.TAVLE_CLIENT_CA,
  TAVLE_CLIENT_CERT_PROXIES: '127.0.0.1',
};

/** Returns the value of `Client-Cert` (RFC 9440) for a PEM certificate. */
export function clientCertField(pem: string): string {
  return `:${pem.replace(/-----[^-]+-----|\s/g, '')}:`;
}

/** Issues an OCES3 certificate of an organisation. */
export function organisation(cvr: string): Promise<IssuedCertificate> {
  return trusted.issue({subject: oces3Subject(cvr, `Organisation ${cvr}, Æ // CVR:99999999`)});
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
  /** The parsed JSON. `undefined` without a JSON body. */
  readonly body: unknown;
}

/** Sends a request over TLS, with or without a certificate, or over plain HTTP. */
export type Caller = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<TestResponse>;

/** Returns a function that sends requests to a service. @param tls Further options of the client's TLS connection. */
export function callerWith(url: string, certificate?: IssuedCertificate, tls: AgentOptions = {}): Caller {
  const isSecure = url.startsWith('https:');
  const agent = new Agent({
    keepAlive: true,
    // Limits TLS handshakes, which cost more CPU than most requests.
    maxSockets: 16,
    ...tls,
    // Without this, each connection parses the certificates and the key again.
    secureContext: createSecureContext({
      ca: trusted.certificate,
      ...tls,
      ...(certificate && {cert: certificate.certificate, key: certificate.key}),
    }),
  });
  return (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const isText = typeof body === 'string' || body === undefined || body instanceof Uint8Array;
      const sent = isText ? body : JSON.stringify(body);
      const json = sent === undefined ? {} : {'content-type': 'application/json'};
      const options = {method, headers: {...json, ...headers}};
      const call = isSecure
        ? request(url + path, {...options, agent})
        : requestPlainly(url + path, {...options, agent: false});
      call.on('response', response => {
        text(response).then(content => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: content,
            body:
              content && (response.headers['content-type'] ?? '').includes('json')
                ? JSON.parse(content)
                : undefined,
          });
        }, reject);
      });
      call.on('error', reject);
      call.end(sent);
    });
}
