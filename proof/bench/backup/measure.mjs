/*
 * Measures the time and memory of a backup from the embedded store and of its restore into a Redis Cluster. For `run-one.mjs`; `section.mjs`
 * writes the result into the manual.
 */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdir, readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';

import {cli} from '../support/processes.mjs';
import {sized} from '../support/rounds.mjs';
import {openWhenReady, testing, withDirectory, withServer} from '../support/start.mjs';
import {authorities, fill} from './fill.mjs';
import {readAll} from './read-all.mjs';

const deadlines = sized(1_000_000, 3_000);
const companies = sized(20_000, 200);
const sampled = {companies: sized(5_000, 20), authorities: 10};
// Redis must not disconnect slow replicas or rewrite files during the restore.
const settings = [
  ...['--client-output-buffer-limit', 'replica 0 0 0'],
  ...['--auto-aof-rewrite-percentage', '0'],
];

/** Backs up an embedded store, restores it into a Redis Cluster, and compares both. */
export function measure() {
  return withDirectory(directory =>
    withServer(testing.startRedisCluster(15_000, 1, ...settings), async cluster => {
      const embedded = `file:${directory}/store`;
      const source = await openWhenReady(embedded);
      await fill(source, deadlines, companies);
      const before = await readAll(source, 'LMDB', companies, sampled);
      await source.close();

      const backup = await tavle('backup', embedded, directory);
      const megabytes = {
        store: await sizeOf(join(directory, 'store')),
        backup: (await stat(join(directory, 'backup'))).size / 1e6,
      };
      const restore = await tavle('restore', cluster.url, directory);

      const target = await openWhenReady(cluster.url);
      const after = await readAll(target, 'Redis Cluster', companies, sampled);
      await target.close();
      if (!isDeepStrictEqual(after, before)) {
        throw new Error(`${JSON.stringify(before)} became ${JSON.stringify(after)}.`);
      }
      const {digests: _, ...contents} = before;
      return {deadlines, authorities, companies, sampled, contents, backup, restore, megabytes};
    }),
  );
}

/** Runs the command in a process, and shows its progress. Returns the seconds and `peak`, the maximum private memory of the process in MB.
 * Mapped pages of the embedded store do not count: the system can reclaim them.
 * @param {'backup' | 'restore'} command @param {string} store @param {string} directory */
async function tavle(command, store, directory) {
  const started = performance.now();
  const child = spawn(process.execPath, [cli, command, join(directory, 'backup')], {
    env: {TAVLE_STORE: store},
    stdio: ['ignore', process.stderr, 'inherit'],
  });
  let peak = 0;
  const sample = (/** @type {string} */ status) => {
    peak = Math.max(peak, Number(/^RssAnon:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
  };
  const sampling = setInterval(() => {
    void readFile(`/proc/${child.pid}/status`, 'utf8').then(sample, () => undefined);
  }, 50);
  const [code] = await once(child, 'exit');
  clearInterval(sampling);
  if (code !== 0) throw new Error(`tavle ${command} ended with ${code}.`);
  return {seconds: (performance.now() - started) / 1000, peak};
}

/** Returns the size of a directory's files in megabytes. @param {string} directory */
async function sizeOf(directory) {
  const sizes = (await readdir(directory)).map(async name => (await stat(join(directory, name))).size);
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0) / 1e6;
}
