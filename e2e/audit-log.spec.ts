import {execFileSync, spawnSync} from 'node:child_process';
import {mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {Agent} from 'node:https';
import {join} from 'node:path';

import {callerWith, organisation, trusted} from '../server/testing/certificates.ts';
import {deadline} from '../server/testing/bodies.ts';
import {metricOf} from './support/http-get.ts';
import {runToEnd, type ServiceProcess} from './support/process.ts';
import {expect, skat, test as base} from './support/test.ts';

interface Authority {
  /** Delivers a deadline and returns the status. */
  deliver: () => Promise<number>;
  /** The ids of the deadlines that are stored. */
  ids: () => Promise<number[]>;
  metric: (name: string) => Promise<number>;
}

const test = base.extend<{authority: (service: ServiceProcess) => Promise<Authority>}>({
  // oxlint-disable-next-line no-empty-pattern
  authority: async ({}, use) => {
    await use(async ({url}) => {
      const call = callerWith(url, await organisation(skat));
      return {
        deliver: async () => (await call('POST', '/calendar/1/frister', deadline())).status,
        async ids() {
          const {status, body} = await call('GET', '/calendar/1/frister');
          expect(status).toBe(200);
          return (body as {fristId: number}[]).map(({fristId}) => fristId);
        },
        metric: name => metricOf(url, name, new Agent({ca: trusted.certificate})),
      };
    });
  },
});

/** The ids that lines of the audit log name, refusals and starts left out. */
const idsIn = (text: string) =>
  text
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as {id?: number; code?: number})
    .flatMap(({id, code}) => (code === 201 && id !== undefined ? [id] : []));

test('an audit log in a standard output that cannot be written refuses the start by name', async ({
  settings,
  directory,
}) => {
  const audited = {...settings, TAVLE_AUDIT: 'stdout'};
  const {code, stdout, stderr} = await runToEnd(['serve'], audited, directory, {
    shell: 'exec "$@" >/dev/full',
  });
  expect({code, stdout}).toEqual({code: 1, stdout: ''});
  expect(stderr).toContain("tavle can't start:\n  TAVLE_AUDIT: cannot write to stdout (ENOSPC).");
});

test('changes are refused before they are made once the reader of the audit log is gone', async ({
  start,
  withOrganisations,
  authority,
}) => {
  const service = await start({...withOrganisations, TAVLE_AUDIT: 'stdout'});
  const {deliver, ids, metric} = await authority(service);
  expect(await deliver()).toBe(201);
  await expect.poll(() => idsIn(service.output.stdout)).toEqual([1]);

  service.closeOutput('stdout');
  // The failure is noticed by the line of a change that is made.
  expect(await deliver()).toBe(201);
  expect([await deliver(), await deliver(), await deliver()]).toEqual([503, 503, 503]);

  expect(await ids()).toEqual([1, 2]);
  expect(await metric('tavle_audit_pending_lines')).toBe(1);
  expect(await metric('tavle_audit_refused_total')).toBe(3);
  const {code, stderr} = await service.stop();
  expect(code).toBe(0);
  expect(stderr.match(/TAVLE_AUDIT: cannot write to stdout \(EPIPE\)/g)).toHaveLength(1);
  expect(stderr).toMatch(/"line":\{[^}]*"id":2,"code":201\},"msg":"a line is missing in the audit log"/);
});

test('changes are refused while the disk of the audit log is full, and recorded whole once there is room', async ({
  start,
  withOrganisations,
  authority,
  directory,
}) => {
  const disk = join(directory, 'disk');
  await mkdir(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tavle-audit', disk]);
  try {
    const file = join(disk, 'audit.jsonl');
    const service = await start({...withOrganisations, TAVLE_AUDIT: file});
    const {deliver, ids, metric} = await authority(service);
    expect(await deliver()).toBe(201);

    const ballast = join(disk, 'ballast');
    await writeFile(ballast, Buffer.alloc(64 * 1024)).catch(() => undefined);
    const statuses: number[] = [];
    // The page of the file that has room already takes some lines.
    while (statuses.at(-1) !== 503) statuses.push(await deliver());
    expect(await deliver()).toBe(503);
    const made = [1, ...statuses.slice(0, -1).map((_, place) => place + 2)];
    expect(statuses.slice(0, -1).every(status => status === 201)).toBe(true);
    expect(await ids()).toEqual(made);
    expect(await metric('tavle_audit_pending_lines')).toBe(1);

    await rm(ballast);
    await expect.poll(() => metric('tavle_audit_pending_lines')).toBe(0);
    expect(await deliver()).toBe(201);
    const written = await readFile(file, 'utf8');
    expect(idsIn(written)).toEqual([...made, made.length + 1]);
    for (const line of written.trim().split('\n')) JSON.parse(line);
    expect(service.output.stderr).toContain('can be written again');
    expect(await service.stop()).toMatchObject({code: 0});
  } finally {
    spawnSync('umount', ['--lazy', disk]);
  }
});
