import {closeSync, fstatSync, write as writeFile} from 'node:fs';
import {setTimeout as pause} from 'node:timers/promises';
import {promisify} from 'node:util';

import {bounds} from '../limits/bounds.ts';

const write = promisify(writeFile);

/** The interval of retries without new lines. */
const retryIntervalMs = 1_000;

/** The interval of retries while a reader is slow. */
const slowReaderIntervalMs = 20;

const lineFeed = 10;

/** Writes lines to a file in order, in batches, without blocking requests. */
export interface BatchWriter {
  /** The number of pending lines. */
  readonly length: number;
  /** Whether a write takes longer than `bounds.auditWriteTimeoutMs`. */
  readonly isOverdue: boolean;
  /** Adds a line, which ends with a line feed, to the batch of this turn of the event loop. */
  add(line: string): void;
  /** Writes pending lines, unless a write is in progress. */
  attempt(): void;
  /** Resolves when the added lines are written, a write fails, or one takes `bounds.auditWriteTimeoutMs`. Never rejects. */
  settled(): Promise<void>;
  /** Writes pending and later lines to another file, and closes the previous one. */
  moveTo(descriptor: number): void;
  /** Removes and returns the pending lines. */
  take(): string[];
  close(): void;
}

/** Waiters for a write. */
interface Group {
  readonly settled: Promise<void>;
  readonly finish: () => void;
}

/** Lines of a pending or failed write. */
interface Batch {
  descriptor: number;
  bytes: Buffer;
  written: number;
  /** The size of the file after a failed write. */
  size?: number | undefined;
  group: Group;
}

/**
 * @param report Called with the error when a write fails or takes `bounds.auditWriteTimeoutMs`, and without one after a successful write.
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
  /** The write in progress. */
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

  /** Resolves to false if the reader accepts nothing, or the file was replaced. */
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

/** Restarts a partly written line: another process has appended to the file, or the file was replaced. */
function restartLine(batch: Batch, before = ''): void {
  const start = startOfLine(batch);
  const isPart = start < batch.written;
  batch.bytes = Buffer.concat([Buffer.from(isPart ? before : ''), batch.bytes.subarray(start)]);
  batch.written = 0;
}

function startOfLine({bytes, written}: Batch): number {
  return bytes.subarray(0, written).lastIndexOf(lineFeed) + 1;
}

/** Returns the lines of a batch that are not completely written. */
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
