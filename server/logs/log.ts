/* Creates the log of the service, for `run.ts`. Also escapes unsafe characters, for the audit log and the output of
 * commands. Change the text format in `toText`; add an error that needs no stack to `explainedNames`. Operators search
 * for the keys (`docs/operate/monitor.md`). Logged errors must not contain stored values. */

import {type DestinationStream, type LevelWithSilent, type Logger, pino, stdTimeFunctions} from 'pino';

/** JSON lines, or text for people. */
export type LogFormat = 'json' | 'text';

/**
 * Creates the service's log, whose fields `docs/operate/monitor.md` documents. It writes name, code, message and stack of an error and its
 * causes. It omits other properties, which can contain stored values: ioredis adds the failed command. Errors with a known cause have no stack.
 *
 * @param format Default: `json`.
 */
export function createLog(
  level: LevelWithSilent,
  destination: DestinationStream,
  format: LogFormat = 'json',
): Logger {
  const toLine = format === 'json' ? escapeUnsafe : toText;
  const written = {write: (line: string) => destination.write(toLine(line))};
  return pino(
    {
      level,
      timestamp: stdTimeFunctions.isoTime,
      formatters: {level: label => ({level: label})},
      serializers: {err: (error: unknown) => describeError(error)},
    },
    written,
  );
}

interface ErrorLine {
  type: string;
  code?: unknown;
  message: string;
  stack?: string | undefined;
  cause?: ErrorLine;
}

/** Returns the logged fields of an error. @param isKnown Whether the error is the cause of an explained error. */
function describeError(error: unknown, isKnown = false): ErrorLine | string {
  if (!(error instanceof Error)) return 'not an error';
  const hasNoStack = isKnown || isExplained(error);
  const {name, message, stack, cause} = error;
  const code = (error as {code?: unknown}).code;
  return {
    type: name,
    ...(code !== undefined && {code}),
    message,
    ...(!hasNoStack && {stack}),
    ...(cause instanceof Error && {cause: describeError(cause, hasNoStack) as ErrorLine}),
  };
}

/**
 * Returns whether the message suffices without a stack: errors of the operating system, Redis, the store, a mail server or a key set, and errors that these cause.
 */
function isExplained(error: Error): boolean {
  const {name, message, cause, code} = error as Error & {code?: unknown};
  return (
    'syscall' in error ||
    explainedNames.includes(name) ||
    message === 'fetch failed' ||
    (typeof code === 'string' && /^ERR_(JW|JOSE)/.test(code)) ||
    (cause instanceof Error && isExplained(cause))
  );
}

/** Errors of the store, of Redis, of a mail server, of invalid JSON, and of several connection attempts. */
const explainedNames = ['StoreUnavailable', 'ReplyError', 'MailError', 'SyntaxError', 'AggregateError'];

/** Fields that are at the beginning of a line, or useless on a terminal. */
const leadingFields = new Set(['time', 'level', 'msg', 'pid', 'hostname', 'err']);

/** Formats a line of the JSON log as text. The stack of an error follows on separate lines. */
export function toText(json: string): string {
  const line = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const fields = Object.entries(line)
    .filter(([name]) => !leadingFields.has(name))
    .map(([name, value]) => `${name}=${valueOf(value)}`);
  const {text, stack} = textOfError(line.err);
  const parts = [
    String(line.time),
    String(line.level).toUpperCase().padEnd(5),
    printable(line.msg),
    text,
    ...fields,
  ];
  return `${parts.filter(Boolean).join('  ')}\n${stack}`;
}

/** Quotes texts with white space, quotes or control characters. */
function valueOf(value: unknown): string {
  return typeof value === 'string' && /^[^\s"\p{C}]+$/u.test(value)
    ? value
    : escapeUnsafe(JSON.stringify(value));
}

/**
 * Escapes characters of JSON that a terminal or a reader of lines may obey, and that JSON does not escape: other control characters (CSI,
 * NEL), line separators, and invisible ones such as bidirectional controls.
 */
export function escapeUnsafe(json: string): string {
  return json.replace(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, escape);
}

/** Returns the messages of an error and its causes, and its stack. */
function textOfError(error: unknown): {text: string; stack: string} {
  if (typeof error !== 'object' || error === null) return {text: '', stack: ''};
  const {message, code, stack, cause} = error as Readonly<Record<string, unknown>>;
  const own = `${printable(message)}${code === undefined ? '' : ` (${valueOf(code)})`}`;
  const because = textOfError(cause).text;
  // The message precedes the frames, and its lines may look like frames.
  const trace = typeof stack === 'string' ? stack.replace(String(message), () => '') : '';
  const frames = trace.split('\n').filter(each => /^\s+at /.test(each));
  return {
    text: because ? `${own}: ${because}` : own,
    stack: frames.map(frame => `${printable(frame)}\n`).join(''),
  };
}

/** Writes each UTF-16 code unit of a text as JSON can escape it: `\u009b`. */
function escape(text: string): string {
  return Array.from(
    {length: text.length},
    (_, place) => `\\u${text.charCodeAt(place).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** Escapes control and invisible characters, line breaks included: stored texts must not write to the operator's terminal. */
export function printable(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return escapeUnsafe(text.replace(/\p{Cc}/gu, character => JSON.stringify(character).slice(1, -1)));
}
