import {type DestinationStream, type LevelWithSilent, type Logger, pino, stdTimeFunctions} from 'pino';

import {toText} from './logs/log-text.ts';
import {StoreUnavailable} from './store/store.ts';

/** Lines of JSON, or of words for people. */
export type LogFormat = 'json' | 'text';

/**
 * Creates the service's log. Of an error and its causes it has name, code, message and stack, never other properties that libraries
 * set, such as the command that a Redis server refused with all its values. Errors whose cause is known have no stack.
 *
 * @param format Default: `json`.
 */
export function createLog(
  level: LevelWithSilent,
  destination: DestinationStream,
  format: LogFormat = 'json',
): Logger {
  const written =
    format === 'json' ? destination : {write: (line: string) => destination.write(toText(line))};
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

/** @param isKnown Whether it is the cause of an error that is explained. */
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

/** Whether the message says all: errors of the operating system, of Redis, of the store, of a key set, and what they cause. */
function isExplained(error: Error): boolean {
  const {name, message, cause, code} = error as Error & {code?: unknown};
  return (
    'syscall' in error ||
    explainedNames.includes(name) ||
    error instanceof StoreUnavailable ||
    message === 'fetch failed' ||
    (typeof code === 'string' && /^ERR_(JW|JOSE)/.test(code)) ||
    (cause instanceof Error && isExplained(cause))
  );
}

/** Errors of Redis, of a file that is not JSON, and of several attempts to connect. */
const explainedNames = ['ReplyError', 'SyntaxError', 'AggregateError'];
