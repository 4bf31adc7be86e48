import {type DestinationStream, type LevelWithSilent, type Logger, pino} from 'pino';

/**
 * Creates the service's log: lines of JSON. Of an error and its causes it has name, code, message and stack, never other properties that
 * libraries set, such as the command that a Redis server refused with all its values.
 */
export function createLog(level: LevelWithSilent, destination: DestinationStream): Logger {
  return pino({level, serializers: {err: describeError}}, destination);
}

interface ErrorLine {
  type: string;
  code?: unknown;
  message: string;
  stack?: string | undefined;
  cause?: ErrorLine;
}

function describeError(error: unknown): ErrorLine | string {
  if (!(error instanceof Error)) return 'not an error';
  const {name, message, stack, cause} = error;
  const code = (error as {code?: unknown}).code;
  return {
    type: name,
    ...(code !== undefined && {code}),
    message,
    stack,
    ...(cause instanceof Error && {cause: describeError(cause) as ErrorLine}),
  };
}
