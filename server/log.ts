import {type DestinationStream, type LevelWithSilent, type Logger, pino, stdTimeFunctions} from 'pino';

import {toText} from './logs/log-text.ts';
import {StoreUnavailable} from './store/store.ts';

/** JSON lines, or text for people. */
export type LogFormat = 'json' | 'text';

/**
 * Creates the service's log. It writes name, code, message and stack of an error and its causes. It omits other properties, which can
 * contain stored values: ioredis adds the failed command. Errors with a known cause have no stack.
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

/** @param isKnown Whether the error is the cause of an explained error. */
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

/** Returns whether the message suffices without a stack: errors of the operating system, Redis, the store or a key set, and their effects. */
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

/** Errors of Redis, of invalid JSON, and of several connection attempts. */
const explainedNames = ['ReplyError', 'SyntaxError', 'AggregateError'];
