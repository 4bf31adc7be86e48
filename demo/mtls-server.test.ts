import {join} from 'node:path';

import {expect, it, onTestFinished} from 'vitest';

import {newDirectory} from '../server/testing/directory.ts';
import {demoCertificates} from './certificate-files.ts';
import {startMtlsServer} from './mtls-server.ts';

it.each(['127.0.0.1', '::1', 'localhost'])(
  'the server for client certificates gets the requests of the demo at %s',
  async host => {
    const sender = {cvr: '19552101', navn: 'Skattestyrelsen', fil: 'skat'};
    const certificates = await demoCertificates(join(newDirectory(), 'certificates'), [sender]);
    const answer = (_: unknown, response: {end: (text: string) => void}) => response.end('{"antal": 1}');
    const server = await startMtlsServer(answer, 'http://localhost', certificates, host, 0);
    onTestFinished(() => server.close());
    const sent = server.send(certificates.of(sender), 'GET', '/', undefined);
    expect(await sent).toEqual({status: 200, body: {antal: 1}});
  },
);
