import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {mkdir} from 'node:fs/promises';
import {createServer} from 'node:net';
import {join} from 'node:path';

const size = 3;

/** A Redis Cluster of three masters with a replica each, on free ports of the loopback address.
 * @param {string} directory */
export async function startCluster(directory) {
  const ports = [];
  for (let place = 0; place < 2 * size; place++) ports.push(await freePort());
  const nodes = await Promise.all(ports.map(port => startNode(join(directory, `node-${port}`), port)));
  const hosts = ports.map(port => `127.0.0.1:${port}`);
  const {status, stdout} = spawnSync(
    'redis-cli',
    ['--cluster', 'create', ...hosts, '--cluster-replicas', '1', '--cluster-yes'],
    {encoding: 'utf8'},
  );
  if (status !== 0) throw new Error(`The cluster could not be made.\n${stdout}`);
  return {
    url: `redis+cluster://${hosts.slice(0, size).join(',')}`,
    async stop() {
      await Promise.all(
        nodes.map(async node => {
          node.kill('SIGKILL');
          await once(node, 'exit');
        }),
      );
    },
  };
}

/** @param {string} directory @param {number} port */
async function startNode(directory, port) {
  await mkdir(directory);
  const settings = [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', ''],
    ...['--cluster-enabled', 'yes', '--cluster-node-timeout', '15000', '--appendonly', 'yes'],
    // Replicas that fill up are not to be dropped, nor files rewritten, while the restore is measured.
    ...['--client-output-buffer-limit', 'replica 0 0 0', '--auto-aof-rewrite-percentage', '0'],
  ];
  const node = spawn('redis-server', settings, {stdio: ['ignore', 'pipe', 'inherit']});
  process.once('exit', () => node.kill('SIGKILL'));
  for await (const chunk of node.stdout) if (String(chunk).includes('Ready to accept')) break;
  return node;
}

/** A port that is free, and the one that a node of a cluster takes beside it, too.
 * @returns {Promise<number>} */
async function freePort() {
  const port = 10_000 + Math.floor(Math.random() * 12_000);
  const free = await Promise.all([port, port + 10_000].map(isFree));
  return free.every(Boolean) ? port : freePort();
}

/** @param {number} port @returns {Promise<boolean>} */
async function isFree(port) {
  const probe = createServer().listen(port, '127.0.0.1');
  const free = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  probe.close();
  return free;
}
