import {execFileSync, spawnSync} from 'node:child_process';
import {appendFileSync, readFileSync} from 'node:fs';
import {mkdir, readdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {callerWith, organisation} from '../server/testing/certificates.ts';
import {deadline, requiredV2} from '../server/testing/bodies.ts';
import {metricIn} from '../server/testing/metric.ts';
import {isThorough} from '../server/testing/thoroughness.ts';
import {readDocBlocks} from './support/doc-blocks.ts';
import {runToEnd, type ServiceProcess} from './support/process.ts';
import {runShell, writePrograms} from './support/shell.ts';
import {dafolo, expect, skat, test} from './support/test.ts';

/** The company in the commands of the manual. */
const company = '24256790';

const shipped = fileURLToPath(new URL('../deploy/logrotate.conf', import.meta.url));

/** Returns functions that send requests as an authority and an operator. */
async function clientsOf({url}: ServiceProcess) {
  const call = callerWith(url, await organisation(skat));
  return {
    /** Delivers a deadline and returns the status. */
    deliver: async () => (await call('POST', '/calendar/1/frister', deadline())).status,
    /** The ids of the deadlines that are stored. */
    ids: async () => {
      const {status, body} = await call('GET', '/calendar/1/frister');
      expect(status).toBe(200);
      return (body as {fristId: number}[]).map(({fristId}) => fristId);
    },
    metric: async (name: string) => metricIn((await call('GET', '/metrics')).text, name),
  };
}

const countReopened = ({output}: ServiceProcess) =>
  output.stderr.match(/TAVLE_AUDIT: the audit log was opened again/g)?.length ?? 0;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the ids in the lines about successful deliveries. */
const idsIn = (text: string) =>
  text
    .split('\n')
    .filter(isJson)
    .map(line => JSON.parse(line) as {id?: string; code?: number})
    .flatMap(({id, code}) => (code === 201 && id !== undefined ? [Number(id)] : []));

test('refuses changes before they are stored when the reader of the audit log has exited', async ({
  start,
  withOrganisations,
}) => {
  const service = await start({...withOrganisations, TAVLE_AUDIT: 'stdout'});
  const {deliver, ids, metric} = await clientsOf(service);
  expect(await deliver()).toBe(201);
  await expect.poll(() => idsIn(service.output.stdout)).toEqual([1]);

  service.closeOutput('stdout');
  // The service detects the failure when it writes the line of this change, which it has stored.
  expect(await deliver()).toBe(201);
  expect([await deliver(), await deliver(), await deliver()]).toEqual([503, 503, 503]);

  expect(await ids()).toEqual([1, 2]);
  expect(await metric('tavle_audit_pending_lines')).toBe(1);
  expect(await metric('tavle_audit_refused_total')).toBe(3);
  const {code, stderr} = await service.stop();
  expect(code).toBe(0);
  expect(stderr.match(/TAVLE_AUDIT: cannot write to stdout \(EPIPE\)/g)).toHaveLength(1);
  expect(stderr).toMatch(
    /"line":\{[^}]*"id":"2","code":201,"source":"loopback"\},"msg":"a line is missing in the audit log"/,
  );
});

test('writes the audit log to a pipe that it may not open again', async ({withOrganisations, start}) => {
  // As if another user had created the pipe. Root may open it unless it has given up this capability.
  const asUser = process.getuid?.() === 0 ? 'setpriv --bounding-set=-dac_override' : '';
  const service = await start(
    {...withOrganisations, TAVLE_AUDIT: 'stdout'},
    {shell: `mkfifo pipe; cat pipe & exec >pipe; chmod 000 pipe; exec ${asUser} "$@"`},
  );
  const {deliver} = await clientsOf(service);
  expect(await deliver()).toBe(201);
  await expect.poll(() => idsIn(service.output.stdout)).toEqual([1]);
});

test('refuses changes while the audit log’s disk is full, and records them completely once there is space', async ({
  start,
  withOrganisations,
  directory,
}) => {
  const disk = join(directory, 'disk');
  await mkdir(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tavle-audit', disk]);
  try {
    const file = join(disk, 'audit.jsonl');
    const service = await start({...withOrganisations, TAVLE_AUDIT: file});
    const {deliver, ids, metric} = await clientsOf(service);
    expect(await deliver()).toBe(201);

    const ballast = join(disk, 'ballast');
    /** Fills the disk, and delivers deadlines until one is refused. Returns the number of accepted ones. */
    const fill = async () => {
      await writeFile(ballast, Buffer.alloc(64 * 1024)).catch(() => undefined);
      // The file's last page still has space for some lines.
      for (let accepted = 0; ; accepted += 1) {
        const status = await deliver();
        if (status === 503) return accepted;
        expect(status).toBe(201);
      }
    };
    const made = Array.from({length: 1 + (await fill())}, (_, place) => place + 1);
    expect(await deliver()).toBe(503);
    // A command whose action can't be recorded does nothing.
    const own = {TAVLE_STORE: 'file:store', TAVLE_AUDIT: file};
    const refused = await runToEnd(['prune'], own, directory);
    expect(refused).toMatchObject({code: 1, stdout: ''});
    expect(refused.stderr).toMatch(
      /^tavle prune: TAVLE_AUDIT: cannot write to .*ENOSPC.* Nothing was changed\.$/m,
    );
    expect(await ids()).toEqual(made);
    expect(await metric('tavle_audit_pending_lines')).toBe(1);

    await rm(ballast);
    // Another process that shares the file may write after an incomplete line.
    appendFileSync(file, '{"time":"2026-11-17T09:12:03.000Z","event":"start"}\n');
    await expect.poll(() => metric('tavle_audit_pending_lines')).toBe(0);
    expect(await deliver()).toBe(201);
    expect(idsIn(readFileSync(file, 'utf8'))).toEqual([...made, made.length + 1]);
    expect(service.output.stderr).toContain('can be written again');

    // If no other process has written, the service completes the incomplete line.
    const countInvalidLines = () =>
      readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .filter(line => !isJson(line)).length;
    const before = countInvalidLines();
    const accepted = await fill();
    await rm(ballast);
    await expect.poll(() => metric('tavle_audit_pending_lines')).toBe(0);
    expect(countInvalidLines()).toBe(before);
    const last = made.length + 1 + accepted;
    expect(idsIn(readFileSync(file, 'utf8'))).toEqual(Array.from({length: last}, (_, place) => place + 1));
    expect(await service.stop()).toMatchObject({code: 0});
  } finally {
    spawnSync('umount', ['--lazy', disk]);
  }
});

test('records changes next to the embedded store by default, SIGHUP loses none, and the commands of the manual answer questions', async ({
  start,
  withOrganisations,
  directory,
}) => {
  const service = await start(withOrganisations);
  const {deliver} = await clientsOf(service);
  const file = join(directory, 'store', 'audit.jsonl');
  const statuses: Promise<number>[] = [];
  for (const rotation of [1, 2, 3]) {
    for (let turn = 0; turn < 20; turn++) statuses.push(deliver());
    // Renames the file as logrotate does.
    await rename(file, `${file}-2026111${rotation}`);
    service.send('SIGHUP');
    for (let turn = 0; turn < 20; turn++) statuses.push(deliver());
    await expect.poll(() => countReopened(service)).toBe(rotation);
  }
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([201]));
  execFileSync('gzip', [`${file}-20261111`]);

  // The command and the service write to the same file.
  const own = {TAVLE_STORE: 'file:store'};
  const erased = await Promise.all([runToEnd(['erase', 'company', company], own, directory), deliver()]);
  expect(erased).toMatchObject([{code: 0, stdout: 'Erased the data from 0 documents.\n', stderr: ''}, 201]);
  statuses.push(Promise.resolve(201));
  const collected = await runToEnd(['repair'], {...own, TAVLE_AUDIT: 'stdout'}, directory);
  expect(collected.stderr).toMatch(/^(\{.*"caller":"operator","command":"repair","result":"\w+"\}\n){2}$/);

  const asSkat = callerWith(service.url, await organisation(skat));
  expect((await asSkat('DELETE', '/calendar/1/frister/17')).status).toBe(200);
  expect((await callerWith(service.url)('DELETE', '/calendar/1/frister/17')).status).toBe(401);
  const asDafolo = callerWith(service.url, await organisation(dafolo));
  expect((await asDafolo('PUT', `/dia/2/formular/${dafolo}/jord-7`, requiredV2)).status).toBe(201);
  appendFileSync(file, 'a line of another log\n{"time":"2026-11-17T08:00:00Z","cut\n');

  const {commands} = await readDocBlocks('operate/audit.md');
  const [form, withdrawal, byDeadline, ofCompany, byCaller, refused] = await Promise.all(
    commands.map(async command => {
      const output = await runShell(command, join(directory, 'store'));
      return output
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line) as Record<string, unknown>);
    }),
  );
  expect(form).toMatchObject([
    {interface: 'B', method: 'PUT', caller: dafolo, id: 'jord-7', isNew: true, code: 201},
  ]);
  expect(withdrawal).toMatchObject([{method: 'DELETE', caller: skat, id: '17', code: 200}]);
  expect(byDeadline).toMatchObject([
    {method: 'POST', caller: skat, id: '17', code: 201},
    {method: 'DELETE', caller: skat, id: '17', code: 200},
    {method: 'DELETE', id: '17', code: 401},
  ]);
  expect(ofCompany).toMatchObject([
    {caller: 'operator', command: 'erase company', result: 'started'},
    {caller: 'operator', command: 'erase company', result: 'done', removed: 0},
  ]);
  expect(byCaller?.flatMap(({method, id}) => (method === 'POST' ? [Number(id)] : [])).sort(byNumber)).toEqual(
    statuses.map((_, place) => place + 1),
  );
  expect(refused).toMatchObject([{method: 'DELETE', id: '17', code: 401}]);
});

const byNumber = (one: unknown, other: unknown) => Number(one) - Number(other);

test('logrotate with the package’s configuration loses no line', async ({
  start,
  withOrganisations,
  directory,
}) => {
  test.skip(!isThorough, 'It needs logrotate and faketime: npm run proof -- e2e.');
  const [bin, pid] = [join(directory, 'bin'), join(directory, 'pid')];
  const [state, configuration] = [join(directory, 'state'), join(directory, 'tavle.conf')];
  const file = join(directory, 'store', 'audit.jsonl');
  const service = await start(withOrganisations, {shell: `echo $$ > ${pid}; exec "$@"`});
  const {deliver} = await clientsOf(service);

  const text = (await readFile(shipped, 'utf8'))
    .replace('/var/lib/tavle/store/audit.jsonl', file)
    .replace('su tavle tavle', 'su root root');
  expect(text).toContain(`${file} {`);
  await writeFile(configuration, text, {mode: 0o600});
  await mkdir(bin);
  await writePrograms(bin, {systemctl: `[ "$*" = "reload tavle.service" ] && kill -HUP $(cat ${pid})`});
  const rotate = (when: string) =>
    spawnSync('faketime', [when, 'logrotate', '--force', '--state', state, configuration], {
      encoding: 'utf8',
      env: {...process.env, PATH: `${bin}:${process.env.PATH}`},
    });

  const statuses: Promise<number>[] = [];
  for (const [turn, when] of ['3 weeks ago', '2 weeks ago', '1 week ago'].entries()) {
    for (let each = 0; each < 20; each++) statuses.push(deliver());
    await statuses.at(-20);
    expect(rotate(when)).toMatchObject({status: 0, stdout: '', stderr: ''});
    for (let each = 0; each < 20; each++) statuses.push(deliver());
    await expect.poll(() => countReopened(service)).toBe(turn + 1);
    // The service has created the new file and writes to it.
    const ids = async () => idsIn(await readFile(file, 'utf8')).length;
    const before = await ids();
    statuses.push(deliver());
    await statuses.at(-1);
    expect(await ids()).toBeGreaterThan(before);
  }
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([201]));

  // The last rotated file is not compressed yet: the service may have written to it after the rename.
  const names = (await readdir(join(directory, 'store'))).filter(name => name.startsWith('audit')).sort();
  expect(names).toEqual([
    'audit.jsonl',
    expect.stringMatching(/^audit\.jsonl-\d{8}\.gz$/),
    expect.stringMatching(/^audit\.jsonl-\d{8}\.gz$/),
    expect.stringMatching(/^audit\.jsonl-\d{8}$/),
  ]);
  const found = await runShell('zcat --force audit.jsonl*', join(directory, 'store'));
  expect(idsIn(found).sort(byNumber)).toEqual(statuses.map((_, place) => place + 1));
});
