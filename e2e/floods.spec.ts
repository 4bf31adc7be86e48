import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import {connect as connectTls} from 'node:tls';

import {type Caller, callerWith, tlsSettings, trusted} from '../server/testing/certificates.ts';
import {cvrClaim, type TestIssuer} from '../server/testing/issuer.ts';
import {metricIn} from '../server/testing/metric.ts';
import {dashboardOf} from './support/dashboard.ts';
import {expect, test} from './support/test.ts';

const company = '12345674';
const drips = 60;

/** The pause between two bytes, and between two requests of other clients, in milliseconds. */
const pause = 500;

const metric = async (call: Caller, name: string) => metricIn((await call('GET', '/metrics')).text, name);

/** Sends `beginning` and then single bytes until the server closes the connection. Returns the whole response. */
function startDrip(socket: Socket, beginning: string): Promise<string> {
  let answered = '';
  socket.on('data', (data: Buffer) => (answered += data.toString()));
  socket.on('error', () => undefined);
  if (beginning !== '') socket.write(beginning);
  const drip = setInterval(() => beginning !== '' && socket.writable && socket.write('x'), pause);
  return new Promise(resolve => {
    socket.once('close', () => {
      clearInterval(drip);
      resolve(answered);
    });
  });
}

/** Returns incomplete requests: one ends in its headers, one in a body that the service reads, one in a body that it ignores. */
async function partialRequests(issuer: TestIssuer): Promise<string[]> {
  const token = await issuer.token('anna', {[cvrClaim]: company});
  const body = 'Content-Type: application/json\r\nContent-Length: 900\r\n\r\n';
  return [
    'GET /health/live HTTP/1.1\r\nHost: a\r\nX-Long: ',
    `PUT /calendar/1/virksomheder/${company}/frister/1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n${body}`,
    `POST /nowhere HTTP/1.1\r\nHost: a\r\n${body}`,
    '',
  ];
}

test('disconnects slow clients and serves others at the same time, over HTTP and TLS', async ({
  start,
  issuer,
}) => {
  const {TAVLE_TLS_CERT, TAVLE_TLS_KEY} = tlsSettings;
  const ca = trusted.certificate;
  const texts = await partialRequests(issuer);

  // Both services at the same time: each waits up to 15 seconds for a body.
  await Promise.all(
    [false, true].map(async secure => {
      const {url} = await start({
        TAVLE_STORE: `file:store-${secure}`,
        ...(secure && {TAVLE_TLS_CERT, TAVLE_TLS_KEY}),
      });
      // A new connection for each request, like a new client.
      const call = callerWith(url, undefined, {keepAlive: false});
      const port = Number(new URL(url).port);
      const open = (): Socket =>
        secure ? connectTls({port, host: '127.0.0.1', ca}) : connect(port, '127.0.0.1');
      const dripping = Array.from({length: drips}, (_, place) =>
        startDrip(open(), texts[place % texts.length] ?? ''),
      );
      // With TLS, these never complete the handshake.
      dripping.push(...Array.from({length: 10}, () => startDrip(connect(port, '127.0.0.1'), '')));

      const progress = {ended: false};
      const responses = Promise.all(dripping).finally(() => (progress.ended = true));
      while (!progress.ended) {
        expect((await call('GET', '/health/ready')).status).toBe(200);
        await new Promise(resolve => setTimeout(resolve, pause));
      }
      const timedOut = (await responses).filter(text => text.startsWith('HTTP/1.1 408 Request Timeout'));
      expect(timedOut.length).toBeGreaterThanOrEqual(drips / 2);
      await expect.poll(() => metric(call, 'tavle_http_requests_in_flight')).toBe(0);
    }),
  );
});

test('closes connections beyond the maximum, and accepts new ones afterwards', async ({start, issuer}) => {
  const {url, output} = await start({TAVLE_MAX_CONNECTIONS: '50', TAVLE_LOG_LEVEL: 'warn'});
  const sockets = Array.from({length: 200}, () => connect(Number(new URL(url).port), '127.0.0.1'));
  const closed = sockets.map(socket => once(socket.on('error', () => undefined).resume(), 'close'));

  // The service first closes connections beyond the maximum, and later accepted connections that stay silent.
  await Promise.all(closed);

  const dashboard = dashboardOf(url, await issuer.token('anna'));
  // A busy machine may count connections for a moment after the clients have closed them.
  await expect(async () => expect(await dashboard.states(['cvr'])).toEqual({cvr: 'deactive'})).toPass();
  const refused = await metric(callerWith(url), 'tavle_refused_total{why="connections"}');
  expect(refused).toBeGreaterThanOrEqual(150);
  expect(refused).toBeLessThan(200);
  expect(output.stderr).not.toMatch(/"level":"(?!info)/);
});
