import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdir, readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {fileURLToPath} from 'node:url';

import {withDirectory} from '../support/directory.mjs';
import {redisVersion} from '../support/machine.mjs';
import {cli} from '../support/processes.mjs';
import {sized} from '../support/sized.mjs';
import {openWhenReady} from '../support/store.mjs';
import {startRedisCluster} from '../support/testing.mjs';
import {authorities, fill} from './fill.mjs';
import {readAll} from './read-all.mjs';

const deadlines = sized(1_000_000, 3_000);
const companies = sized(20_000, 200);
const sampled = {companies: sized(5_000, 20), authorities: 10};
const reportPeak = fileURLToPath(new URL('../support/report-peak.mjs', import.meta.url));

/** Backs up an embedded store, restores it into a Redis Cluster, and compares both. */
export function measure() {
  return withDirectory(async directory => {
    const embedded = `file:${directory}/store`;
    const cluster = await startRedisCluster(
      15_000,
      1,
      // Redis must not disconnect slow replicas or rewrite files during the restore.
      ...['--client-output-buffer-limit', 'replica 0 0 0', '--auto-aof-rewrite-percentage', '0'],
    );
    try {
      const source = await openWhenReady(embedded);
      await fill(source, deadlines, companies);
      const {digests, ...contents} = await readAll(source, 'LMDB', companies, sampled);
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
      if (!isDeepStrictEqual(after, {digests, ...contents})) {
        throw new Error(`${JSON.stringify({digests, ...contents})} became ${JSON.stringify(after)}.`);
      }
      const data = {deadlines, authorities, companies, sampled, contents, backup, restore, megabytes};
      return {tools: {Redis: redisVersion()}, data};
    } finally {
      await cluster.stop();
    }
  });
}

/** Runs the command in a process, which shows its progress. `peak`: the maximum private memory of the process, in MB.
 * @param {'backup' | 'restore'} command @param {string} store @param {string} directory */
async function tavle(command, store, directory) {
  const peakFile = join(directory, 'peak');
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', reportPeak, cli, command, join(directory, 'backup')], {
    env: {TAVLE_STORE: store, PEAK_FILE: peakFile},
    stdio: ['ignore', process.stderr, 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`tavle ${command} ended with ${code}.`);
  const seconds = (performance.now() - started) / 1000;
  return {seconds, peak: Number(await readFile(peakFile, 'utf8')) / 1024};
}

/** Returns the size of a directory's files in megabytes. @param {string} directory */
async function sizeOf(directory) {
  const sizes = (await readdir(directory)).map(async name => (await stat(join(directory, name))).size);
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0) / 1e6;
}
