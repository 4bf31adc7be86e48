/* Explains to operators why an LMDB store can't be opened and what to do, for `open-store.ts`. To explain another
 * error, add it to `remedies`. Keep the names, which are those of the operating system and of LMDB. */

import {getSystemErrorName} from 'node:util';

import {isSystemError} from '../../files.ts';

/** What an operator can do about errors of the operating system and of LMDB, by the names of the errors. */
const remedies: Readonly<Record<string, string>> = {
  EACCES: 'Run the command as the user of the service, or let this user write there.',
  EPERM: 'Run the command as the user of the service, or let this user write there.',
  EROFS: 'The file system is read-only: mount it for writing, or set TAVLE_STORE to another directory.',
  ENOSPC: 'The disk is full: free some space.',
  EDQUOT: 'The quota of the disk is used up: free some space.',
  ENOENT: 'Set TAVLE_STORE to a directory that can be created.',
  ENOTDIR: 'Set TAVLE_STORE to a directory.',
  EEXIST: 'Set TAVLE_STORE to a directory.',
  ELOOP: 'Correct the symbolic links.',
  ENAMETOOLONG: 'Set TAVLE_STORE to a shorter path.',
  EMFILE: 'Raise the limit of open files (ulimit -n).',
  ENFILE: 'Raise the limit of open files of the system (fs.file-max).',
  ENOMEM: 'Raise the limit of the address space (ulimit -v), or give the container more memory.',
  EINVAL: 'The file system cannot map files into memory: set TAVLE_STORE to a directory on a local disk.',
  ENODEV: 'The file system cannot map files into memory: set TAVLE_STORE to a directory on a local disk.',
  ENOLCK: 'The file system has no locks: set TAVLE_STORE to a directory on a local disk.',
  EIO: 'The disk failed: repair it, or restore a backup into a new directory.',
  MDB_INVALID: 'Its lock.mdb is damaged: stop all processes that use the store, and remove this file.',
  MDB_VERSION_MISMATCH:
    'Another program wrote its lock.mdb: stop all processes that use the store, and remove this file.',
  MDB_READERS_FULL: 'Too many processes have it open: end some of them.',
  MDB_CORRUPTED: 'It is damaged: restore a backup into a new directory.',
  MDB_PAGE_NOTFOUND: 'It is damaged: restore a backup into a new directory.',
  MDB_PANIC: 'The disk failed: repair it, then restart.',
};

/**
 * Returns why an embedded store cannot be opened, with the remedy: `cannot open /data (EACCES). Run …`
 *
 * @param error An error of the operating system, of LMDB (with the number of a system error, or a message that begins with its name), or of Tavle.
 */
export function describeOpenError(directory: string, error: unknown): string {
  const {message, code} = error as Error & {code?: unknown};
  const systemName = typeof code === 'number' && code > 0 ? getSystemErrorName(-code) : undefined;
  const isFull = message.startsWith('No space left on device');
  const ofLmdb = isFull ? 'ENOSPC' : /^MDB_\w+/.exec(message)?.[0];
  const name = isSystemError(error) ? error.code : (systemName ?? ofLmdb);
  if (name === undefined) return `cannot open ${directory}: ${message}`;
  return `cannot open ${directory} (${name}). ${remedies[name] ?? `${message.replace(/\.?$/, '.')} Set TAVLE_STORE to another directory, or restore a backup into a new one.`}`;
}
