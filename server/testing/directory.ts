import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** Creates a temporary directory. `shared-redis.ts` removes those of Vitest after all tests. */
export function newDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'tavle-test-'));
}
