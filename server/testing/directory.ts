import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** Creates a directory and returns its path. Those of Vitest are removed after all tests (see `shared-redis.ts`). */
export function newDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'tavle-test-'));
}
