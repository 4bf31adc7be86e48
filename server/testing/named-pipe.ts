import {execFileSync} from 'node:child_process';
import {constants, openSync, readSync} from 'node:fs';
import {join} from 'node:path';

import {newDirectory} from './directory.ts';

/* Named pipes with a reader that is slow or gone, for tests of the log and the audit log. */

/** Creates a named pipe and returns its path. Linux buffers 64 KiB. */
export function newPipe(): string {
  const path = join(newDirectory(), 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

export const openReader = (path: string) => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);

const buffer = Buffer.alloc(1 << 20);

/** Returns what the pipe of a reader buffers. */
export function readAvailable(reader: number): string {
  try {
    return buffer.toString('utf8', 0, readSync(reader, buffer));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return '';
    throw error;
  }
}
