import {closeSync, fstatSync} from 'node:fs';

import sonicBoom, {type SonicBoom} from 'sonic-boom';

import {bounds} from '../bounds.ts';

/** The interval of retries without new lines. */
const retryIntervalMs = 1_000;

/** An open file, and the numbers of added and of written bytes. */
interface Target {
  readonly descriptor: number;
  readonly stream: SonicBoom;
  added: number;
  written: number;
}

/** A line that is not completely written. `end` is {@link Target.added} after it. */
interface Line {
  readonly text: string;
  target: Target;
  end: number;
  readonly settle: () => void;
}

/**
 * Returns a writer of lines to a file, in order and without blocking requests. A stream of `sonic-boom` writes; the writer keeps each line
 * until it is written, and tries again after a failure. Used by the audit log: changes are refused while it fails, which bounds the number of
 * lines.
 *
 * @param open Opens the file, and completes its last line.
 * @param report Called with the error when a write fails or takes `bounds.auditWriteTimeoutMs`, and without one when all lines are written.
 */
export function createLineWriter(
  descriptor: number,
  open: () => number,
  report: (error?: NodeJS.ErrnoException) => void,
) {
  /** The lines that are not completely written, oldest first. */
  let lines: Line[] = [];
  /** Resolve the promises of `attempt`. */
  const attempts: (() => void)[] = [];
  let timeout: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  /** The size of the file after a failed write. */
  let size: number | undefined;
  let [isFailing, isOverdue, isClosed] = [false, false, false];
  let current = createTarget(descriptor);

  function createTarget(fd: number): Target {
    // After `reopen`, lines that a slow reader has not accepted go to the other file.
    const stream = new sonicBoom.SonicBoom({fd, retryEAGAIN: (): boolean => target === current && !isClosed});
    const target: Target = {descriptor: fd, stream, added: 0, written: 0};
    stream.on('write', (bytes: number) => noteWritten(target, bytes));
    stream.on('error', (error: NodeJS.ErrnoException) => noteError(target, error));
    return target;
  }

  function noteWritten(target: Target, bytes: number): void {
    target.written += bytes;
    isOverdue = false;
    const done = lines.filter(line => line.target === target && line.end <= target.written);
    lines = lines.filter(line => line.target !== target || line.end > target.written);
    clearTimeout(timeout);
    timeout = lines.length ? startTimeout() : undefined;
    for (const line of done) line.settle();
    if (!lines.length) settle();
  }

  function noteError(target: Target, error: NodeJS.ErrnoException): void {
    if (isClosed) return;
    isOverdue = false;
    if (target === current) {
      size = sizeOf(target.descriptor);
      settle(error);
    } else moveFrom(target);
  }

  function startTimeout(): NodeJS.Timeout {
    return setTimeout(() => {
      isOverdue = true;
      settle(Object.assign(new Error('A write takes too long.'), {code: 'ETIMEDOUT', syscall: 'write'}));
    }, bounds.auditWriteTimeoutMs).unref();
  }

  function settle(error?: NodeJS.ErrnoException): void {
    isFailing = error !== undefined;
    clearTimeout(timeout);
    timeout = undefined;
    if (error && !isOverdue) retry = setTimeout(attempt, retryIntervalMs).unref();
    report(error);
    for (const resolve of [...lines.map(line => line.settle), ...attempts.splice(0)]) resolve();
  }

  function send(line: Line): void {
    line.target = current;
    line.end = current.added += Buffer.byteLength(line.text);
    timeout ??= startTimeout();
    current.stream.write(line.text);
  }

  function attempt(): void {
    clearTimeout(retry);
    try {
      // Another process has appended to the file: a partly written line must start again.
      if (size !== undefined && size !== sizeOf(current.descriptor)) reopen();
      timeout ??= startTimeout();
      // The stream's `flush` does nothing without a minimum length.
      current.stream.write('');
    } catch (error) {
      settle(error as NodeJS.ErrnoException);
    }
  }

  function reopen(): void {
    const former = current;
    current = createTarget(open());
    if (isFailing && !isOverdue) moveFrom(former);
    else former.stream.end();
  }

  function moveFrom(former: Target): void {
    size = undefined;
    former.stream.destroy();
    for (const line of lines) if (line.target === former) send(line);
  }

  return {
    /** The number of pending lines, while a write fails. */
    failed: () => (isFailing ? lines.length : 0),
    /** Adds a line. Resolves when it is written, a write fails, or one takes `bounds.auditWriteTimeoutMs`. Never rejects. */
    add(text: string): Promise<void> {
      if (isFailing && !isOverdue) attempt();
      return new Promise(resolve => {
        const line = {text, target: current, end: 0, settle: resolve};
        lines.push(line);
        send(line);
        if (isFailing) resolve();
      });
    },
    /** Writes pending lines. Resolves like `add`, to whether all are written. */
    async attempt(): Promise<boolean> {
      if (lines.length && !isOverdue) {
        await new Promise<void>(resolve => {
          attempts.push(resolve);
          attempt();
        });
      }
      return !isFailing;
    },
    /** Opens the file again for later lines. @throws {Error} The former file stays in use. */
    reopen,
    /** Closes the file, unless it is a standard stream or a write is in progress. Returns the pending lines. */
    close(): string[] {
      isClosed = true;
      clearTimeout(retry);
      clearTimeout(timeout);
      if (current.descriptor > 2 && !isOverdue) closeSync(current.descriptor);
      return lines.splice(0).map(({text}) => text);
    },
  };
}

/** Returns the size of a regular file, `undefined` of other kinds. */
function sizeOf(descriptor: number): number | undefined {
  const facts = fstatSync(descriptor);
  return facts.isFile() ? facts.size : undefined;
}
