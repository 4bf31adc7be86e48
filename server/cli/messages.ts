import {ConfigError} from '../config.ts';
import {StoreUnavailable} from '../store/store.ts';

/** Why a command does not do what it was asked to, in words for an operator. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** What a command prints, and whether all is well. */
export interface Outcome {
  readonly lines: readonly string[];
  readonly problems: readonly string[];
  /** What an operator should look at; the command succeeds all the same. */
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

/** How many documents that can't be read are named. */
const maxNamed = 10;

/** Names documents that were left out. @param paths As many as were noted. */
export function describeUnreadable(paths: ReadonlySet<string>): string[] {
  if (!paths.size) return [];
  const named = [...paths].slice(0, maxNamed).join(', ');
  return [
    `${count(paths.size, 'document')} can't be read and were left out: ${named}${paths.size > maxNamed ? ' …' : ''}`,
  ];
}
