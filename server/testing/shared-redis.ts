import {mkdtempSync, rmSync, statfsSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import type {TestProject} from 'vitest/node';

import {startRedisCluster} from '../store/testing/redis-cluster.ts';
import {startRedisSentinels} from '../store/testing/redis-sentinel.ts';
import {listen} from './listen.ts';

/* The Redis Cluster and the Sentinels that all test files share, and the directory of their files.
 * `vitest.config.ts` runs it. To share another server, add it to `starters`. */

declare module 'vitest' {
  interface ProvidedContext {
    /** `GET /cluster` and `GET /sentinel` return a value for `TAVLE_STORE`. */
    readonly sharedRedisUrl: string;
  }
}

/** Long, so that a server on a busy machine does not count as failed. */
const nodeTimeoutMs = 15_000;

const starters = {
  cluster: () => startRedisCluster(nodeTimeoutMs),
  sentinel: () => startRedisSentinels(nodeTimeoutMs),
};

/**
 * Runs once, before all test files. Starts the shared Redis servers when the first file requests them. Removes the temporary directories
 * of the tests at the end.
 */
export default async function setUp({provide}: TestProject): Promise<() => Promise<void>> {
  const started = new Map<string, Promise<{url: string; stop(): Promise<void>}>>();
  const server = createServer((request, response) => {
    const kind = request.url === '/cluster' ? 'cluster' : 'sentinel';
    const starting = started.get(kind) ?? starters[kind]();
    started.set(kind, starting);
    starting.then(
      ({url}) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  provide('sharedRedisUrl', `http://127.0.0.1:${await listen(server)}`);

  const before = process.env.TMPDIR;
  const directory = mkdtempSync(join(temporaryRoot(), 'tavle-tests-'));
  // Workers inherit `TMPDIR`.
  process.env.TMPDIR = directory;

  return async () => {
    server.close();
    server.closeAllConnections();
    await Promise.allSettled([...started.values()].map(async each => (await each).stop()));
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(directory, {recursive: true, force: true, maxRetries: 10});
  };
}

/** Returns a directory in memory if it has room: LMDB syncs the disk at every write. */
function temporaryRoot(): string {
  const memory = '/dev/shm';
  try {
    const {bavail, bsize} = statfsSync(memory);
    return bavail * bsize > 2 ** 31 ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
