import {once} from 'node:events';
import {connect} from 'node:tls';

import {isCvr} from '../../server/identity/cvr.ts';
import {organisation, trusted} from '../../server/testing/certificates.ts';
import type {FaultOptions, FaultSetup} from './fault-setup.ts';
import {onRedis} from './kills.ts';
import type {TestSystem} from './test-system.ts';

/* A fault for `scenarios.ts`: a client disconnects while it delivers a deadline to 100,000 companies. Change `cuts` to disconnect at other times. */

/** The share of the body that arrives before each disconnect. With the share 1, only the last byte is missing. */
const cuts = [0.05, 0.3, 0.6, 0.95, 1];

export const disconnectOnLmdb = ({recipients}: FaultOptions): FaultSetup => ({
  inject: system => disconnectClients(system, recipients),
});

export const disconnectOnRedis = ({recipients}: FaultOptions): Promise<FaultSetup> =>
  onRedis(() => system => disconnectClients(system, recipients));

/** Disconnects an authority's client before its delivery to `count` companies is complete, or before the response. */
async function disconnectClients({service, authority}: TestSystem, count: number): Promise<number> {
  const recipients = someCompanies(count);
  const client = await organisation(authority.cvr);

  async function send(headers: string, body: Buffer, sent: number): Promise<void> {
    const socket = connect({
      port: service.port,
      host: '127.0.0.1',
      ca: trusted.certificate,
      cert: client.certificate,
      key: client.key,
    });
    socket.on('error', () => undefined);
    await once(socket, 'secureConnect');
    const head = `POST /calendar/1/frister HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}`;
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
    await new Promise(resolve => socket.write(body.subarray(0, sent), resolve));
    socket.destroy();
  }

  for (const cut of cuts) {
    const mark = `${authority.cvr}-cut-${cut}`;
    const body = {
      overskrift: mark,
      beskrivelse: mark,
      fristDato: '01-01-2099',
      modtagere: recipients.join(','),
    };
    const bytes = Buffer.from(JSON.stringify(body));
    await send('', bytes, Math.min(bytes.length - 1, Math.floor(bytes.length * cut)));
  }
  await authority.deliverWithUnknownOutcome(recipients, async (body, key) => {
    const bytes = Buffer.from(JSON.stringify(body));
    await send(`Idempotency-Key: ${key}\r\n`, bytes, bytes.length);
  });
  return performance.now();
}

function someCompanies(count: number): string[] {
  const found: string[] = [];
  for (let number = 40_000_000; found.length < count; number += 1) {
    if (isCvr(String(number))) found.push(String(number));
  }
  return found;
}
