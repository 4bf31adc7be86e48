import {writeSync} from 'node:fs';

/** A queue of lines for a file descriptor. Writes each line once, completely and in order. */
export interface LineQueue {
  /** The number of lines that are not completely written, and their bytes. */
  readonly length: number;
  readonly bytes: number;
  /** Adds a line, which ends with a line feed. {@link flush} writes it. */
  add(line: string): void;
  /** Writes as many lines as the descriptor accepts. Returns the error that stopped it; `undefined` if no line is left. */
  flush(): NodeJS.ErrnoException | undefined;
  /** Removes and returns the pending lines. @param keepStarted Keeps a partly written line. */
  take(keepStarted?: boolean): string[];
}

/**
 * Never blocks on a pipe in non-blocking mode whose reader is slow: {@link LineQueue.flush} returns `EAGAIN`.
 *
 * @param retry Called at intervals after an incomplete flush, until no line is left.
 */
export function createLineQueue(descriptor: number, retryIntervalMs: number, retry: () => void): LineQueue {
  const queue: Buffer[] = [];
  /** The number of written bytes of the first line. */
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
