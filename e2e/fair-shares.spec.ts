import {connect, type Socket} from 'node:net';

import {callerWith, clientCertField, organisation, proxySettings} from '../server/testing/certificates.ts';
import {cvrClaim} from '../server/testing/issuer.ts';
import {httpGet, metricOf} from './support/http-get.ts';
import {expect, skat as authority, test} from './support/test.ts';

const state = '/dashboard/1/apps/state?apps=cvr';

const inFlight = (url: string) => metricOf(url, 'tavle_http_requests_in_flight');

/** A request in progress, and what its connection has received. */
interface StartedRequest {
  readonly socket: Socket;
  received: string;
}

function startRequest(url: string, head: string): StartedRequest {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const request: StartedRequest = {socket, received: ''};
  socket.on('data', (data: Buffer) => (request.received += data.toString()));
  socket.on('error', () => undefined);
  socket.write(head);
  return request;
}

test('a person with 520 slow bodies blocks neither another person nor an authority', async ({
  start,
  withOrganisations,
  issuer,
}) => {
  const {url, output} = await start({
    ...proxySettings,
    TAVLE_PORTAL: withOrganisations.TAVLE_PORTAL,
    TAVLE_CVR_CHECK: 'off',
  });
  const token = await issuer.token('anna', {[cvrClaim]: '12345674'});
  const head = [
    'PUT /calendar/1/virksomheder/12345674/frister/1 HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Content-Length: 100',
    '',
    '{',
  ].join('\r\n');
  const requests = Array.from({length: 520}, () => startRequest(url, head));
  const refused = () =>
    requests.filter(({received}) => /^HTTP\/1\.1 429 [^]*\r\nRetry-After: 1\r\n/.test(received));
  await expect.poll(async () => refused().length + (await inFlight(url))).toBe(520);

  const bo = await issuer.authorize('bo');
  const call = callerWith(url);
  const certificate = {'client-cert': clientCertField((await organisation(authority)).certificate)};
  for (let time = 0; time < 20; time += 1) {
    expect((await httpGet(`${url}/health/live`)).status).toBe(200);
    expect((await call('GET', state, undefined, bo)).status).toBe(200);
    expect((await call('GET', '/calendar/1/frister', undefined, certificate)).status).toBe(200);
  }
  expect(await inFlight(url)).toBeGreaterThan(200);
  expect(await inFlight(url)).toBeLessThan(300);
  expect(output.stderr.split('\n').filter(line => line.includes('at once'))).toHaveLength(1);
  for (const {socket} of requests) socket.destroy();
});
