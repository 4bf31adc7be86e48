import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** Creates a temporary directory, for all tests that need files. In Vitest, `shared-redis.ts` removes it after all tests. */
export function newDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'tavle-test-'));
}
