import {writeSync} from 'node:fs';

/** Lines on their way to a file descriptor. They are written whole and in order, and none is written twice. */
export interface LineQueue {
  /** The number of lines that are not written, or written in part only, and their bytes. */
  readonly length: number;
  readonly bytes: number;
  /** Appends a line, which ends with a line feed. Nothing is written before {@link flush}. */
  add(line: string): void;
  /** Writes as many lines as the descriptor takes. Returns the error that stopped it, or `undefined` if no line is left. */
  flush(): NodeJS.ErrnoException | undefined;
  /** Removes the lines that are left, and returns them. @param keepStarted Leaves a line that is written in part. */
  take(keepStarted?: boolean): string[];
}

/**
 * Never blocks on a pipe in non-blocking mode whose reader is slow: {@link LineQueue.flush} returns `EAGAIN`.
 *
 * @param retry Is called at intervals after a flush that left lines, until one leaves none.
 */
export function createLineQueue(descriptor: number, retryIntervalMs: number, retry: () => void): LineQueue {
  const queue: Buffer[] = [];
  /** How many bytes of the first line are written. */
  let written = 0;
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;

  function stopRetrying(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function writeAll(): NodeJS.ErrnoException | undefined {
    try {
      for (let first = queue[0]; first; first = queue[0]) {
        written += writeSync(descriptor, first, written);
        if (written < first.length) continue;
        queue.shift();
        bytes -= first.length;
        written = 0;
      }
      return undefined;
    } catch (error) {
      return error as NodeJS.ErrnoException;
    }
  }

  return {
    get length() {
      return queue.length;
    },
    get bytes() {
      return bytes;
    },

    add(line) {
      const buffer = Buffer.from(line);
      queue.push(buffer);
      bytes += buffer.length;
    },

    flush() {
      const error = writeAll();
      if (error) timer ??= setInterval(retry, retryIntervalMs).unref();
      else stopRetrying();
      return error;
    },

    take(keepStarted = false) {
      const taken = queue.splice(keepStarted && written ? 1 : 0);
      bytes = queue[0]?.length ?? 0;
      if (!queue.length) {
        written = 0;
        stopRetrying();
      }
      return taken.map(String);
    },
  };
}
