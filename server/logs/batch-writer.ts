import {closeSync, fstatSync, write as writeFile} from 'node:fs';
import {setTimeout as pause} from 'node:timers/promises';
import {promisify} from 'node:util';

import {bounds} from '../limits/bounds.ts';

const write = promisify(writeFile);

/** Between two attempts to write lines that are left, while no new line causes one. */
const retryIntervalMs = 1_000;

/** Between two attempts while a reader is slow. */
const slowReaderIntervalMs = 20;

const lineFeed = 10;

/** Lines on their way to a file, many in one write and none on the thread of requests. They are written in order. */
export interface BatchWriter {
  /** The number of lines that are not written. */
  readonly length: number;
  /** Whether an attempt to write takes longer than `bounds.auditWriteTimeoutMs`. */
  readonly isOverdue: boolean;
  /** Adds a line, which ends with a line feed. It is written together with the others of this turn of the event loop. */
  add(line: string): void;
  /** Makes an attempt to write what is left, unless one is under way. */
  attempt(): void;
  /** Resolves when the lines that were added are written, an attempt fails, or one takes `bounds.auditWriteTimeoutMs`. Never rejects. */
  settled(): Promise<void>;
  /** Writes later lines, and those that are left, to another file, and closes the former one. */
  moveTo(descriptor: number): void;
  /** Removes the lines that are left, and returns them. */
  take(): string[];
  close(): void;
}

/** What waits until lines are written, or an attempt to write them fails. */
interface Group {
  readonly settled: Promise<void>;
  readonly finish: () => void;
}

/** Lines that are being written, or could not be written. */
interface Batch {
  descriptor: number;
  bytes: Buffer;
  written: number;
  /** The size of the file when an attempt failed. */
  size?: number | undefined;
  group: Group;
}

/**
 * @param report Is called with the error when an attempt fails or takes `bounds.auditWriteTimeoutMs`, and without one when lines are
 *   written.
 */
export function createBatchWriter(
  descriptor: number,
  report: (error: NodeJS.ErrnoException | undefined) => void,
): BatchWriter {
  let current = descriptor;
  let lines: string[] = [];
  let next = createGroup();
  let batch: Batch | undefined;
  let isBusy = false;
  let isOverdue = false;
  /** The write that is under way. */
  let writing: Promise<unknown> | undefined;
  let retry: NodeJS.Timeout | undefined;

  function fail(error: NodeJS.ErrnoException): void {
    report(error);
    batch?.group.finish();
    next.finish();
    next = createGroup();
  }

  function startTimeout(): NodeJS.Timeout {
    return setTimeout(() => {
      isOverdue = true;
      fail(Object.assign(new Error('A write takes too long.'), {code: 'ETIMEDOUT', syscall: 'write'}));
    }, bounds.auditWriteTimeoutMs).unref();
  }

  function takeBatch(): Batch | undefined {
    if (!lines.length) return undefined;
    const taken = {descriptor: current, bytes: Buffer.from(lines.join('')), written: 0, group: next};
    lines = [];
    next = createGroup();
    return taken;
  }

  function attempt(): void {
    if (isBusy) return;
    isBusy = true;
    clearTimeout(retry);
    if (batch) batch.group = createGroup();
    setImmediate(() => void writeAll());
  }

  async function writeAll(): Promise<void> {
    try {
      for (let each = (batch ??= takeBatch()); each; each = batch = takeBatch()) {
        await writeBatch(each);
        each.group.finish();
        report(undefined);
      }
      isBusy = false;
    } catch (error) {
      isBusy = false;
      if (batch) batch.size = sizeOf(current);
      fail(error as NodeJS.ErrnoException);
      retry = setTimeout(attempt, retryIntervalMs).unref();
    }
  }

  async function writeBatch(started: Batch): Promise<void> {
    if (started.size !== undefined && started.size !== sizeOf(current)) restartLine(started, '\n');
    let timeout = startTimeout();
    try {
      while (started.written < started.bytes.length) {
        if (started.descriptor !== current) {
          restartLine(started);
          started.descriptor = current;
        }
        if (!(await writeOnce(started))) continue;
        clearTimeout(timeout);
        timeout = startTimeout();
      }
    } finally {
      clearTimeout(timeout);
      isOverdue = false;
    }
  }

  /** Resolves to false where the reader takes nothing, or the file was replaced. */
  async function writeOnce(started: Batch): Promise<boolean> {
    try {
      const attempted = write(started.descriptor, started.bytes, started.written);
      writing = attempted;
      started.written += (await attempted).bytesWritten;
      return true;
    } catch (error) {
      if (started.descriptor !== current) return false;
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      await pause(slowReaderIntervalMs);
      return false;
    }
  }

  return {
    get length() {
      return leftIn(batch).length + lines.length;
    },
    get isOverdue() {
      return isOverdue;
    },
    add(line) {
      lines.push(line);
      attempt();
    },
    attempt,
    settled: () => (lines.length ? next.settled : (batch?.group.settled ?? Promise.resolve())),
    moveTo(other) {
      const former = current;
      current = other;
      void Promise.resolve(writing)
        .catch(() => undefined)
        .then(() => closeSync(former));
    },
    take() {
      const left = [...leftIn(batch), ...lines];
      [batch, lines] = [undefined, []];
      clearTimeout(retry);
      return left;
    },
    close: () => closeSync(current),
  };
}

function createGroup(): Group {
  let finish = (): void => undefined;
  const settled = new Promise<void>(resolve => (finish = resolve));
  return {settled, finish};
}

/** Returns to the beginning of a line that was written in part: another process has written behind that part, or the file is another. */
function restartLine(batch: Batch, before = ''): void {
  const start = startOfLine(batch);
  const isPart = start < batch.written;
  batch.bytes = Buffer.concat([Buffer.from(isPart ? before : ''), batch.bytes.subarray(start)]);
  batch.written = 0;
}

function startOfLine({bytes, written}: Batch): number {
  return bytes.subarray(0, written).lastIndexOf(lineFeed) + 1;
}

/** The lines of a batch that are not written as a whole. */
function leftIn(batch: Batch | undefined): string[] {
  if (!batch) return [];
  const text = batch.bytes.toString('utf8', startOfLine(batch));
  return text.split('\n').flatMap(line => (line ? [`${line}\n`] : []));
}

/** Returns the size of a regular file, `undefined` of other kinds. */
function sizeOf(descriptor: number): number | undefined {
  const facts = fstatSync(descriptor);
  return facts.isFile() ? facts.size : undefined;
}
