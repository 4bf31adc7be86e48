import {connect, createServer, type Socket} from 'node:net';

import {Redis} from 'ioredis';
import {expect, it, onTestFinished, vi} from 'vitest';

import {createNode} from './cluster-nodes.ts';
import {listen} from '../../testing/listen.ts';
import {startRedisForTest} from '../../testing/store.ts';

/** Starts a proxy to a port that forwards nothing until `open` is called. */
async function gateTo(port: number) {
  const waiting: Socket[] = [];
  const gate = createServer(client => {
    waiting.push(client.on('error', () => undefined));
  });
  onTestFinished(() => void gate.close());
  return {
    port: await listen(gate),
    open() {
      for (const client of waiting) {
        const server = connect(port, '127.0.0.1').on('error', () => undefined);
        client.pipe(server).pipe(client);
      }
    },
  };
}

it('uses a cluster node that connects after the timeout', async () => {
  const server = await startRedisForTest();
  const gate = await gateTo(server.port);
  const redis = new Redis({port: gate.port, lazyConnect: true});
  onTestFinished(() => redis.disconnect());
  const node = createNode(redis, 0, () => []);

  await expect(node.open()).rejects.toThrow();
  gate.open();
  await vi.waitFor(() => expect(redis.status).toBe('ready'));
  await node.open();
  expect(await node.batcher.run('a', ['set', 'a', '1'], false)).toBe('OK');
});
