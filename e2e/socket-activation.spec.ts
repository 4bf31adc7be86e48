import {setTimeout} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

import {callerWith, clientCertField, organisation, proxySettings} from '../server/testing/certificates.ts';
import {deadline} from '../server/testing/bodies.ts';
import {runToEnd, type ServiceProcess, startProcess} from './support/process.ts';
import {expect, skat, test as base} from './support/test.ts';

const holder = fileURLToPath(new URL('support/hold-socket.pl', import.meta.url));
const holdingAt = (address: string) => ({shell: `exec perl ${holder} ${address} "$@"`});
const path = '/calendar/1/frister';

const test = base.extend<{service: ServiceProcess}>({
  service: async ({settings, withOrganisations: {TAVLE_PORTAL}, directory}, use) => {
    const all = {...settings, ...proxySettings, TAVLE_PORTAL};
    const service = await startProcess('serve', all, directory, holdingAt('127.0.0.1'));
    await use(service);
    await service.stop();
  },
});

test('a restart of a service on a systemd socket causes no error, loss or duplicate', async ({service}) => {
  const headers = {'client-cert': clientCertField((await organisation(skat)).certificate)};
  const authority = callerWith(service.url);
  const delivered: [title: string, id: unknown][] = [];
  const refused: unknown[] = [];
  const restarted = new AbortController();

  /** Delivers deadlines in sequence, each on a new connection. */
  async function deliver(name: string): Promise<void> {
    for (let turn = 0; !restarted.signal.aborted; turn++) {
      const overskrift = `${name}-${turn}`;
      const {status, body} = await authority('POST', path, {...deadline(), overskrift}, headers);
      if (status === 201) delivered.push([overskrift, (body as {fristId?: number}).fristId]);
      else refused.push([status, body]);
      await setTimeout(2);
    }
  }

  const starts = () => service.output.stdout.split('tavle ready ').length - 1;
  const stream = Promise.all(['a', 'b', 'c', 'd'].map(deliver));
  // At SIGHUP, the holder of the socket sends SIGTERM to the service.
  for (const [index, signal] of (['SIGHUP', 'SIGINT'] as const).entries()) {
    service.send(signal);
    await expect.poll(starts, {intervals: [50]}).toBe(index + 2);
  }
  restarted.abort();
  await stream;

  expect(refused).toEqual([]);
  const list = (await authority('GET', path, undefined, headers)).body as {
    fristId: number;
    overskrift: string;
  }[];
  expect(list.map(({overskrift, fristId}) => [overskrift, fristId]).sort()).toEqual(delivered.sort());
});

test('a service rejects an invalid passed socket', async ({settings, directory}) => {
  const refusalOf = async (shell: string) => {
    const {code, stdout, stderr} = await runToEnd(['serve'], settings, directory, {shell});
    expect({code, stdout}).toEqual({code: 1, stdout: ''});
    return stderr;
  };
  expect(await refusalOf('LISTEN_PID=$$ LISTEN_FDS=1 exec "$@" 3</dev/null')).toMatch(
    / {2}LISTEN_FDS: the passed socket cannot be listened on \(EINVAL\)/,
  );
  expect(await refusalOf(holdingAt('0.0.0.0').shell)).toMatch(
    / {2}TAVLE_PUBLIC_URL: Is required with a socket at 0\.0\.0\.0/,
  );
});
