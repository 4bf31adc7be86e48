import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {cp, mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

import {organisation, tlsSettings} from '../server/testing/certificates.ts';
import {readNamedBlocks} from '../e2e/support/doc-blocks.ts';
import {createMachines, type Machine} from './support/machines.ts';
import {njs} from '../e2e/support/nginx.ts';
import {nginx, nginxConfig} from '../e2e/support/proxy-process.ts';
import {createRevocationList} from '../e2e/support/revocation-list.ts';
import {runShell, writePrograms} from '../e2e/support/shell.ts';
import {expect, skat, test} from '../e2e/support/test.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'dist/server/cli.js');

test.skip(process.getuid?.() !== 0, 'It needs root, for network namespaces.');
test.setTimeout(600_000);

/** Directories that the manual's commands write to. In the test, they are below a directory for each machine instead of `/`. */
const places = [
  '/etc/redis',
  '/etc/tavle',
  '/etc/nginx',
  '/etc/ssl/tavle',
  '/var/lib/redis',
  '/var/lib/tavle',
];

test('two machines behind nginx, as the manual sets them up, lose no acknowledged change when one is switched off, and are backed up', async ({
  directory,
  settings,
  withOrganisations,
}) => {
  const {machines, remove} = createMachines(['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.10']);
  const [first, second, third, proxy] = machines as [Machine, Machine, Machine, Machine];
  const inRoot = (machine: Machine, text: string) =>
    places.reduce(
      (rest, place) =>
        rest.replaceAll(new RegExp(`(?<![\\w/])${place}\\b`, 'g'), join(directory, machine.address) + place),
      text,
    );
  const rootOf = (machine: Machine) => join(directory, machine.address);
  const bin = join(directory, 'bin');
  await mkdir(bin);
  // The test has no user "tavle", no systemd and no package to install.
  await writePrograms(bin, {
    sudo: 'case "$1" in install) shift; exec /usr/bin/install $(echo "$@" | sed -E "s/-[og] (tavle|redis)//g");; nginx) exit;; esac; exec "$@"',
    'apt-get': 'true',
    systemctl: 'true',
    curl: 'true',
    tavle: `exec ${process.execPath} ${cli} "$@"`,
  });
  const env = {PATH: `${bin}:${process.env.PATH ?? ''}`};
  const blocks = async (name: string) => (await readNamedBlocks('operate/two-machines.md', name)).join('\n');

  const filled = join(directory, 'two-machines');
  await runShell((await blocks('passwords')).replaceAll('/tmp/two-machines', filled), root, env);
  const redisSteps = await blocks('redis');
  const serviceSteps = await blocks('service');
  for (const machine of [first, second, third]) {
    const copy = join(rootOf(machine), 'copy');
    await cp(filled, copy, {recursive: true});
    for (const place of places) await mkdir(rootOf(machine) + place, {recursive: true});
    const steps = redisSteps.replace('address=10.0.0.1', `address=${machine.address}`);
    await runShell(inRoot(machine, steps), copy, env);
    await runShell(inRoot(machine, serviceSteps), copy, env);
    for (const name of ['etc/redis/redis.conf', 'etc/redis/sentinel.conf', 'etc/tavle/tavle.env']) {
      const path = join(rootOf(machine), name);
      const content = await readFile(path, 'utf8');
      expect(content).not.toMatch(/ADDRESS|-PASSWORD/);
      await writeFile(path, inRoot(machine, content));
    }
  }

  /** Returns the settings of the manual's file, with the test's portal, issuer and CA. */
  const settingsOf = async (machine: Machine) => {
    const file = await readFile(join(rootOf(machine), 'etc/tavle/tavle.env'), 'utf8');
    const pairs = [...file.matchAll(/^(\w+)=(.*)$/gm)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    const written: Record<string, string> = Object.fromEntries(pairs);
    const {TAVLE_TOKEN_JWKS, TAVLE_TOKEN_ISSUER, TAVLE_TOKEN_AUDIENCE} = settings;
    return {
      ...written,
      ...{TAVLE_TOKEN_JWKS, TAVLE_TOKEN_ISSUER, TAVLE_TOKEN_AUDIENCE},
      TAVLE_PORTAL: withOrganisations.TAVLE_PORTAL,
      TAVLE_CLIENT_CA: tlsSettings.TAVLE_CLIENT_CA,
      TAVLE_CVR_CHECK: 'off',
    };
  };
  const startRedis = (machine: Machine) => {
    for (const [name, ...options] of [['redis.conf'], ['sentinel.conf', '--sentinel']])
      machine.run(['redis-server', join(rootOf(machine), 'etc/redis', name ?? ''), ...options]);
  };
  const startService = async (machine: Machine) =>
    machine.run([process.execPath, cli, 'serve'], await settingsOf(machine));

  const roleOf = async (machine: Machine) => {
    const configuration = await readFile(join(rootOf(machine), 'etc/redis/redis.conf'), 'utf8');
    const password = /^requirepass "?(\w+)/m.exec(configuration)?.[1] ?? '';
    const command = [...machine.prefix, 'redis-cli', '-h', machine.address, '-a', password, 'role'];
    return output(command);
  };

  /** Returns how many replicas and other Sentinels the Sentinel of a machine knows. Without them, it promotes nothing. */
  const knownTo = async (machine: Machine) => {
    const configuration = await readFile(join(rootOf(machine), 'etc/redis/sentinel.conf'), 'utf8');
    const password = /^requirepass "?(\w+)/m.exec(configuration)?.[1] ?? '';
    const command = ['redis-cli', '-h', machine.address, '-p', '26379', '-a', password];
    const state = await output([...machine.prefix, ...command, 'sentinel', 'master', 'tavle']);
    return /num-slaves\n(\d+)\nnum-other-sentinels\n(\d+)/.exec(state)?.slice(1).join();
  };

  const {certificate, key} = await organisation(skat);
  await writeFile(join(directory, 'client.pem'), certificate);
  await writeFile(join(directory, 'client.key'), key);
  /** Runs curl on the machine of nginx, as an authority. Returns the status and the body. */
  const call = async (path: string, ...options: string[]) => {
    const command = [
      ...[...proxy.prefix, 'curl', '--silent', '--insecure', '--write-out', '\n%{http_code}'],
      ...['--resolve', 'system.tavle.example.dk:443:10.0.0.10'],
      ...['--cert', join(directory, 'client.pem'), '--key', join(directory, 'client.key')],
      ...options,
      `https://system.tavle.example.dk${path}`,
    ];
    const [body = '', status] = (await output(command)).split(/\n(?=\d+$)/);
    return {status: Number(status), body};
  };
  const deliver = (title: string) =>
    call(
      '/calendar/1/frister',
      ...['--header', 'Content-Type: application/json', '--header', `Idempotency-Key: ${title}`, '--data'],
      JSON.stringify({
        overskrift: title,
        beskrivelse: '<p>Betal</p>',
        fristDato: '01-03-2099',
        modtagere: '24256790',
      }),
    );

  try {
    for (const machine of [first, second, third]) startRedis(machine);

    await mkdir(join(rootOf(proxy), 'etc/nginx/sites-enabled'), {recursive: true});
    await mkdir(join(rootOf(proxy), 'etc/nginx/tavle'), {recursive: true});
    await mkdir(join(rootOf(proxy), 'etc/ssl/tavle'), {recursive: true});
    const site = join(rootOf(proxy), 'etc/nginx/sites-enabled/tavle.conf');
    await cp(
      join(root, 'deploy/nginx/client-cert.js'),
      join(rootOf(proxy), 'etc/nginx/tavle/client-cert.js'),
    );
    const ssl = join(rootOf(proxy), 'etc/ssl/tavle');
    await cp(tlsSettings.TAVLE_TLS_CERT, join(ssl, 'server.pem'));
    await cp(tlsSettings.TAVLE_TLS_KEY, join(ssl, 'server.key'));
    await cp(tlsSettings.TAVLE_CLIENT_CA, join(ssl, 'client-ca.pem'));
    await writeFile(join(ssl, 'client-ca.crl'), await createRevocationList());
    await writeFile(site, inRoot(proxy, await readFile(join(root, 'deploy/nginx/tavle.conf'), 'utf8')));
    await runShell(inRoot(proxy, await blocks('nginx')), directory, env);
    const config = join(directory, 'nginx.conf');
    await writeFile(config, `load_module ${njs};${nginxConfig(await readFile(site, 'utf8'), directory)}`);
    proxy.run([nginx, '-c', config, '-p', directory, '-e', 'stderr']);

    for (const machine of [first, second]) await startService(machine);
    await expect.poll(async () => (await call('/health/ready')).status, {timeout: 120_000}).toBe(200);

    // Deliveries go on while the machine of the primary, then another one, is switched off.
    const acknowledged: string[] = [];
    let isDone = false;
    const workers = [1, 2, 3].map(async worker => {
      for (let count = 1; !isDone; count += 1) {
        const title = `frist-${worker}-${count}`;
        const {status} = await deliver(title);
        if (status === 201) acknowledged.push(title);
        else expect(status).toBe(503);
        await pause(50);
      }
    });
    const expectDeliveries = async () => {
      const until = acknowledged.length + 30;
      await expect.poll(() => acknowledged.length, {timeout: 120_000}).toBeGreaterThan(until);
    };
    await expectDeliveries();
    for (const machine of [second, third])
      await expect.poll(() => knownTo(machine), {timeout: 120_000}).toBe('2,2');
    await first.switchOff();
    const [before, started] = [acknowledged.length, performance.now()];
    await expect.poll(() => acknowledged.length, {timeout: 120_000}).toBeGreaterThan(before + 3);
    // Sentinels notice after five seconds; this machine may be busy.
    expect((performance.now() - started) / 1_000).toBeLessThan(30);
    await expectDeliveries();

    first.switchOn();
    startRedis(first);
    await startService(first);
    await expect.poll(() => roleOf(first), {timeout: 120_000}).toMatch(/^slave\n.*\n.*\nconnected/);
    await second.switchOff();
    await expectDeliveries();
    isDone = true;
    await Promise.all(workers);

    const {body} = await call('/calendar/1/frister');
    for (const title of acknowledged) expect(body).toContain(`"${title}"`);

    // The backup on the third machine.
    const backups = join(directory, 'backups');
    await mkdir(backups);
    const script = (await readFile(join(root, 'deploy/backup/tavle-backup.sh'), 'utf8'))
      .replaceAll('/opt/tavle/node_modules/.bin/tavle', join(bin, 'tavle'))
      .replaceAll(':-/backups', `:-${backups}`);
    await writeFile(join(directory, 'tavle-backup.sh'), script);
    const backup = third.run(['sh', join(directory, 'tavle-backup.sh')], await settingsOf(third));
    const [code] = (await once(backup, 'close')) as [number | null];
    expect(code).toBe(0);
    expect(await readdir(backups)).toHaveLength(1);
  } finally {
    await remove();
  }
});

/** Returns what a command prints, also if it fails. */
async function output([program = '', ...parameters]: readonly string[]): Promise<string> {
  const child = spawn(program, parameters, {stdio: ['ignore', 'pipe', 'ignore']});
  const closed = once(child, 'close');
  const printed = await text(child.stdout);
  await closed;
  return printed;
}
