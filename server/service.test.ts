import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {rm, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {join} from 'node:path';

import {pino} from 'pino';
import {describe, expect, it, onTestFinished, vi} from 'vitest';

import {bounds} from './bounds.ts';
import {createDeliveries} from './calendar/authority/deliveries.ts';
import {createReminders} from './calendar/mail/reminders.ts';
import {createMailer} from './calendar/mail/transport.ts';
import {readConfig} from './config.ts';
import {mailIntervalMs, startService} from './service.ts';
import {freePort} from './store/testing/redis-process.ts';
import type {IssuedCertificate} from '../certificates/certificate-authority.ts';
import {callerWith, organisation, trusted} from './testing/certificates.ts';
import {newDirectory} from './testing/directory.ts';
import {type MailServer, startMailServer} from './testing/mail-server.ts';
import {createRoot, ExtendedKeyUsage, purposes} from './testing/pki.ts';
import {skat, startServiceForTest, startTestService} from './testing/service.ts';
import {openForTest} from './testing/store.ts';
import {today} from './time/dates.ts';

const directory = newDirectory();
const store = `file:${join(directory, 'data')}`;

it('a service whose store is unavailable resolves `ready` to false when it is stopped', async () => {
  const TAVLE_PORTAL = join(directory, 'portal.json');
  await writeFile(TAVLE_PORTAL, JSON.stringify({apps: []}));
  const TAVLE_STORE = `redis://127.0.0.1:${await freePort()}`;
  const config = readConfig({TAVLE_PORT: '0', TAVLE_STORE, TAVLE_PORTAL, TAVLE_AUDIT: 'off'});
  const service = await startService(config, pino({enabled: false}), () => []);
  await service.stop();
  expect(await service.ready).toBe(false);
});

/** Starts a service with a mail server, which gets a mail to anna at once. `prepare` runs before the mail. */
async function startMailing(prepare: (server: MailServer, email: string) => void) {
  const {setInterval} = globalThis;
  vi.stubGlobal('setInterval', (run: () => void, delay: number) =>
    setInterval(run, delay === mailIntervalMs ? 10 : delay),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const server = await startMailServer();
  const address = `file:${join(newDirectory(), 'data')}`;
  const settings = {TAVLE_SMTP_URL: server.url, TAVLE_MAIL_FROM: 'frister@example.dk', TAVLE_MAIL_HOUR: '0'};

  const from = {name: 'Portalen', address: settings.TAVLE_MAIL_FROM};
  const mailer = createMailer({url: server.url, from, hour: 0, perMinute: 200});
  onTestFinished(() => mailer.close());
  const service = await startTestService(address, settings);
  const other = await openForTest(address);
  const reminders = createReminders(other, mailer);
  const anna = {owner: 'anna', cvrs: ['24256790'], issuedAt: 0};
  const email = 'anna@example.dk';
  const texts = {overskrift: 'Moms', beskrivelse: 'Betal.', afsenderNavn: 'Skattestyrelsen'};
  await createDeliveries(other).create(skat, {...texts, fristDato: today(), modtagere: anna.cvrs});
  await reminders.set(anna, {email, dage: [0], sprog: 'da'});
  const [, code = ''] = /(\d{6})/.exec(server.mails.at(-1)?.subject ?? '') ?? [];
  prepare(server, email);
  await reminders.confirm(anna, code);
  return {server, service, idag: async () => (await reminders.find(anna.owner))?.idag};
}

it('a service that stops waits for the mail in progress, and notes that it was sent', async () => {
  const {server, service, idag} = await startMailing(({delays}, email) => delays.set(email, 500));
  await vi.waitFor(() => expect(server.mails).toHaveLength(2), {timeout: 20_000});
  await service.stop();
  expect(await idag()).toMatchObject({dato: today(), tilstand: 'sendt'});
});

it('a service that stops refuses connections and finishes requests while a mail waits for its server', async () => {
  const {server, service} = await startMailing(({silence}, email) => silence.add(email));
  await vi.waitFor(() => expect(server.attempts).toBe(2), {timeout: 20_000});
  const port = Number(new URL(service.url).port);
  const slow = connect(port, '127.0.0.1').on('error', () => undefined);
  slow.write('GET / HTTP/1.1\r\n');
  const started = performance.now();
  const stopped = service.stop();
  await vi.waitFor(
    async () => {
      const client = connect(port, '127.0.0.1');
      onTestFinished(() => void client.destroy());
      await expect(once(client, 'connect')).rejects.toThrow('ECONNREFUSED');
    },
    {timeout: 20_000, interval: 200},
  );
  const finishTimeoutMs = bounds.stopTimeoutMs - bounds.drainTimeMs - bounds.storeTimeoutMs;
  expect(performance.now() - started).toBeLessThan(finishTimeoutMs);
  await stopped;
  expect(performance.now() - started).toBeLessThan(finishTimeoutMs * 1.8);
});

it('reloads the portal file and the client CA while the file of the store is malformed', async () => {
  const files = newDirectory();
  const file = async (name: string, content: string) => {
    await writeFile(join(files, name), content);
    return join(files, name);
  };
  const variables = {
    TAVLE_PORT: '0',
    TAVLE_PORTAL: await file('portal.json', '{}'),
    TAVLE_CLIENT_CA: await file('ca.pem', trusted.certificate),
    TAVLE_STORE_FILE: await file('store', `${store}\n`),
    TAVLE_AUDIT: 'off',
  };
  const logged: string[] = [];
  const log = pino({}, {write: line => void logged.push(line)});
  const service = await startService(readConfig(variables), log, () => []);
  onTestFinished(() => service.stop());

  await file('store', `${store} \n`);
  await service.reload(variables);
  expect(logged.join('')).toContain('TAVLE_PORTAL: the portal file was reloaded');
  expect(logged.join('')).toContain('TAVLE_CLIENT_CA: the client CA was reloaded');
  expect(logged.join('')).toContain('TAVLE_STORE_FILE: Must not begin or end with white space.');
});

it('keeps its certificates at a reload if every client would fail with the new ones, and names the reason', async () => {
  const files = newDirectory();
  const file = async (name: string, content: string) => {
    await writeFile(join(files, name), content);
    return join(files, name);
  };
  const server = (changes: object = {}) =>
    trusted.issue({subject: [{CN: ['localhost']}], hosts: ['127.0.0.1'], ...changes});
  const useServer = async ({certificate, key}: IssuedCertificate) => ({
    TAVLE_TLS_CERT: await file('server.pem', certificate),
    TAVLE_TLS_KEY: await file('server.key', key),
  });
  const useCas = async (...certificates: readonly string[]) => ({
    TAVLE_CLIENT_CA: await file('ca.pem', certificates.join('\n')),
  });
  const settings = {...(await useServer(await server())), ...(await useCas(trusted.certificate))};
  const service = await startServiceForTest(store, settings);
  const authority = await organisation(skat);

  const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 3_600_000)];
  const ca = async (request: object) => (await createRoot({subject: 'CN=CA', ...request})).certificate;
  const forServers = await ca({further: [purposes(ExtendedKeyUsage.serverAuth)]});
  const noCa = 'TAVLE_CLIENT_CA: no certificate in it is a CA for clients';
  const notCurrent = 'TAVLE_CLIENT_CA: every CA in it has expired or is not valid yet.';
  for (const [use, problem] of [
    [async () => useServer(await server({notAfter: past})), 'TAVLE_TLS_CERT: the certificate expired on'],
    [
      async () => useServer(await server({notBefore: future})),
      'TAVLE_TLS_CERT: the certificate is not valid',
    ],
    [() => useCas(authority.certificate), noCa],
    [() => useCas(forServers), noCa],
    [async () => useCas(await ca({from: -2, to: -1})), notCurrent],
    [async () => useCas(await ca({from: 1, to: 2})), notCurrent],
    [async () => useCas(await ca({from: -2, to: -1}), authority.certificate), notCurrent],
  ] as const) {
    await use();
    const earlier = service.logged.length;
    await service.reload();
    const [name = ''] = problem.split(':');
    const lines = service.logLines().slice(earlier);
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        msg: expect.stringMatching(`^${name}.* the old one stays in force$`) as string,
        problems: [expect.stringContaining(problem)],
      }),
    );
    expect(await callerWith(service.url, authority)('GET', '/calendar/1/frister')).toMatchObject({
      status: 200,
    });
  }
  // A CA that has expired does no harm next to a valid one.
  await useServer(await server());
  await useCas(await ca({from: -2, to: -1}), trusted.certificate);
  const earlier = service.logged.length;
  await service.reload();
  expect(
    service
      .logLines()
      .slice(earlier)
      .map(({msg}) => msg),
  ).toEqual(
    expect.arrayContaining([
      'TAVLE_TLS_CERT, TAVLE_TLS_KEY: the TLS certificate was reloaded',
      'TAVLE_CLIENT_CA: the client CA was reloaded',
    ]),
  );
  expect(await callerWith(service.url, authority)('GET', '/calendar/1/frister')).toMatchObject({status: 200});
});

it('creates the audit log again after it was removed, without a request', async () => {
  const [audit, portal] = ['audit.jsonl', 'portal.json'].map(name => join(newDirectory(), name)) as [
    string,
    string,
  ];
  await writeFile(portal, '{}');
  const variables = {TAVLE_PORT: '0', TAVLE_PORTAL: portal, TAVLE_STORE: store, TAVLE_AUDIT: audit};
  const logged: string[] = [];
  const log = pino({}, {write: line => void logged.push(line)});
  const service = await startService(readConfig(variables), log, () => []);
  onTestFinished(() => service.stop());

  await rm(audit);
  await vi.waitUntil(() => existsSync(audit));
  expect(logged.join('')).toContain(`TAVLE_AUDIT: ${audit} was removed with its lines`);
});

it('logs that a new password of an unreachable Redis is not checked yet, and not that it was reloaded', async () => {
  const [file, portal] = ['store', 'portal.json'].map(name => join(newDirectory(), name)) as [string, string];
  await writeFile(file, 'redis://:old@127.0.0.1:1\n');
  await writeFile(portal, '{}');
  const variables = {TAVLE_PORT: '0', TAVLE_PORTAL: portal, TAVLE_STORE_FILE: file, TAVLE_AUDIT: 'off'};
  const logged: string[] = [];
  const log = pino({}, {write: line => void logged.push(line)});
  const service = await startService(readConfig(variables), log, () => []);
  onTestFinished(() => service.stop());

  await writeFile(file, 'redis://:new@127.0.0.1:1\n');
  await service.reload(variables);
  expect(logged.at(-1)).toContain(
    'TAVLE_STORE_FILE: the password of the store is used at the next connection, and is not checked yet: Redis is unreachable',
  );
  expect(logged.join('')).not.toContain('password of the store was reloaded');
});

describe('a service that cannot start', () => {
  it.for([
    ['TAVLE_HOST', '192.0.2.1', 'cannot listen on 192.0.2.1:0 (EADDRNOTAVAIL).'],
    ['TAVLE_HOST', 'a:80', '"a:80" is not found (ENOTFOUND). Write one host or IP address, without a port.'],
    // Node.js's recursive `mkdir` never returns on this file system.
    ['TAVLE_STORE', 'file:/proc/nope', 'cannot open /proc/nope (ENOENT).'],
    [
      'TAVLE_AUDIT',
      '/proc/nope/audit.log',
      'cannot write to /proc/nope/audit.log (ENOENT). Make room, start its reader, or name another place.',
    ],
  ] as const)('names the invalid setting %s=%s', async ([name, value, problem]) => {
    const own = name === 'TAVLE_STORE' ? value : store;
    const settings = {TAVLE_PUBLIC_URL: 'https://frister.example.dk', [name]: value};
    await expect(startTestService(own, settings)).rejects.toThrow(`${name}: ${problem}`);
  });

  it('closes its port when the build is missing', async () => {
    const port = await freePort();
    const started = startTestService(store, {TAVLE_PORT: String(port)}, () => {
      throw new Error('There is no build.');
    });
    await expect(started).rejects.toThrow('There is no build.');
    await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
  });
});
