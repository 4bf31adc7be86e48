import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';

/**
 * Returns the path of the library that sets a process another clock, for `LD_PRELOAD`.
 *
 * @throws When it is not installed.
 */
export function clockLibrary(): string {
  const found = readdirSync('/usr/lib')
    .map(name => join('/usr/lib', name, 'faketime/libfaketimeMT.so.1'))
    .find(path => existsSync(path));
  if (found === undefined)
    throw new Error('The clock can only be set with faketime: run "apt-get install faketime".');
  return found;
}
