import {once} from 'node:events';
import {type AddressInfo, connect, createServer, type Socket} from 'node:net';

import {Redis} from 'ioredis';
import {expect, it, onTestFinished, vi} from 'vitest';

import {createNode} from './cluster-node.ts';
import {startRedis} from '../testing/redis-server.ts';

/** A way to a port, for who comes before it is opened; until then nothing is passed on. */
async function gateTo(port: number) {
  const waiting: Socket[] = [];
  const gate = createServer(client => {
    waiting.push(client.on('error', () => undefined));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void gate.close());
  await once(gate, 'listening');
  return {
    port: (gate.address() as AddressInfo).port,
    open() {
      for (const client of waiting) {
        const server = connect(port, '127.0.0.1').on('error', () => undefined);
        client.pipe(server).pipe(client);
      }
    },
  };
}

it('a node of a cluster that took too long to connect can be used once it is connected', async () => {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  const gate = await gateTo(server.port);
  const redis = new Redis({port: gate.port, lazyConnect: true});
  onTestFinished(() => redis.disconnect());
  const node = createNode(redis, 0, () => []);

  await expect(node.open()).rejects.toThrow();
  gate.open();
  await vi.waitFor(() => expect(redis.status).toBe('ready'), {timeout: 15_000});
  await node.open();
  expect(await node.batcher.run('a', ['set', 'a', '1'])).toBe('OK');
});
