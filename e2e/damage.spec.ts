import {readFile, truncate, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {createDeliveries} from '../server/calendar/authority/deliveries.ts';
import {claimFormat, formatKey} from '../server/store/readiness.ts';
import {openStore} from '../server/store/open-store.ts';
import {silent} from '../server/store/engine.ts';
import {withStore} from '../server/maintenance/with-store.ts';
import {freePort, withClient} from '../server/store/testing/redis-process.ts';
import {masterName, startSentinel} from '../server/store/testing/redis-sentinel.ts';
import {runToEnd} from './support/process.ts';
import {expect, test} from './support/test.ts';

const commands = [['serve'], ['check'], ['backup', 'copy'], ['prune'], ['repair']];

test('every command rejects a truncated store, and one of a newer format, with one line that explains what to do', async ({
  settings,
  directory,
}) => {
  const store = openStore(`file:${join(directory, 'data')}`, silent);
  await store.write(formatKey, 2);
  await store.close();
  const file = join(directory, 'data', 'data.mdb');
  const newer = await readFile(file);
  const states: [Buffer, RegExp][] = [
    [newer, /The store has format 2, .+ Install the version of tavle that wrote it/],
    [newer.subarray(0, 8_192), /data\.mdb is truncated: .+ restore a backup/],
  ];
  for (const [bytes, line] of states) {
    await truncate(file);
    await writeFile(file, bytes);
    const TAVLE_STORE = `file:${join(directory, 'data')}`;
    const run = (command: string[]) => runToEnd(command, {...settings, TAVLE_STORE}, directory);
    for (const {code, stderr} of await Promise.all(commands.map(run))) {
      expect(code).toBe(1);
      expect(stderr).toMatch(line);
    }
  }
});

test('repair and backup name each document whose recipients are missing', async ({settings, directory}) => {
  const TAVLE_STORE = `file:${join(directory, 'data')}`;
  const store = openStore(TAVLE_STORE, silent);
  await claimFormat(store);
  const {create} = createDeliveries(store);
  const texts = {overskrift: 'Moms', beskrivelse: 'Betal.', afsenderNavn: 'Skattestyrelsen'};
  const delivered = {...texts, fristDato: '2030-03-01', modtagere: ['24256790']} as const;
  const ids = [await create('19552101', delivered), await create('19552101', delivered)].map(
    ({fristId}) => fristId,
  );
  for (const id of ids) await store.remove(['frist', String(id), 'modtagere']);
  await store.close();
  const run = (...command: string[]) => runToEnd(command, {...settings, TAVLE_STORE}, directory);
  const repaired = await run('repair');
  expect(repaired.code).toBe(1);
  expect(repaired.stderr).toBe(
    `tavle repair: The recipients or texts of 2 documents cannot be read: frist/${ids[0]}, frist/${ids[1]}\n`,
  );
  const copied = await run('backup', 'copy');
  expect(copied.code).toBe(1);
  expect(copied.stderr).toContain(
    'the recipients or texts of 2 documents cannot be read: see "tavle repair".',
  );
});

test('a command that Redis refuses ends with exit code 1', async ({directory, startDurableRedis}) => {
  const redis = await startDurableRedis();
  await withStore({store: redis.url, storeReplicas: 0, sentinelLogin: undefined}, 'any', async store => {
    await claimFormat(store);
    await store.write(['dashboard', 'anna'], {frister: 'active'});
  });
  await withClient(redis.port, client => client.replicaof('127.0.0.1', 1));
  const settings = {TAVLE_STORE: redis.url, TAVLE_AUDIT: 'off'};
  const {code, stderr} = await runToEnd(['erase', 'person', 'anna'], settings, directory);
  expect({code, stderr}).toEqual({code: 1, stderr: expect.stringContaining('READONLY')});
});

test('a command that Redis refuses ends with exit code 1 also while Sentinels do not respond', async ({
  directory,
  startDurableRedis,
}) => {
  const redis = await startDurableRedis();
  await withStore({store: redis.url, storeReplicas: 0, sentinelLogin: undefined}, 'any', async store => {
    await claimFormat(store);
    await store.write(['dashboard', 'anna'], {frister: 'active'});
  });
  const ports = await Promise.all([1, 2].map(freePort));
  const sentinels = await Promise.all(ports.map(port => startSentinel(port, redis.port, 60_000)));
  try {
    sentinels[1]?.freeze();
    await withClient(redis.port, client => client.config('SET', 'min-replicas-to-write', '1'));
    const hosts = ports.map(port => `127.0.0.1:${port}`);
    const settings = {TAVLE_STORE: `redis+sentinel://${hosts.join()}/${masterName}`, TAVLE_AUDIT: 'off'};
    const {code, stderr} = await runToEnd(['erase', 'person', 'anna'], settings, directory);
    expect({code, stderr}).toEqual({code: 1, stderr: expect.stringContaining('NOREPLICAS')});
  } finally {
    await Promise.all(sentinels.map(each => each.stop()));
  }
});

test('export prints and names a document that cannot be read', async ({settings, directory}) => {
  const TAVLE_STORE = `file:${join(directory, 'data')}`;
  const store = openStore(TAVLE_STORE, silent);
  await claimFormat(store);
  await store.write(['dashboard', 'anna'], 'no states');
  await store.write(['dashboard', 'anna', 'order'], ['frister']);
  await store.close();
  const {code, stdout, stderr} = await runToEnd(
    ['export', 'person', 'anna'],
    {...settings, TAVLE_STORE},
    directory,
  );
  expect({code, stderr}).toEqual({code: 1, stderr: 'tavle export: dashboard/anna cannot be read.\n'});
  expect(JSON.parse(stdout)).toEqual([
    {path: 'dashboard/anna', value: null},
    {path: 'dashboard/anna/order', version: 1, value: ['frister']},
  ]);
});
