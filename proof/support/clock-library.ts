import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';

/**
 * Returns the path of libfaketime, which sets the clock of a process (`LD_PRELOAD`). For faults and speech.
 *
 * @throws When it is not installed.
 */
export function clockLibrary(): string {
  const found = readdirSync('/usr/lib')
    .map(name => join('/usr/lib', name, 'faketime/libfaketimeMT.so.1'))
    .find(path => existsSync(path));
  if (found === undefined)
    throw new Error('Setting the clock requires faketime: run "apt-get install faketime".');
  return found;
}
