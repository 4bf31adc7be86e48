import {appendFileSync, closeSync, constants, fstatSync, openSync, readSync, writeSync} from 'node:fs';
import {dirname} from 'node:path';

import type {Logger} from 'pino';

import {fileMode, makeDirectory} from '../files.ts';
import {bounds} from '../bounds.ts';
import type {AuditLine, CommandLine, LeftOutLine} from './audit-line.ts';
import {escapeUnsafe} from './log.ts';
import {createLineWriter} from './line-writer.ts';

/* Writes the audit log, for the service and the commands that change data. `audit-line.ts` has the fields of a line,
 * and `bounds.ts` the limits of lines about refused requests. While a line cannot be written, the service must refuse
 * changes: see `isWritable`. A line that is lost must be in the service log (`logMissing`). */

export type OpenAuditLog = ReturnType<typeof openAuditLog>;

/** The value of `TAVLE_AUDIT` for standard output. */
export const standardOutput = 'stdout';

/**
 * Opens the audit log and writes a line about the start of the service. Keeps and retries later lines that cannot be written. Until they are
 * written, {@link AuditLog.isWritable} is false, which bounds their number.
 *
 * @param place As in `TAVLE_AUDIT`: `stdout` or the path of a file, which is created, or of a named pipe that has a reader.
 * @throws {Error} that names `TAVLE_AUDIT`, when the log cannot be written.
 */
export function openAuditLog(place: string, log: Logger) {
  const descriptor = open(place);
  try {
    appendFileSync(descriptor, toLine({time: new Date().toISOString(), event: 'start'}));
  } catch (error) {
    if (descriptor > 2) closeSync(descriptor);
    throw unwritable(place, error as NodeJS.ErrnoException);
  }

  let isClosed = false;
  const writer = createLineWriter(descriptor, () => open(place), report);
  const refusedLines = createLineLimit(bounds.maxRefusedAuditLinesPerMinute, leftOut => {
    void write({time: new Date().toISOString(), event: 'leftOut', ...leftOut});
  });

  function report(error: NodeJS.ErrnoException | undefined): void {
    if (error) log.error({err: error}, `${unwritable(place, error).message} Changes get 503 until it can.`);
    else log.info('the audit log can be written again');
  }

  function logMissing(line: string): void {
    log.error({line: JSON.parse(line) as unknown}, 'a line is missing in the audit log');
  }

  function write(line: AuditLine | LeftOutLine): Promise<void> | undefined {
    if (!isClosed) return writer.add(toLine(line));
    logMissing(toLine(line));
    return undefined;
  }

  return {
    isWritable: writer.isWritable,
    write,
    writeRefused: (line: AuditLine) => (refusedLines.allows(line.caller) ? write(line) : undefined),

    /** Returns the number of lines that could not be written; 0 while the log can be written. */
    pending: writer.failed,

    /** Reopens the file after another process has renamed it. Returns false for standard output. @throws {Error} if it fails, and keeps the previous file. */
    reopen(): boolean {
      if (isClosed || place === standardOutput) return false;
      writer.reopen();
      return true;
    },

    /** Creates the file again after another process has removed it: otherwise all later lines would be lost. Never throws. */
    replaceRemoved(): void {
      if (!isClosed && writer.replaceRemoved())
        log.error(`TAVLE_AUDIT: ${place} was removed with its lines, and was created again`);
    },

    /** Writes all lines. Moves those that cannot be written to the service log. */
    close(): void {
      if (isClosed) return;
      refusedLines.end();
      isClosed = true;
      for (const line of writer.close()) logMissing(line);
    },
  };
}

const minuteMs = 60_000;

/**
 * Limits the audit log's lines per minute about each caller. Callers without a name count as one.
 *
 * @param report Called at the end of a minute for each caller with skipped lines.
 */
export function createLineLimit(
  maxPerMinute: number,
  report: (leftOut: {caller: string | undefined; count: number}) => void,
) {
  const taken = new Map<string | undefined, number>();
  let minute: NodeJS.Timeout | undefined;

  /** Ends the minute, and reports the skipped lines. */
  function end(): void {
    clearTimeout(minute);
    minute = undefined;
    for (const [caller, lines] of taken)
      if (lines > maxPerMinute) report({caller, count: lines - maxPerMinute});
    taken.clear();
  }

  return {
    /** Counts a line about a caller. Returns whether it may be written. */
    allows(caller: string | undefined): boolean {
      minute ??= setTimeout(end, minuteMs).unref();
      const lines = (taken.get(caller) ?? 0) + 1;
      taken.set(caller, lines);
      return lines <= maxPerMinute;
    },
    end,
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
      throw Object.assign(new Error('The line was only partly written.'), {code: 'ENOSPC'});
    }
  } catch (error) {
    throw unwritable(place, error as NodeJS.ErrnoException);
  } finally {
    if (place !== standardOutput) closeSync(descriptor);
  }
}

const ownOutput = '/proc/self/fd/1';

/** Opens a file for appending, and completes its last line. Throws for a named pipe without a reader instead of waiting. */
function open(place: string): number {
  const {O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK} = constants;
  if (place === standardOutput) {
    // A slow reader of a pipe must not block the process. If another user has created the pipe, this process cannot open it again, and a slow reader does block.
    try {
      return fstatSync(1).isFIFO() ? openSync(ownOutput, O_WRONLY | O_NONBLOCK) : 1;
    } catch {
      return 1;
    }
  }
  try {
    makeDirectory(dirname(place));
    const descriptor = openSync(place, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, fileMode);
    try {
      // The file may end with an incomplete line.
      if (!endsLine(place, descriptor)) appendFileSync(descriptor, '\n');
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
    return descriptor;
  } catch (error) {
    throw unwritable(place, error as NodeJS.ErrnoException);
  }
}

/** Returns whether a file ends with a complete line: a killed process or a full disk may leave an incomplete one. */
function endsLine(place: string, descriptor: number): boolean {
  const facts = fstatSync(descriptor);
  if (!facts.isFile() || facts.size === 0) return true;
  const reader = openSync(place, 'r');
  const last = Buffer.alloc(1);
  readSync(reader, last, 0, 1, facts.size - 1);
  closeSync(reader);
  return last.toString() === '\n';
}

function toLine(value: object): string {
  const cut = (_: string, each: unknown) => (typeof each === 'string' ? cutAuditText(each) : each);
  return `${escapeUnsafe(JSON.stringify(value, cut))}\n`;
}

/** Returns a text with limited length: callers choose ids, paths and owner claims. */
function cutAuditText(text: string): string {
  const max = bounds.maxAuditTextLength;
  return text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text;
}

function unwritable(place: string, cause: NodeJS.ErrnoException): Error {
  return new Error(
    `TAVLE_AUDIT: cannot write to ${place} (${cause.code ?? cause.message}). Make room, start its reader, or name another place.`,
    {cause},
  );
}
