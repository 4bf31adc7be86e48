import {spawnSync} from 'node:child_process';
import {rmSync} from 'node:fs';
import {join} from 'node:path';

import {expect, it, vi} from 'vitest';

import {newDirectory} from '../../testing/directory.ts';
import {metricIn} from '../../testing/metric.ts';
import {startTestService} from '../../testing/service.ts';

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
