import {open} from 'node:fs/promises';
import {join} from 'node:path';

import {Redis} from 'ioredis';

/** Reads a mark of the store that stays the same as long as nothing at all was written. */
export interface WriteDetector {
  read(): Promise<string>;
  close(): Promise<void>;
}

/** @param address As `TAVLE_STORE` takes it: a directory or one Redis server. */
export async function openWriteDetector(address: string): Promise<WriteDetector> {
  return address.startsWith('file:') ? ofLmdb(address.slice('file:'.length)) : ofRedis(address);
}

/** Each commit of LMDB writes its number into one of the first two pages, and nothing else is written there. */
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

/** Redis counts every change of a key since it last wrote a snapshot, which the tests' servers never do. */
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
