import {execFileSync, spawnSync} from 'node:child_process';
import {mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {Agent} from 'node:https';
import {join} from 'node:path';

import {callerWith, organisation, tlsSettings, trusted} from '../server/testing/certificates.ts';
import {addDays, formatDate, today} from '../server/time/dates.ts';
import {httpGet} from './support/http-get.ts';
import {runToEnd, type ServiceProcess} from './support/process.ts';
import {expect, test as base} from './support/test.ts';

const skat = '19552101';

interface Authority {
  /** Delivers a deadline and returns the status. */
  deliver: () => Promise<number>;
  /** The ids of the deadlines that are stored. */
  ids: () => Promise<number[]>;
  metric: (name: string) => Promise<number>;
}

const test = base.extend<{
  authority: (service: ServiceProcess) => Promise<Authority>;
  secure: NodeJS.ProcessEnv;
}>({
  secure: async ({directory}, use) => {
    const portal = join(directory, 'authorities.json');
    const authority = {
      myndighedsid: 1,
      forkortelse: 'SKST',
      navn: 'Skattestyrelsen',
      cvr: skat,
      type: 'stat',
    };
    await writeFile(portal, JSON.stringify({myndigheder: [authority], apps: []}));
    await use({...tlsSettings, TAVLE_PORTAL: portal});
  },

  // oxlint-disable-next-line no-empty-pattern
  authority: async ({}, use) => {
    await use(async ({url}) => {
      const call = callerWith(url, await organisation(skat));
      const frist = {
        overskrift: 'Moms',
        beskrivelse: '<p>Betal</p>',
        fristDato: formatDate(addDays(today(), 9)),
        modtagere: '',
      };
      return {
        deliver: async () => (await call('POST', '/calendar/1/frister', frist)).status,
        async ids() {
          const {status, body} = await call('GET', '/calendar/1/frister');
          expect(status).toBe(200);
          return (body as {fristId: number}[]).map(({fristId}) => fristId);
        },
        async metric(name) {
          const {text} = await httpGet(`${url}/metrics`, new Agent({ca: trusted.certificate}));
          return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
        },
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

for (const place of ['/dev/full', 'stdout']) {
  test(`an audit log in ${place} that cannot be written refuses the start by name`, async ({
    settings,
    directory,
  }) => {
    const shell = place === 'stdout' ? 'exec "$@" >/dev/full' : 'exec "$@"';
    const {code, stdout, stderr} = await runToEnd(['serve'], {...settings, TAVLE_AUDIT: place}, directory, {
      shell,
    });
    expect({code, stdout}).toEqual({code: 1, stdout: ''});
    expect(stderr).toContain(`tavle can't start:\n  TAVLE_AUDIT: cannot write to ${place} (ENOSPC).`);
  });
}

test('changes are refused before they are made once the reader of the audit log is gone', async ({
  start,
  secure,
  authority,
}) => {
  const service = await start({...secure, TAVLE_AUDIT: 'stdout'});
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
  secure,
  authority,
  directory,
}) => {
  const disk = join(directory, 'disk');
  await mkdir(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tavle-audit', disk]);
  try {
    const file = join(disk, 'audit.jsonl');
    const service = await start({...secure, TAVLE_AUDIT: file});
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
