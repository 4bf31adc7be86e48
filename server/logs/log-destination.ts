import type {DestinationStream} from 'pino';

import {bounds} from '../limits/bounds.ts';
import {createLineQueue} from './line-queue.ts';

/** A destination of log lines. A failed write loses lines, and never ends the process. */
export interface LogDestination extends DestinationStream {
  readonly lost: () => number;
}

const retryIntervalMs = 50;

/**
 * Writes lines to a file descriptor synchronously, so that they are complete when the process exits. Buffers lines for a slow reader, up to
 * `bounds.maxLogBufferBytes`. Drops lines on other failures (a full disk, a closed pipe).
 */
export function createLogDestination(descriptor: number): LogDestination {
  const queue = createLineQueue(descriptor, retryIntervalMs, flush);
  let lost = 0;

  function flush(): void {
    const error = queue.flush();
    if (error && error.code !== 'EAGAIN') lost += queue.take(true).length;
  }

  process.once('exit', flush);

  return {
    write(line) {
      if (queue.bytes + line.length > bounds.maxLogBufferBytes) lost += 1;
      else queue.add(line);
      flush();
    },
    lost: () => lost,
  };
}
