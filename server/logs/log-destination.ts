import {writeSync} from 'node:fs';

import type {DestinationStream} from 'pino';

import {bounds} from '../limits/bounds.ts';

/** A destination of log lines. A failed write loses lines, and never ends the process. */
export interface LogDestination extends DestinationStream {
  readonly lost: () => number;
}

const retryIntervalMs = 50;

/**
 * Writes lines to a file descriptor synchronously, so that they are complete when the process exits. Never blocks on a pipe in non-blocking
 * mode: buffers lines for a slow reader, up to `bounds.maxLogBufferBytes`, and tries again at intervals. Drops lines on other failures (a
 * full disk, a closed pipe).
 */
export function createLogDestination(descriptor: number): LogDestination {
  const queue: Buffer[] = [];
  let bytes = 0;
  /** The number of written bytes of the first line. */
  let written = 0;
  let lost = 0;
  let retry: NodeJS.Timeout | undefined;

  function writeAll(): void {
    for (let first = queue[0]; first; first = queue[0]) {
      written += writeSync(descriptor, first, written);
      if (written < first.length) continue;
      queue.shift();
      bytes -= first.length;
      written = 0;
    }
  }

  /** Drops all lines, except a partly written one, whose rest must come next. */
  function drop(): void {
    lost += queue.splice(written ? 1 : 0).length;
    bytes = queue[0]?.length ?? 0;
  }

  function flush(): void {
    try {
      writeAll();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') drop();
    }
    if (queue.length) {
      retry ??= setInterval(flush, retryIntervalMs).unref();
    } else {
      clearInterval(retry);
      retry = undefined;
    }
  }

  process.once('exit', flush);

  return {
    write(line) {
      const buffer = Buffer.from(line);
      if (bytes + buffer.length > bounds.maxLogBufferBytes) {
        lost += 1;
      } else {
        queue.push(buffer);
        bytes += buffer.length;
      }
      flush();
    },
    lost: () => lost,
  };
}
