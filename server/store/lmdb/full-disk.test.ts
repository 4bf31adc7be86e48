import {spawnSync} from 'node:child_process';
import {rmSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';

import {expect, it, vi} from 'vitest';

import {newDirectory} from '../../testing/directory.ts';
import {metricIn} from '../../testing/metric.ts';
import {startTestService} from '../../testing/service.ts';

/** Whether the tests run as root, and can therefore mount a disk. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

it.runIf(canMount)(
  'reports a full disk before a change was refused, and recovers without a restart',
  async context => {
    const disk = newDirectory();
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tavle-full', disk]);
    expect(mounted.status, String(mounted.stderr)).toBe(0);
    context.onTestFinished(() => void spawnSync('umount', ['--lazy', disk]));
    const service = await startTestService(`file:${join(disk, 'store')}`);
    context.onTestFinished(() => service.stop());
    const refuses = async () =>
      metricIn(await (await fetch(`${service.url}/metrics`)).text(), 'tavle_store_refuses_changes');
    const ready = () => fetch(`${service.url}/health/ready`);
    expect((await ready()).status).toBe(200);
    expect(await refuses()).toBe(0);

    const filler = join(disk, 'filler');
    expect(spawnSync('fallocate', ['-l', '30M', filler]).status).toBe(0);
    // The metric needs no request to /health/ready.
    await vi.waitFor(async () => expect(await refuses()).toBe(1), {timeout: 10_000});
    const refused = await ready();
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain('No space left on device');
    expect((await fetch(`${service.url}/health/readable`)).status).toBe(200);

    rmSync(filler);
    await vi.waitFor(async () => expect(await refuses()).toBe(0), {timeout: 10_000});
    expect((await ready()).status).toBe(200);
  },
);

it.runIf(canMount)(
  'reports a read-only file system before a change was refused, and serves reads',
  async context => {
    const [disk, image] = [newDirectory(), join(newDirectory(), 'image')];
    const run = (command: string, ...parameters: string[]) => {
      const {status, stdout, stderr} = spawnSync(command, parameters, {encoding: 'utf8'});
      expect(status, stderr).toBe(0);
      return stdout.trim();
    };
    run('truncate', '--size', '64M', image);
    run('/sbin/mkfs.ext4', '-q', image);
    run('mount', '-o', 'loop,errors=remount-ro', image, disk);
    context.onTestFinished(() => void spawnSync('umount', ['--lazy', disk]));
    const service = await startTestService(`file:${join(disk, 'store')}`);
    context.onTestFinished(() => service.stop());
    const headers = {authorization: `Bearer ${await service.issuer.token('anna')}`};
    const state = `${service.url}/dashboard/1/apps/state`;
    const change = (activated: boolean) =>
      fetch(`${state}?app=cvr&activated=${activated}`, {method: 'PUT', headers});
    expect((await change(true)).status).toBe(200);

    const device = run('findmnt', '--noheadings', '--output', 'SOURCE', disk);
    writeFileSync(`/sys/fs/ext4/${basename(device)}/trigger_fs_error`, '1');
    const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
    await vi.waitFor(async () => expect(metricIn(await metrics(), 'tavle_store_refuses_changes')).toBe(1), {
      timeout: 10_000,
    });
    const refused = await fetch(`${service.url}/health/ready`);
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain('ead-only file system');
    expect((await change(false)).status).toBe(503);
    const read = await fetch(`${state}?apps=cvr`, {headers});
    expect(await read.json()).toEqual({cvr: {state: 'active'}});
  },
);
