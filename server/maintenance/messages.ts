/* Outcomes and failures of commands, which `cli/report.ts` prints. To return another kind of lines, add it to
 * `Outcome`; an expected failure is a `CommandError`. A message must say what is wrong, and what the operator can
 * do. */

import {ConfigError} from '../settings.ts';
import {StoreUnavailable} from '../store/engine.ts';

/** The expected failure of a command. The message is for an operator. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** The output of a command. The command fails if there are problems. */
export interface Outcome {
  readonly lines: readonly string[];
  readonly problems: readonly string[];
  /** Printed, but without effect on the exit code. */
  readonly warnings?: readonly string[];
}

export function problemsOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.problems;
  if (!(error instanceof Error)) return [String(error)];
  const {message, cause} = error;
  return [
    error instanceof StoreUnavailable && cause instanceof Error ? `${message} ${cause.message}` : message,
  ];
}

/** Returns a number with its noun: `1 document`, `2,000 documents`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** Number of unreadable documents to name. */
const maxNamed = 10;

/** Describes unreadable documents that were skipped. */
export function describeUnreadable(paths: ReadonlySet<string>): string[] {
  if (!paths.size) return [];
  const named = [...paths].slice(0, maxNamed).join(', ');
  return [
    `${count(paths.size, 'document')} can't be read and were left out: ${named}${paths.size > maxNamed ? ' …' : ''}`,
  ];
}
