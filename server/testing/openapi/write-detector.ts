import {Redis} from 'ioredis';
import {open} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, vi} from 'vitest';

import {mailIntervalMs, watchIntervalMs} from '../../service.ts';

/** Detects writes to a store, for tests of requests that must write nothing: `read` returns a value that changes with every write. */
export interface WriteDetector {
  read(): Promise<string>;
  close(): Promise<void>;
}

/** Disables the jobs of services that start later: these would send the mails of the day, and try whether Redis accepts changes. Both write to the store. */
export function withoutJobs(): void {
  const {setInterval} = globalThis;
  vi.stubGlobal('setInterval', (run: () => void, delay: number) =>
    setInterval([mailIntervalMs, watchIntervalMs].includes(delay) ? () => undefined : run, delay),
  );
  afterAll(() => void vi.unstubAllGlobals());
}

/** Returns the detector of a store. @param address A value of `TAVLE_STORE` for LMDB or a single Redis server. */
export async function openWriteDetector(address: string): Promise<WriteDetector> {
  return address.startsWith('file:') ? ofLmdb(address.slice('file:'.length)) : ofRedis(address);
}

/** LMDB writes the first two pages only when it commits. */
async function ofLmdb(directory: string): Promise<WriteDetector> {
  const file = await open(join(directory, 'data.mdb'));
  const pages = Buffer.alloc(2 * 4096);
  return {
    async read() {
      await file.read(pages, 0, pages.length, 0);
      return pages.toString('base64');
    },
    close: () => file.close(),
  };
}

/** Redis counts changes since its last snapshot. The servers of the tests write no snapshots. */
function ofRedis(address: string): WriteDetector {
  const redis = new Redis(address);
  return {
    async read() {
      const [, changes] = /^rdb_changes_since_last_save:(\d+)/m.exec(await redis.info('persistence')) ?? [];
      if (changes === undefined) throw new Error('This Redis does not count changes.');
      return changes;
    },
    close: () => redis.quit().then(() => undefined),
  };
}
