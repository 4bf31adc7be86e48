import {closeSync, fstatSync, writeSync} from 'node:fs';

import {bounds} from '../bounds.ts';

/* Writes the lines of the audit log to a file or pipe, for `audit-log.ts`. Change the times between attempts in
 * `slowIntervalMs` and `retryIntervalMs`. Lines must stay whole and in order, also after a failed write and after a
 * rotation of the file. */

/** The interval of attempts while a reader is slow, and after other failures. */
const slowIntervalMs = 10;
const retryIntervalMs = 1_000;

/** A line that is not completely written. */
interface Line {
  readonly bytes: Buffer;
  /** When it was added, by `performance.now()`. */
  readonly since: number;
  settle: () => void;
}

/**
 * Returns a writer of lines to a file, in order, for the audit log. Each line is usually one synchronous write. Keeps lines that a slow reader of a
 * pipe does not accept, and lines after a failure, and writes them later. Changes are refused in the meantime, which bounds the number of lines.
 *
 * @param descriptor Non-blocking, if it is a pipe.
 * @param open Opens the file, and completes its last line.
 * @param report Called with the error when writes begin to fail, or a line waits for `bounds.auditWriteTimeoutMs`, and without an error when all lines
 *   are written again.
 */
export function createLineWriter(
  descriptor: number,
  open: () => number,
  report: (error?: NodeJS.ErrnoException) => void,
) {
  /** The oldest first. The first `written` bytes of the oldest line are in the file. */
  const lines: Line[] = [];
  let written = 0;
  /** The size that a file must have at the next attempt: otherwise it is opened again first, and its last line completed. */
  let size: number | undefined;
  let current = descriptor;
  let isFailing = false;
  let retry: NodeJS.Timeout | undefined;

  /** Writes what is pending. */
  function attempt(): void {
    clearTimeout(retry);
    retry = undefined;
    try {
      // Another process has appended to the file: a partly written line must start again.
      if (size !== undefined && size !== sizeOf(current)) reopen();
      size = undefined;
      for (let line = lines[0]; line; line = lines[0]) {
        written += writeSync(current, line.bytes, written);
        if (written < line.bytes.length) continue;
        lines.shift();
        written = 0;
        line.settle();
      }
      settle();
    } catch (error) {
      keep(error as NodeJS.ErrnoException);
    }
  }

  function keep(error: NodeJS.ErrnoException): void {
    const found = sizeOf(current);
    // If this process has not written a part of a line, another process may have: -1 opens the file again, which completes its last line.
    size ??= written > 0 ? found : found && -1;
    const isSlow = error.code === 'EAGAIN';
    const waited = performance.now() - (lines[0]?.since ?? Infinity);
    if (!isSlow) settle(error);
    else if (waited >= bounds.auditWriteTimeoutMs) settle(timedOut());
    retry ??= setTimeout(attempt, isSlow ? slowIntervalMs : retryIntervalMs).unref();
  }

  function settle(error?: NodeJS.ErrnoException): void {
    const wasFailing = isFailing;
    isFailing = error !== undefined;
    if (isFailing !== wasFailing) report(error);
    if (error) for (const line of lines) line.settle();
  }

  function reopen(): void {
    const former = current;
    current = open();
    if (former > 2) closeSync(former);
    [written, size] = [0, undefined];
  }

  return {
    /** The number of pending lines, while a write fails. */
    failed: () => (isFailing ? lines.length : 0),
    /**
     * Adds a line. Resolves when it is written, a write fails, or it waits for `bounds.auditWriteTimeoutMs`. `undefined`: one of these has happened.
     */
    add(text: string): Promise<void> | undefined {
      const line: Line = {bytes: Buffer.from(text), since: performance.now(), settle: () => undefined};
      lines.push(line);
      // Otherwise the line waits behind others for a slow reader.
      if (lines.length === 1 || isFailing) attempt();
      if (isFailing || !lines.includes(line)) return undefined;
      return new Promise(resolve => (line.settle = resolve));
    },
    /** Writes pending lines after a failure. Returns whether all are written, or a slow reader may still accept them. */
    isWritable: (): boolean => {
      if (isFailing) attempt();
      return !isFailing;
    },
    /** Opens the file again for later lines. @throws {Error} The former file stays in use. */
    reopen,
    /** Opens a regular file again that another process has removed. Returns whether it has opened one: until then, lines are kept. */
    replaceRemoved(): boolean {
      if (!isRemoved(current)) return false;
      size = -1;
      attempt();
      return !isRemoved(current);
    },
    /** Writes pending lines, and closes the file, unless it is a standard stream. Returns the lines that could not be written. */
    close(): string[] {
      attempt();
      clearTimeout(retry);
      if (current > 2) closeSync(current);
      return lines.splice(0).map(({bytes}) => bytes.toString());
    },
  };
}

const timedOut = () =>
  Object.assign(new Error('A write takes too long.'), {code: 'ETIMEDOUT', syscall: 'write'});

/** Returns the size of a regular file, `undefined` of other kinds. */
function sizeOf(descriptor: number): number | undefined {
  const facts = fstatSync(descriptor);
  return facts.isFile() ? facts.size : undefined;
}

function isRemoved(descriptor: number): boolean {
  const facts = fstatSync(descriptor);
  return facts.isFile() && facts.nlink === 0;
}
