import {randomUUID} from 'node:crypto';
import {closeSync, existsSync, openSync, rmdirSync, rmSync} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';

import {makeDirectory} from './make-directory.ts';

/**
 * Checks that a file can be appended to, or created together with its directory. Creates no file, and removes directories that it creates.
 *
 * @throws {NodeJS.ErrnoException} when it can't.
 */
export function checkAppendable(path: string): void {
  const file = resolve(path);
  if (existsSync(file)) {
    closeSync(openSync(file, 'a'));
    return;
  }
  withDirectory(dirname(file), () => {
    const probe = join(dirname(file), `.${basename(file)}.${randomUUID()}`);
    closeSync(openSync(probe, 'ax'));
    rmSync(probe);
  });
}

/** Checks that a directory can be created, and removes it. @throws {NodeJS.ErrnoException} when it can't. */
export function checkCreatable(directory: string): void {
  withDirectory(directory, () => undefined);
}

function withDirectory(directory: string, work: () => void): void {
  const created = makeDirectory(directory);
  try {
    work();
  } finally {
    try {
      for (const each of created.toReversed()) rmdirSync(each);
    } catch {
      // Another process uses it.
    }
  }
}
