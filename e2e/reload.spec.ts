import {execFileSync} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {open, rename, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {connect} from 'node:tls';

import {callerWith, clientCertField, organisation, trusted} from '../server/testing/certificates.ts';
import {dashboardOf} from './support/dashboard.ts';
import {withClient} from '../server/store/testing/redis-process.ts';
import {beginProcess, runToEnd} from './support/process.ts';
import {expect, organisations, portal, skat, test} from './support/test.ts';

/** A portal file with an additional app. */
const renewedPortal = JSON.stringify({apps: [...portal.apps, {navn: 'ny', tilstand: 'active'}]});

/**
 * Returns whether a process has a handler for SIGHUP. Without a handler, while Node.js loads itself, SIGHUP kills the process and systemd
 * restarts it.
 */
function catchesHangup(pid: number): boolean {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  const caught = /^SigCgt:\s+([0-9a-f]+)$/m.exec(status)?.[1] ?? '0';
  return (BigInt(`0x${caught}`) & 1n) === 1n;
}

test('tavle serve survives SIGHUP between the start of its code and its ready line', async ({
  directory,
  settings,
}) => {
  const process = beginProcess('serve', settings, directory);
  await expect.poll(() => catchesHangup(process.pid), {intervals: [1]}).toBe(true);
  const hangup = setInterval(() => process.send('SIGHUP'), 100);
  const url = await process.ready().finally(() => clearInterval(hangup));
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  await process.kill();
});

test('a SIGHUP while the settings are read causes a reload', async ({directory, settings, issuer}) => {
  // The process blocks while it reads its portal file, a named pipe.
  const pipe = settings.TAVLE_PORTAL ?? '';
  await rename(pipe, `${pipe}.old`);
  execFileSync('mkfifo', [pipe]);
  const process = beginProcess('serve', settings, directory);
  // Resolves when the pipe has a reader.
  const writer = await open(pipe, 'w');
  for (let turn = 0; turn < 3; turn++) process.send('SIGHUP');

  await writeFile(`${pipe}.new`, renewedPortal);
  await rename(`${pipe}.new`, pipe);
  await writer.writeFile(readFileSync(`${pipe}.old`));
  await writer.close();
  const dashboard = dashboardOf(await process.ready(), await issuer.token('anna'));
  await expect.poll(() => dashboard.states(['ny'])).toEqual({ny: 'active'});
  await process.kill();
});

test('SIGHUP replaces all files, such as a TLS certificate, except invalid ones', async ({
  start,
  directory,
  settings,
}) => {
  const [first, second] = await Promise.all([serverCertificate(), serverCertificate()]);
  const [certificate, key] = [join(directory, 'tls.pem'), join(directory, 'tls.key')];
  await writeFile(certificate, first.certificate);
  await writeFile(key, first.key);
  const bundle = join(directory, 'client-ca.pem');
  await writeFile(bundle, trusted.certificate);
  const files = {TAVLE_TLS_CERT: certificate, TAVLE_TLS_KEY: key, TAVLE_CLIENT_CA: bundle};
  const service = await start(files);
  expect(await servedBy(service.url)).toBe(clientCertField(first.certificate));

  await writeFile(certificate, second.certificate);
  // The key still belongs to the first certificate.
  service.send('SIGHUP');
  await expect
    .poll(() => service.output.stderr)
    .toMatch(/"TAVLE_TLS_CERT, TAVLE_TLS_KEY: .* the old one stays in force"/);
  expect(await servedBy(service.url)).toBe(clientCertField(first.certificate));

  await writeFile(key, second.key);
  service.send('SIGHUP');
  await expect.poll(() => servedBy(service.url)).toBe(clientCertField(second.certificate));

  const authority = callerWith(service.url, await organisation(skat));
  // 403: the certificate is valid, but the portal file does not name its organisation.
  expect(await authority('GET', '/calendar/1/frister')).toMatchObject({status: 403});

  await writeFile(bundle, 'nothing');
  await writeFile(settings.TAVLE_TOKEN_JWKS ?? '', '{"keys": [');
  const portalFile = settings.TAVLE_PORTAL ?? '';
  await writeFile(portalFile, JSON.stringify({...portal, ...organisations}));
  const logged = service.output.stderr.length;
  service.send('SIGHUP');
  for (const name of ['TAVLE_CLIENT_CA', 'TAVLE_TOKEN_JWKS'])
    await expect
      .poll(() => service.output.stderr)
      .toMatch(new RegExp(`"${name}: .* the old one stays in force"`));
  expect(service.output.stderr.slice(logged)).toMatch(/"TAVLE_PORTAL: the portal file was reloaded"/);
  expect(await authority('GET', '/calendar/1/frister')).toMatchObject({status: 200});

  await writeFile(portalFile, JSON.stringify({apps: [{navn: 'ny', tilstand: 'sleeping'}]}));
  service.send('SIGHUP');
  await expect.poll(() => service.output.stderr).toMatch(/"TAVLE_PORTAL: .* the old one stays in force"/);
  expect(service.output.stderr).toContain('apps.0.tilstand');
  expect(await authority('GET', '/calendar/1/frister')).toMatchObject({status: 200});
});

test('SIGHUP rejects a portal file that has lost a whole list, or has a misspelt one', async ({
  start,
  settings,
}) => {
  const portalFile = settings.TAVLE_PORTAL ?? '';
  await writeFile(portalFile, JSON.stringify({...portal, ...organisations}));
  const service = await start();
  for (const [content, problem] of [
    [{}, 'apps: the new file has none'],
    [{...portal, ...organisations, myndigheder: []}, 'myndigheder: the new file has none'],
    [{...portal, ...organisations, myndigheder: undefined, Myndigheder: []}, 'did you mean'],
  ] as const) {
    await writeFile(portalFile, JSON.stringify(content));
    const logged = service.output.stderr.length;
    service.send('SIGHUP');
    await expect.poll(() => service.output.stderr.slice(logged)).toMatch(/the old one stays in force/);
    expect(service.output.stderr.slice(logged)).toContain(problem);
  }
  await writeFile(portalFile, JSON.stringify(portal));
  const logged = service.output.stderr.length;
  service.send('SIGHUP');
  await expect
    .poll(() => service.output.stderr.slice(logged))
    .toContain('leverandoerer: the new file has none');
});

function serverCertificate() {
  return trusted.issue({subject: [{CN: ['localhost']}], hosts: ['localhost', '127.0.0.1']});
}

/** Returns the certificate that a service serves on a new connection, as in `Client-Cert`. */
async function servedBy(url: string): Promise<string> {
  const {hostname, port} = new URL(url);
  const socket = connect({host: hostname, port: Number(port), ca: trusted.certificate});
  await once(socket, 'secureConnect');
  const {raw} = socket.getPeerCertificate();
  socket.destroy();
  return `:${raw.toString('base64')}:`;
}

test('SIGHUP reads a new password of Redis, which a restart of the connections then uses', async ({
  start,
  issuer,
  directory,
  startDurableRedis,
}) => {
  const {port} = await startDurableRedis();
  const redis = (...command: [string, ...string[]]) =>
    withClient(port, async client => String(await client.call(...command)));
  const user = (...rules: string[]) => redis('ACL', 'SETUSER', 'tavle', 'on', '~*', '+@all', ...rules);
  const TAVLE_STORE_FILE = join(directory, 'store-address');
  const write = (password: string, more = '') =>
    writeFile(TAVLE_STORE_FILE, `redis://tavle:${password}@127.0.0.1:${port}${more}\n`);
  await user('>old-secret');
  await write('old-secret');
  const service = await start({TAVLE_STORE: '', TAVLE_STORE_FILE, TAVLE_AUDIT: 'off'});
  const log = () => service.output.stderr;
  const dashboard = dashboardOf(service.url, await issuer.token('anna'));
  await dashboard.turn('cvr', true);

  await write('new-secret');
  service.send('SIGHUP');
  await expect.poll(log).toContain('the old one stays in force');
  expect(log()).toContain('WRONGPASS');
  await write('old-secret', '?prefix=other');
  service.send('SIGHUP');
  await expect.poll(log).toContain('Only the user and the password can change without a restart.');
  await dashboard.turn('cvr', false);

  await user('>new-secret');
  await write('new-secret');
  service.send('SIGHUP');
  await expect.poll(log).toContain('TAVLE_STORE_FILE: the password of the store was reloaded');
  await user('<old-secret');
  await redis('CLIENT', 'KILL', 'USER', 'tavle');
  await expect.poll(async () => (await fetch(`${service.url}/health/ready`)).status).toBe(200);
  await dashboard.turn('cvr', true);
  expect((await runToEnd(['check'], {TAVLE_STORE_FILE}, directory)).stdout).toContain(
    'The store accepts writes.',
  );
  expect(log()).not.toMatch(/(?:old|new)-secret/);
});
