import {spawnSync} from 'node:child_process';
import {join} from 'node:path';

import {dashboardOf} from './support/dashboard.ts';
import {runToEnd} from './support/process.ts';
import {expect, test} from './support/test.ts';

/** Runs as in a container: the process has the id 1. */
const inContainer = {shell: 'exec unshare --pid --fork --mount-proc --kill-child "$@"'};

test('a second container on the volume of an embedded store ends with one line that says what to do', async ({
  start,
  settings,
  issuer,
  directory,
}) => {
  test.skip(process.getuid?.() !== 0, 'Only root can start a process with the id 1.');
  const TAVLE_STORE = `file:${directory}/store`;
  const service = await start({TAVLE_STORE}, inContainer);
  const dashboard = dashboardOf(service.url, await issuer.token('anna'));
  await dashboard.turn('cvr', true);

  const reason = `TAVLE_STORE: cannot open ${join(directory, 'store')}: a process with the same process id, 1, has it open in another container, and LMDB distinguishes processes by this id. Run the command in the container of the service ("docker exec", "kubectl exec"), start the container with the process ids of the other one ("docker run --pid=container:NAME"), or use Redis for several containers.\n`;
  for (const [name, ...parameters] of [
    ['check'],
    ['backup', 'copy'],
    ['prune'],
    ['repair'],
    ['restore', 'copy'],
    ['inspect', 'deadline', '1'],
    ['export', 'person', 'anna'],
    ['erase', 'person', 'anna'],
  ]) {
    const env = name === 'check' ? {...settings, TAVLE_STORE} : {TAVLE_STORE};
    const {code, stderr} = await runToEnd([`${name}`, ...parameters], env, directory, inContainer);
    expect([name, code, stderr.split('\n').filter(line => !line.includes('warning:'))]).toEqual([
      name,
      1,
      [`tavle ${name}: ${reason.trim()}`, ''],
    ]);
  }
  const second = await runToEnd(
    ['serve'],
    {...settings, TAVLE_STORE, TAVLE_PORT: '0'},
    directory,
    inContainer,
  );
  expect([second.code, second.stderr]).toEqual([1, `tavle can't start:\n  ${reason}`]);

  await dashboard.turn('cvr', false);
  expect((await runToEnd(['backup', 'copy'], {TAVLE_STORE}, directory)).code).toBe(0);
});

test('the health check of the container finds the service at the default port if TAVLE_PORT is empty', async ({
  start,
}) => {
  test.skip(process.getuid?.() !== 0, 'Only root can use the port alone.');
  const inOwnNetwork = `exec unshare --net /bin/sh -c 'ip link set lo up && exec "$@"' sh "$@"`;
  const {url, pid} = await start({TAVLE_PORT: '', TAVLE_TLS_CERT: ''}, {shell: inOwnNetwork});
  expect(url).toBe('http://127.0.0.1:8080');
  const check = [`--net=/proc/${pid}/ns/net`, process.execPath, 'deploy/health.mjs'];
  const {status, stderr} = spawnSync('nsenter', check, {env: {TAVLE_PORT: '', TAVLE_TLS_CERT: ''}});
  expect([status, String(stderr)]).toEqual([0, '']);
});

test('commands on a disk without space for a new store end with one line that says what to do', async ({
  settings,
  directory,
}) => {
  test.skip(process.getuid?.() !== 0, 'Only root can mount a disk.');
  const shell = `mkdir -p disk && exec unshare --mount /bin/sh -c 'mount -t tmpfs -o size=8k none disk && exec "$@"' sh "$@"`;
  const reason = `TAVLE_STORE: cannot open ${join(directory, 'disk/store')} (ENOSPC). The disk is full: free some space.\n`;
  const env = {...settings, TAVLE_STORE: 'file:disk/store', TAVLE_AUDIT: 'off'};
  const {code, stderr} = await runToEnd(['serve'], env, directory, {shell});
  expect([code, stderr]).toEqual([1, `tavle can't start:\n  ${reason}`]);
});
