import type {DestinationStream} from 'pino';

import {bounds} from '../limits/bounds.ts';
import {createLineQueue} from './line-queue.ts';

/** Where log lines go; a destination that cannot be written loses lines and never ends the process. */
export interface LogDestination extends DestinationStream {
  readonly lost: () => number;
}

const retryIntervalMs = 50;

/**
 * Writes lines to a file descriptor at once, so that a line is out when the process ends right after it. Lines wait for a slow reader,
 * up to `bounds.maxLogBufferBytes`; other lines that cannot be written (a full disk, a closed pipe) are dropped.
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
