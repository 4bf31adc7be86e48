import {existsSync, mkdirSync, statSync} from 'node:fs';
import {dirname, resolve} from 'node:path';

/**
 * Creates a directory and its missing parents, one `mkdir` each. `mkdirSync` with `recursive` never returns on file systems
 * that refuse new directories with ENOENT, such as `/proc`.
 *
 * @returns The directories that it created, outermost first.
 * @throws {NodeJS.ErrnoException} when one of them can't be created, or the path leads to something else.
 */
export function makeDirectory(path: string): string[] {
  const missing: string[] = [];
  for (let each = resolve(path); !existsSync(each); each = dirname(each)) missing.unshift(each);
  return missing.filter(createUnlessThere);
}

function createUnlessThere(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (statSync(path, {throwIfNoEntry: false})?.isDirectory()) return false;
    throw error;
  }
}
