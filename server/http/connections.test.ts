import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import {connect as connectTls} from 'node:tls';

import {describe, expect, it, onTestFinished} from 'vitest';

import {trusted} from '../testing/certificates.ts';
import {newDirectory} from '../testing/directory.ts';
import {listenForTest} from '../testing/listen-for-test.ts';
import {startServiceForTest} from '../testing/service.ts';
import {createListener} from './listener.ts';
import type {ConnectionOptions} from './connections.ts';

const {certificate: cert, key} = await trusted.issue({subject: [{CN: ['localhost']}], hosts: ['127.0.0.1']});
const max = 20;

/** An address that no client of the tests has by default. */
const attacker = '127.0.0.66';

describe.each([false, true])('the maximum of connections (TLS: %s)', secure => {
  async function start(options?: ConnectionOptions) {
    const listener = createListener(secure ? {cert, key} : undefined, max, options);
    listener.serve((request, response) => {
      // Requests of `/slow` stay in progress.
      if (request.url !== '/slow') response.end('served');
    });
    const port = await listenForTest(listener.server);

    const open = (localAddress: string, isRaw = !secure): Socket => {
      const transport = connect({port, host: '127.0.0.1', localAddress});
      const socket = isRaw ? transport : connectTls({socket: transport, ca: trusted.certificate});
      transport.on('error', () => undefined);
      socket.resume();
      onTestFinished(() => void socket.destroy());
      return socket.on('error', () => undefined);
    };
    /** Resolves to the beginning of the response, or to an empty text when the connection is closed. */
    const request = async (socket: Socket, path = '/'): Promise<string> => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      const ended = once(socket, 'close').then(() => '');
      const began = once(socket, 'data').then(([data]) => String(data).slice(0, 15));
      return Promise.race([ended, began]).catch(() => '');
    };
    /** Opens connections one after the other. Resolves when the server has accepted all of them. */
    const openMany = async (count: number, address: string, isRaw = !secure) => {
      const sockets: Socket[] = [];
      while (sockets.length < count) {
        const accepted = once(listener.server, secure && !isRaw ? 'secureConnection' : 'connection');
        sockets.push(open(address, isRaw));
        await accepted;
      }
      return sockets;
    };
    return {open, openMany, request, server: listener.server};
  }

  const served = 'HTTP/1.1 200 OK';
  const openOf = (sockets: readonly Socket[]) => sockets.filter(({closed}) => !closed).length;

  it('does not obstruct strangers while one network holds all in idle connections', async () => {
    const {open, openMany, request} = await start();
    const idle = await openMany(max + 5, attacker);
    await expect.poll(() => openOf(idle)).toBe(max);
    for (let turn = 2; turn < 12; turn += 1) expect(await request(open(`127.0.0.${turn}`))).toBe(served);
    await expect.poll(() => openOf(idle)).toBe(max - 10);
    expect(await request(open(attacker))).toBe(served);
  });

  it('does not obstruct strangers while one network holds all without a handshake or a request line', async () => {
    const {open, openMany, request} = await start();
    await openMany(max, attacker, true);
    expect(await request(open('127.0.0.2'))).toBe(served);
  });

  it('does not obstruct strangers while one network holds all with requests in progress', async () => {
    const {open, openMany, request, server} = await start();
    for (const socket of await openMany(max, attacker)) {
      void request(socket, '/slow');
      await once(server, 'request');
    }
    expect(await request(open(attacker))).toBe('');
    expect(await request(open('127.0.0.2'))).toBe(served);
  });

  it('closes no connection of a small network, and none with a request in progress while others are idle', async () => {
    const {open, openMany, request, server} = await start();
    const [stranger] = await openMany(1, '127.0.0.2');
    const [slow, ...idle] = await openMany(max - 1, attacker);
    if (!slow || !stranger) throw new Error('not opened');
    void request(slow, '/slow');
    await once(server, 'request');
    for (let turn = 3; turn < 8; turn += 1) expect(await request(open(`127.0.0.${turn}`))).toBe(served);
    await expect.poll(() => openOf(idle)).toBe(max - 2 - 5);
    expect(slow.closed).toBe(false);
    expect(await request(stranger)).toBe(served);
  });

  it('leaves the connections of proxies open, and counts each that is refused', async () => {
    let refused = 0;
    const {open, openMany, request} = await start({
      isProxy: ({remoteAddress}) => remoteAddress === attacker,
      onRefused: () => (refused += 1),
    });
    const proxied = await openMany(max, attacker);
    expect(await request(open('127.0.0.2'))).toBe('');
    expect(refused).toBe(1);
    expect(openOf(proxied)).toBe(max);
  });
});

it.runIf(process.platform === 'linux')(
  'a service logs at the start that it may open fewer files',
  async () => {
    const settings = {TAVLE_MAX_CONNECTIONS: '2000000000'};
    const service = await startServiceForTest(`file:${newDirectory()}`, settings);
    const warnings = service.logLines().filter(({level}) => level === 'warn');
    expect(warnings).toMatchObject([{msg: expect.stringMatching(/^TAVLE_MAX_CONNECTIONS: /) as string}]);
  },
);
