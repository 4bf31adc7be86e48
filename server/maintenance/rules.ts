import {calendarHints} from '../calendar/hints.ts';
import {formHints} from '../forms/hints.ts';
import type {Hints, Turn, Usage} from '../store/hints.ts';
import {parsePath} from '../store/key.ts';
import type {StoredDocument} from '../store/store.ts';

const features = [calendarHints, formHints];

export function turnOf(path: string): Turn {
  const key = parsePath(path);
  for (const {turnOf: ask} of features) {
    const turn = ask(key);
    if (turn) return turn;
  }
  return 'second';
}

export function hintsOf({path, value}: StoredDocument): Hints | undefined {
  const key = parsePath(path);
  for (const {hintsOf: ask} of features) {
    const hints = ask(key, value);
    if (hints) return hints;
  }
  return undefined;
}

/** Returns whose storage a document counts in, if anyone's. */
export function usageOf({path, value}: StoredDocument): Usage | undefined {
  const key = parsePath(path);
  for (const {usageOf: ask} of features) {
    const usage = ask(key, value);
    if (usage) return usage;
  }
  return undefined;
}
