import {writeSync} from 'node:fs';

/** Lines on their way to a file descriptor. They are written whole and in order, and none is written twice. */
export interface LineQueue {
  /** The number of lines that are not written, or written in part only. */
  readonly length: number;
  /** The size of these lines in bytes. */
  readonly bytes: number;
  /** Appends a line, which ends with a line feed. Nothing is written before {@link flush}. */
  add(line: string): void;
  /** Writes as many lines as the descriptor takes. Returns the error that stopped it, or `undefined` if no line is left. */
  flush(): NodeJS.ErrnoException | undefined;
  /** Takes out and returns the lines that are left, the partly written one included. */
  takeAll(): string[];
  /** Drops the lines that are not partly written, and returns their number: what was begun must be completed. */
  dropUnstarted(): number;
}

/** The queue never blocks on a pipe whose reader is slow, if the pipe is in non-blocking mode: {@link LineQueue.flush} returns `EAGAIN`. */
export function createLineQueue(descriptor: number): LineQueue {
  let queue: Buffer[] = [];
  /** How many bytes of the first line are written. */
  let written = 0;
  let bytes = 0;

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
    },

    takeAll() {
      const left = queue.map(String);
      queue = [];
      [written, bytes] = [0, 0];
      return left;
    },

    dropUnstarted() {
      const started = written ? queue.slice(0, 1) : [];
      const dropped = queue.length - started.length;
      queue = started;
      bytes = started.reduce((sum, {length}) => sum + length, 0);
      return dropped;
    },
  };
}
