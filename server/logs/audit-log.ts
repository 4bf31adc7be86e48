import {closeSync, constants, fstatSync, openSync, readSync} from 'node:fs';
import {dirname} from 'node:path';
import {setTimeout} from 'node:timers/promises';

import type {Logger} from 'pino';

import {makeDirectory} from '../files/make-directory.ts';
import type {AuditLog} from '../http/middleware/audit.ts';
import {bounds} from '../limits/bounds.ts';
import {createLineQueue, type LineQueue} from './line-queue.ts';

/** Between two attempts to write lines that are left, while no request causes one. */
const retryIntervalMs = 1_000;

/** Between two attempts while a request waits for a slow reader. */
const slowReaderIntervalMs = 20;

export interface OpenAuditLog extends AuditLog {
  /** Returns the number of lines that are not written. */
  readonly pending: () => number;
  /** Moves the lines that cannot be written to the service log. */
  close(): void;
}

/**
 * Opens the audit log and proves that it can be written, by a line that says when the service started. Lines that cannot be written
 * later are kept and written as soon as that is possible; until then {@link AuditLog.isWritable} is false, which bounds their number.
 *
 * @param place As in `TAVLE_AUDIT`: `stdout` or the path of a file, which is created, or of a named pipe that has a reader.
 * @throws {Error} that names `TAVLE_AUDIT`, when it cannot be written.
 */
export function openAuditLog(place: string, log: Logger): OpenAuditLog {
  const descriptor = open(place);
  const queue = createLineQueue(descriptor, retryIntervalMs, flush);
  if (!endsLine(place, descriptor)) queue.add('\n');
  queue.add(toLine({time: new Date().toISOString(), event: 'start'}));
  const refused = queue.flush();
  if (refused) {
    queue.take();
    if (place !== 'stdout') closeSync(descriptor);
    throw unwritable(place, refused);
  }

  let failing = false;
  let closed = false;

  /** Reports a failure once, and its end once. */
  function report(error: NodeJS.ErrnoException | undefined): void {
    if (error && !failing)
      log.error({err: error}, `${unwritable(place, error).message} Changes get 503 until it can.`);
    if (!error && failing) log.info('the audit log can be written again');
    failing = error !== undefined;
  }

  function flush(): NodeJS.ErrnoException | undefined {
    const error = queue.flush();
    // A slow reader is a failure only once a request has waited for it.
    if (error?.code !== 'EAGAIN') report(error);
    return error;
  }

  return {
    async isWritable() {
      const end = performance.now() + bounds.auditWriteTimeoutMs;
      for (;;) {
        const error = flush();
        if (!error) return true;
        if (error.code !== 'EAGAIN' || failing || performance.now() >= end) {
          report(error);
          return false;
        }
        await setTimeout(slowReaderIntervalMs);
      }
    },

    write(line) {
      queue.add(toLine(line));
      if (closed) logRest(queue, log);
      else flush();
    },

    pending: () => queue.length,

    close() {
      if (closed) return;
      flush();
      closed = true;
      logRest(queue, log);
      if (place !== 'stdout') closeSync(descriptor);
    },
  };
}

/** A named pipe without a reader is refused rather than waited for. */
function open(place: string): number {
  if (place === 'stdout') return 1;
  const {O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK} = constants;
  try {
    makeDirectory(dirname(place));
    return openSync(place, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0o600);
  } catch (error) {
    throw unwritable(place, error as NodeJS.ErrnoException);
  }
}

/** Whether a file ends with a whole line: a process that was killed on a full disk may have left half of one. */
function endsLine(place: string, descriptor: number): boolean {
  const facts = fstatSync(descriptor);
  if (place === 'stdout' || !facts.isFile() || facts.size === 0) return true;
  const reader = openSync(place, 'r');
  const last = Buffer.alloc(1);
  readSync(reader, last, 0, 1, facts.size - 1);
  closeSync(reader);
  return last.toString() === '\n';
}

/** Escapes also what some readers take for the end of a line: NEL, the line and the paragraph separator, and other controls. */
function toLine(value: object): string {
  const json = JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${json}\n`;
}

function unwritable(place: string, cause: NodeJS.ErrnoException): Error {
  return new Error(
    `TAVLE_AUDIT: cannot write to ${place} (${cause.code ?? cause.message}). Make room, start its reader, or name another place.`,
    {cause},
  );
}

/** Moves the lines that are left to the service log. */
function logRest(queue: LineQueue, log: Logger): void {
  for (const line of queue.take()) {
    log.error({line: JSON.parse(line) as unknown}, 'a line is missing in the audit log');
  }
}
