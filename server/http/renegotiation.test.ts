import {once} from 'node:events';
import {connect, type TLSSocket} from 'node:tls';

import {describe, expect, it} from 'vitest';

import {organisation, tlsSettings, trusted} from '../testing/certificates.ts';
import {skat, useTestService} from '../testing/service.ts';

const {TAVLE_CLIENT_CA, ...withoutClients} = tlsSettings;

describe.each([
  ['with client certificates', {...withoutClients, TAVLE_CLIENT_CA}],
  ['without client certificates', withoutClients],
])('a service %s', async (_, settings) => {
  const service = await useTestService(settings);

  async function open(options: {
    session?: Buffer;
    version?: 'TLSv1.2' | 'TLSv1.3';
    offered?: string[];
  }): Promise<TLSSocket> {
    const {certificate: cert, key} = await organisation(skat);
    const {session, version = 'TLSv1.2', offered: ALPNProtocols = []} = options;
    const port = Number(new URL(service.url).port);
    const tls = {ca: trusted.certificate, cert, key, maxVersion: version, minVersion: version};
    const socket = connect({
      port,
      host: '127.0.0.1',
      servername: 'localhost',
      ...tls,
      ALPNProtocols,
      ...(session && {session}),
    });
    socket.on('error', () => undefined);
    await once(socket, 'secureConnect');
    return socket;
  }

  it.each([
    [['http/1.0'], 'http/1.0', '1.0'],
    [['h2', 'http/1.1'], 'http/1.1', '1.1'],
    [['http/1.0', 'http/1.1'], 'http/1.1', '1.1'],
    [[], false, '1.0'],
  ])('accepts a client that offers %j in the handshake', async (offered, chosen, version) => {
    const socket = await open({offered});
    expect(socket.alpnProtocol).toBe(chosen);
    socket.write(`GET /health/live HTTP/${version}\r\nHost: localhost\r\n\r\n`);
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  it('ends a connection of TLS 1.2 that starts another handshake, before and after a request', async () => {
    for (const isAfterRequest of [false, true]) {
      const socket = await open({});
      if (isAfterRequest) {
        socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
        expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
      }
      const renegotiated = new Promise(resolve => {
        socket.on('close', () => resolve(undefined));
        socket.renegotiate({rejectUnauthorized: false}, error => resolve(error ?? 'renegotiated'));
      });
      socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
      expect(await renegotiated).not.toBe('renegotiated');
      socket.destroy();
    }
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('resumes no session of %s', async version => {
    const first = await open({version});
    let session: Buffer | undefined = first.getSession();
    first.on('session', (newest: Buffer) => (session = newest));
    first.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(first, 'data');
    first.destroy();
    const second = await open({version, ...(session && {session})});
    expect(second.isSessionReused()).toBe(false);
    second.destroy();
  });
});
