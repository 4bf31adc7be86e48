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

/** Certificates of a test's own: the service's, and an authority whose certificates count. */
export const trusted = await createCertificateAuthority('Tavle test CA');

const server = await trusted.issue({subject: [{CN: ['localhost']}], hosts: ['localhost', '127.0.0.1']});
const directory = newDirectory();

async function file(name: string, content: string): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, content);
  return path;
}

/** Settings that make a service speak TLS and ask for certificates. */
export const tlsSettings = {
  TAVLE_TLS_CERT: await file('server.pem', server.certificate),
  TAVLE_TLS_KEY: await file('server.key', server.key),
  TAVLE_CLIENT_CA: await file('ca.pem', trusted.certificate),
};

/** Settings of a service behind a proxy on this machine that ends the TLS connection. */
export const proxySettings = {
  TAVLE_CLIENT_CA: tlsSettings.TAVLE_CLIENT_CA,
  TAVLE_CLIENT_CERT_PROXIES: '127.0.0.1',
};

/** Returns the value of `Client-Cert` (RFC 9440) for a certificate in PEM. */
export function clientCertField(pem: string): string {
  return `:${pem.replace(/-----[^-]+-----|\s/g, '')}:`;
}

/** A certificate of an organisation as OCES3 has it. */
export function organisation(cvr: string): Promise<IssuedCertificate> {
  return trusted.issue({subject: oces3Subject(cvr, `Organisation ${cvr}, Æ // CVR:99999999`)});
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
  /** The text as JSON; `undefined` where there is none, as after HEAD. */
  readonly body: unknown;
}

/** Sends requests over TLS with a certificate or without, or over plain HTTP. */
export type Caller = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<TestResponse>;

/** @param tls Further options of the client's TLS connection. */
export function callerWith(url: string, certificate?: IssuedCertificate, tls: AgentOptions = {}): Caller {
  const isSecure = url.startsWith('https:');
  const agent = new Agent({
    keepAlive: true,
    // A TLS handshake costs more CPU than most requests.
    maxSockets: 16,
    ...tls,
    // Otherwise each connection parses the certificates and the key again.
    secureContext: createSecureContext({
      ca: trusted.certificate,
      ...tls,
      ...(certificate && {cert: certificate.certificate, key: certificate.key}),
    }),
  });
  return (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const isText = typeof body === 'string' || body === undefined || body instanceof Uint8Array;
      const content = isText ? body : JSON.stringify(body);
      const json = content === undefined ? {} : {'content-type': 'application/json'};
      const options = {method, headers: {...json, ...headers}};
      const call = isSecure
        ? request(url + path, {...options, agent})
        : requestPlainly(url + path, {...options, agent: false});
      call.on('response', response => {
        text(response).then(answer => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: answer,
            body:
              answer && (response.headers['content-type'] ?? '').includes('json')
                ? JSON.parse(answer)
                : undefined,
          });
        }, reject);
      });
      call.on('error', reject);
      call.end(content);
    });
}
