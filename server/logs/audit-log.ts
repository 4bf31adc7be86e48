import {appendFileSync, closeSync, constants, fstatSync, openSync, readSync, writeSync} from 'node:fs';
import {dirname} from 'node:path';

import type {Logger} from 'pino';

import {makeDirectory} from '../files/make-directory.ts';
import type {AuditLog, CommandLine} from '../http/middleware/audit.ts';
import {createBatchWriter} from './batch-writer.ts';
import {escape} from './escape.ts';

export interface OpenAuditLog extends AuditLog {
  /** Returns the number of lines that could not be written; 0 while the log can be written. */
  readonly pending: () => number;
  /** Opens the file again, after another process has renamed it. Returns false for standard output. @throws {Error} The former file stays in use. */
  reopen(): boolean;
  /** Resolves when all lines are written. Moves those that cannot be written to the service log. */
  close(): Promise<void>;
}

/** The value of `TAVLE_AUDIT` for standard output. */
export const standardOutput = 'stdout';

/**
 * Opens the audit log and proves that it can be written, by a line that says when the service started. Lines that cannot be written
 * later are kept and written as soon as that is possible; until then {@link AuditLog.isWritable} is false, which bounds their number.
 *
 * @param place As in `TAVLE_AUDIT`: `stdout` or the path of a file, which is created, or of a named pipe that has a reader.
 * @throws {Error} that names `TAVLE_AUDIT`, when it cannot be written.
 */
export function openAuditLog(place: string, log: Logger): OpenAuditLog {
  const descriptor = open(place);
  try {
    appendFileSync(descriptor, toLine({time: new Date().toISOString(), event: 'start'}));
  } catch (error) {
    if (place !== standardOutput) closeSync(descriptor);
    throw unwritable(place, error as NodeJS.ErrnoException);
  }

  let isFailing = false;
  let isClosed = false;
  const writer = createBatchWriter(descriptor, report);

  /** Logs a failure once, and its end once. */
  function report(error: NodeJS.ErrnoException | undefined): void {
    if (error && !isFailing)
      log.error({err: error}, `${unwritable(place, error).message} Changes get 503 until it can.`);
    if (!error && isFailing) log.info('the audit log can be written again');
    isFailing = error !== undefined;
  }

  /** Moves the lines that are left to the service log. */
  function logRest(): void {
    for (const line of writer.take()) {
      log.error({line: JSON.parse(line) as unknown}, 'a line is missing in the audit log');
    }
  }

  return {
    isWritable() {
      if (!isFailing) return true;
      if (writer.isOverdue) return false;
      writer.attempt();
      return writer.settled().then(() => !isFailing);
    },

    async write(line) {
      writer.add(toLine(line));
      if (isClosed) logRest();
      else if (!isFailing) await writer.settled();
    },

    pending: () => (isFailing ? writer.length : 0),

    reopen() {
      if (isClosed || place === standardOutput) return false;
      writer.moveTo(open(place));
      return true;
    },

    async close() {
      if (isClosed) return;
      if (writer.length) writer.attempt();
      await writer.settled();
      isClosed = true;
      logRest();
      if (place !== standardOutput && !writer.isOverdue) writer.close();
    },
  };
}

/**
 * Appends one line to an audit log by one write, while a service writes to the same file.
 *
 * @param place As in {@link openAuditLog}. A command prints its result on standard output, so with `stdout` the line goes to standard error.
 * @throws {Error} that names `TAVLE_AUDIT`, when the line cannot be written.
 */
export function appendAuditLine(place: string, line: CommandLine): void {
  const descriptor = place === standardOutput ? 2 : open(place);
  const bytes = Buffer.from(toLine(line));
  try {
    if (writeSync(descriptor, bytes) < bytes.length) {
      throw Object.assign(new Error('Only a part of the line was written.'), {code: 'ENOSPC'});
    }
  } catch (error) {
    throw unwritable(place, error as NodeJS.ErrnoException);
  } finally {
    if (place !== standardOutput) closeSync(descriptor);
  }
}

/** Opens a file for appending, after a whole line. A named pipe without a reader is refused rather than waited for. */
function open(place: string): number {
  if (place === standardOutput) return 1;
  const {O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK} = constants;
  try {
    makeDirectory(dirname(place));
    const descriptor = openSync(place, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0o600);
    // The text may be half a line, which stays one.
    if (!endsLine(place, descriptor)) appendFileSync(descriptor, '\n');
    return descriptor;
  } catch (error) {
    throw unwritable(place, error as NodeJS.ErrnoException);
  }
}

/** Whether a file ends with a whole line: a process that was killed on a full disk may have left half of one. */
function endsLine(place: string, descriptor: number): boolean {
  const facts = fstatSync(descriptor);
  if (!facts.isFile() || facts.size === 0) return true;
  const reader = openSync(place, 'r');
  const last = Buffer.alloc(1);
  readSync(reader, last, 0, 1, facts.size - 1);
  closeSync(reader);
  return last.toString() === '\n';
}

/** What some readers take for the end of a line, besides the characters that JSON escapes: NEL, separators, other controls. */
const unsafe = /[\u007f-\u009f\u2028\u2029]/g;

function toLine(value: object): string {
  return `${JSON.stringify(value).replace(unsafe, escape)}\n`;
}

function unwritable(place: string, cause: NodeJS.ErrnoException): Error {
  return new Error(
    `TAVLE_AUDIT: cannot write to ${place} (${cause.code ?? cause.message}). Make room, start its reader, or name another place.`,
    {cause},
  );
}
