import {spawnSync} from 'node:child_process';
import {chmod, chown, copyFile, mkdir, readdir, statfs, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {createCertificateAuthority, oces3Subject} from '../certificates/certificate-authority.ts';
import {freePort} from '../server/store/testing/redis-process.ts';
import {requiredV2} from '../server/testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../server/testing/certificates.ts';
import {readNamedBlocks} from '../e2e/support/doc-blocks.ts';
import {runShell, writePrograms} from '../e2e/support/shell.ts';
import {dafolo, expect, organisations, skat, test as base} from '../e2e/support/test.ts';

const cli = fileURLToPath(new URL('../dist/server/cli.js', import.meta.url));
const pages = ['runbook', 'runbook-redis', 'backup'].map(name => `operate/${name}.md`);

const company = '24256790';

/** The user of the service. If root runs the tests, that is another user with the right to read the build anywhere. */
const isRoot = process.getuid?.() === 0;
const serviceUser = 54_321;
const asServiceUser = isRoot
  ? `setpriv --reuid=${serviceUser} --regid=${serviceUser} --clear-groups --inh-caps=+dac_read_search --ambient-caps=+dac_read_search`
  : '';
const onlyRoot = isRoot ? '[ "$(id -u)" = 0 ] || exit 1' : '';

/** The runbook's machine in a directory: `systemctl`, `journalctl` and `runuser` control a service of the test, with the rights that they require. */
interface Machine {
  /** `/var/lib/tavle`, the working directory of the commands. */
  readonly home: string;
  /** `/etc/tavle`. */
  readonly etc: string;
  /** Starts the service with the settings in `/etc/tavle/tavle.env`. */
  readonly serve: (changes?: NodeJS.ProcessEnv) => Promise<string>;
  /** Runs the initial blocks and the blocks of an incident, and returns their output. @param numbers The blocks of the incident. Default: all. */
  readonly act: (incident: string, ...numbers: number[]) => Promise<string>;
  /** Runs the initial blocks and other commands, and returns their output. */
  readonly run: (commands: string) => Promise<string>;
}

const test = base.extend<{machine: Machine}>({
  machine: async ({directory, settings, start}, use) => {
    const [home, etc, opt] = [
      join(directory, 'var/lib/tavle'),
      join(directory, 'etc/tavle'),
      join(directory, 'opt/tavle'),
    ];
    const [bin, commands] = [join(directory, 'bin'), join(opt, 'node_modules/.bin')];
    for (const each of [home, etc, bin, commands]) await mkdir(each, {recursive: true});
    const [log, pid] = [join(directory, 'log'), join(directory, 'pid')];
    const scripts = {
      sudo: 'exit 1',
      runuser: `${onlyRoot}\n[ "$1 $2 $3" = "-u tavle --" ] && shift 3 && exec ${asServiceUser} "$@"`,
      journalctl: `${onlyRoot}\ncat ${log}`,
      // `stop` waits until the process has ended. A test starts the service itself.
      systemctl: `${onlyRoot}\ncase "$*" in\n"reload tavle") kill -HUP $(cat ${pid});;\n"stop tavle") kill $(cat ${pid}); tail --pid=$(cat ${pid}) -f /dev/null;;\n"start tavle") echo started;;\n*) exit 1;;\nesac`,
      // The editor saves the test's prepared file.
      editor: `cp ${join(directory, 'edited')} "$1"`,
    };
    await writePrograms(bin, scripts);
    await writePrograms(commands, {tavle: `exec ${process.execPath} ${cli} "$@"`});
    // The rights of the installation. `access(2)`, unlike other calls, ignores the service's right to read everything.
    await chmod(directory, 0o711);
    if (isRoot) {
      await chown(home, serviceUser, serviceUser);
      await chown(etc, 0, serviceUser);
    }
    await chmod(home, 0o700);
    await chmod(etc, 0o750);
    const env = {
      PATH: `${bin}:${process.env.PATH ?? ''}`,
      EDITOR: 'editor',
      CURL_CA_BUNDLE: tlsSettings.TAVLE_CLIENT_CA,
    };
    const inDirectory = (block: string) =>
      block
        .replaceAll('/var/lib/tavle', home)
        .replaceAll('/etc/tavle', etc)
        .replaceAll('/opt/tavle', opt)
        .replaceAll('/backups/', `${home}/backups/`);
    const blocks = async (name: string) =>
      (await Promise.all(pages.map(page => readNamedBlocks(page, name)))).flat().map(inDirectory);

    // Returns the output as an operator sees it, with any exit code.
    const run = async (commands: string) =>
      runShell(`set +e\n${(await blocks('all')).join('')}\n${commands}\ntrue`, directory, env);

    await use({
      run,
      home,
      etc,
      async serve(changes = {}) {
        const portal = join(etc, 'portal.json');
        const ca = join(etc, 'ca.pem');
        await writeFile(portal, JSON.stringify(organisations));
        await copyFile(tlsSettings.TAVLE_CLIENT_CA, ca);
        const all: NodeJS.ProcessEnv = {
          ...settings,
          ...tlsSettings,
          TAVLE_CVR_CHECK: 'off',
          TAVLE_PORTAL: portal,
          TAVLE_CLIENT_CA: ca,
          TAVLE_STORE: `file:${home}/store`,
          TAVLE_PORT: String(await freePort()),
          TAVLE_METRICS_PORT: String(await freePort()),
          ...changes,
        };
        const shell = `echo $$ > ${pid}; exec ${asServiceUser} "$@" 2>> ${log}`;
        const {url} = await start(all, {shell});
        const lines = Object.entries({...all, TAVLE_PUBLIC_URL: url}).map(
          ([name, value]) => `${name}=${value}`,
        );
        await writeFile(join(etc, 'tavle.env'), lines.join('\n'));
        return url;
      },
      async act(incident, ...numbers) {
        const all = await blocks(incident);
        const chosen = all.filter((_, place) => !numbers.length || numbers.includes(place + 1));
        expect(chosen.length).toBeGreaterThan(0);
        return run(chosen.join('\n'));
      },
    });
  },
});

const frist = {beskrivelse: '<p>Betal</p>', fristDato: '14-03-2035', modtagere: company};

test.describe('the runbook', () => {
  test('starts with the output of a healthy service', async ({machine}) => {
    await machine.serve();
    const seen = await machine.act('first-look');
    expect(seen).toContain('{"status":"OK","code":200');
    expect(seen).toContain('0 errors, 0 warnings.');
    expect(seen).toContain('tavle_store_replaced 0');
  });

  test('finds why a company misses a deadline', async ({machine, issuer}) => {
    const url = await machine.serve();
    const authority = callerWith(url, await organisation(skat));
    for (const overskrift of ['Moms', 'Skat', 'Told']) {
      const {status} = await authority('POST', '/calendar/1/frister', {...frist, overskrift});
      expect(status).toBe(201);
    }
    const mark = `/calendar/1/virksomheder/${company}/frister/3`;
    const token = await issuer.authorize('anna', company);
    expect((await callerWith(url)('PUT', mark, {isSlettet: true}, token)).status).toBe(200);
    const one = await machine.act('missing-deadline');
    expect(one).toContain(`Company ${company}: hidden by the company`);
  });

  test('finds why a certificate is rejected, and adds its issuer', async ({machine}) => {
    const url = await machine.serve();
    const other = await createCertificateAuthority('Den Danske Stat OCES udstedende-CA 9');
    const issued = await other.issue({subject: oces3Subject(skat, 'Skattestyrelsen')});
    await writeFile(join(machine.home, 'client.pem'), issued.certificate);
    await writeFile(join(machine.home, 'new-ca.pem'), other.certificate);
    const deliver = async () =>
      (await callerWith(url, issued)('POST', '/calendar/1/frister', {...frist, overskrift: 'Moms'})).status;
    expect(await deliver()).toBe(401);
    await expect.poll(() => machine.act('wrong-certificate', 1)).toMatch(/1 "reason":".*issuer/);
    const certificates = await machine.act('wrong-certificate', 2);
    expect(certificates).toMatch(/issuer.*CN ?= ?Den Danske Stat OCES udstedende-CA 9/);
    expect(certificates).toMatch(/subject.*CN ?= ?Tavle test CA/);
    expect(certificates).toContain('TLS Web Client Authentication');
    expect(await machine.act('wrong-certificate', 3)).toContain('0 errors, 0 warnings.');
    await expect.poll(deliver).toBe(201);
  });

  for (const setting of ['TAVLE_STORE', 'TAVLE_STORE_FILE'])
    test(`finds that Redis is read-only, and promotes it, with its address in ${setting}`, async ({
      machine,
      startDurableRedis,
      issuer,
    }) => {
      const redis = await startDurableRedis();
      const file = join(machine.etc, 'store');
      await writeFile(file, `${redis.url}\n`);
      const address = setting === 'TAVLE_STORE' ? redis.url : file;
      const url = await machine.serve({TAVLE_STORE: '', [setting]: address});
      const token = await issuer.authorize('anna');
      const turn = async () =>
        (await callerWith(url)('PUT', '/dashboard/1/apps/state?app=frister&activated=true', undefined, token))
          .status;
      await writeFile(
        join(machine.etc, 'portal.json'),
        JSON.stringify({apps: [{navn: 'frister', tilstand: 'active'}]}),
      );
      expect(spawnSync('redis-cli', ['-u', redis.url, 'replicaof', '127.0.0.1', '1']).status).toBe(0);
      const firstLook = await machine.act('first-look');
      expect(firstLook).toMatch(/"code":503,"message":"Redis takes no changes, so they get 503: READONLY/);
      expect(firstLook).toMatch(/TAVLE_STORE: the store rejects writes: .*READONLY/);
      const seen = await machine.act('redis-read-only', 1);
      expect(seen).toContain('role:slave');
      expect(seen).toContain('maxmemory_policy:noeviction');
      const form = callerWith(url, await organisation(dafolo));
      const write = async () => (await form('PUT', `/dia/2/formular/${dafolo}/jord`, requiredV2)).status;
      expect(await write()).toBe(503);
      expect(await turn()).toBe(404);
      const promoted = await machine.act('redis-read-only', 2, 3);
      expect(promoted).toContain('The store accepts writes.');
      await expect.poll(write).toBe(201);
      await expect.poll(() => machine.act('first-look')).toContain('tavle_store_refuses_changes 0');
    });

  test('finds that the disk is full, and frees space', async ({machine}) => {
    test.skip(process.getuid?.() !== 0, 'Only root can mount a small disk.');
    const mounted = spawnSync('mount', [
      '-t',
      'tmpfs',
      '-o',
      `size=64m,uid=${serviceUser},gid=${serviceUser},mode=700`,
      'tavle-runbook',
      machine.home,
    ]);
    expect(mounted.status).toBe(0);
    try {
      const url = await machine.serve();
      const form = callerWith(url, await organisation(dafolo));
      let number = 0;
      const write = async () =>
        (await form('PUT', `/dia/2/formular/${dafolo}/ny-${(number += 1)}`, requiredV2)).status;
      expect(await write()).toBe(201);
      const backup = join(machine.home, 'backup-2026-01-01');
      const {bavail, bsize} = await statfs(machine.home);
      await writeFile(backup, Buffer.alloc(bavail * bsize)).catch(() => undefined);
      await expect.poll(write).toBe(503);
      const seen = await machine.act('full-disk', 1);
      expect(seen).toMatch(/100% .*var\/lib\/tavle/);
      expect(seen).toMatch(/\d+M\t.*backup-2026-01-01/);
      const firstLook = await machine.act('first-look');
      expect(firstLook).toMatch(
        /tavle check: TAVLE_STORE: .* No space left on device: the disk of .* is full: 0 MiB are free\./,
      );
      const freed = await machine.act('full-disk', 2);
      expect(freed).toContain('is in memory, and is lost when the machine restarts');
      expect(freed).toContain('0 errors, 1 warning.');
      await expect.poll(write).toBe(201);
    } finally {
      spawnSync('umount', ['--lazy', machine.home]);
    }
  });

  test('restores a backup into a new store, and keeps the damaged one', async ({machine}) => {
    const url = await machine.serve();
    const path = '/calendar/1/frister';
    const certificate = await organisation(skat);
    const delivered = await callerWith(url, certificate)('POST', path, {...frist, overskrift: 'Moms'});
    expect(delivered.status).toBe(201);
    const backups = join(machine.home, 'backups');
    await mkdir(backups);
    if (isRoot) await chown(backups, serviceUser, serviceUser);
    expect(await machine.run(`tavle backup ${backups}/tavle-2026-12-01T020000`)).toMatch(
      /tavle-2026-12-01T020000: \d+ documents/,
    );
    expect(await machine.act('restore')).toMatch(/Restored \d+ documents, as of .*\nstarted/);
    expect(await readdir(machine.home)).toEqual(expect.arrayContaining(['store', 'store.damaged']));
    const restored = callerWith(await machine.serve(), certificate);
    expect(await restored('GET', `${path}/1`)).toMatchObject({status: 200, body: {overskrift: 'Moms'}});
  });

  test('finds the error in a portal file, and reloads a valid one', async ({machine, directory}) => {
    const url = await machine.serve();
    const deliver = async () => {
      const authority = callerWith(url, await organisation(skat));
      return (await authority('POST', '/calendar/1/frister', {...frist, overskrift: 'Moms'})).status;
    };
    const portal = join(machine.etc, 'portal.json');
    const broken = {...organisations, apps: [{navn: 'a b', tilstand: 'on'}]};
    await writeFile(portal, JSON.stringify(broken));
    await runShell(`kill -HUP $(cat ${join(directory, 'pid')})`, directory);
    await expect
      .poll(() => machine.act('broken-portal', 1))
      .toContain('TAVLE_PORTAL: the portal file could not be reloaded; the old one stays in force');
    const seen = await machine.act('broken-portal', 1);
    expect(seen).toMatch(/tavle check: .*apps\.0\.navn/);
    expect(seen).toMatch(/tavle check: .*apps\.0\.tilstand/);
    expect(await deliver()).toBe(201);

    // Removes only one authority: a reload rejects a file without any.
    const myndigheder = organisations.myndigheder.filter(({cvr}) => cvr !== skat);
    await writeFile(join(directory, 'edited'), JSON.stringify({...organisations, myndigheder}));
    expect(await machine.act('broken-portal', 2)).toContain('0 errors');
    await expect.poll(deliver).toBe(403);
  });
});
