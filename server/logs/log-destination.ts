import sonicBoom from 'sonic-boom';

import {bounds} from '../bounds.ts';

const retryIntervalMs = 50;

/** Writes log lines to a file descriptor synchronously, for `cli/run.ts`, so that they are complete when the process
 * exits. Never blocks on a pipe in non-blocking mode: buffers lines for a slow reader, up to
 * `bounds.maxLogBufferBytes`, and tries again after `retryIntervalMs`. After other failures (a full disk, a closed
 * pipe) it keeps the failed line, and drops the next ones until that line is written. */
export function createLogDestination(descriptor: number) {
  // With its own retry, the library would block the process.
  const options = {sync: true, maxLength: bounds.maxLogBufferBytes, retryEAGAIN: () => false};
  const stream = new sonicBoom.SonicBoom({fd: descriptor, ...options});
  let lost = 0;
  let isFailing = false;
  let retry: NodeJS.Timeout | undefined;

  /** Writes the buffered lines. The library's `flush` does nothing without a minimum length. */
  function flush(): void {
    [retry, isFailing] = [undefined, false];
    stream.write('');
  }

  stream.on('drop', () => (lost += 1));
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EAGAIN') retry ??= setTimeout(flush, retryIntervalMs).unref();
    else isFailing = true;
  });
  process.once('exit', flush);

  return {
    write(line: string): void {
      if (isFailing) flush();
      if (isFailing) lost += 1;
      else stream.write(line);
    },
    /** Returns the number of lines that were dropped. */
    lost: () => lost,
  };
}
