import {CommandError} from './messages.ts';
import {markDays} from '../calendar/prune.ts';
import {nearest} from '../nearest.ts';
import {type PruneKind, pruneKinds} from '../pruning.ts';
import type {PruneScope} from './prune.ts';

/** The shortest accepted ages. `undefined`: the kind has a fixed retention. */
const minAges: Readonly<Record<PruneKind, string | undefined>> = {
  dashboards: '1y',
  deadlines: '1y',
  feeds: undefined,
  forms: '1y',
  keys: undefined,
  marks: `${markDays}d`,
};

const kindsWithoutDefault: readonly PruneKind[] = ['dashboards'];

/**
 * Parses the scope of `tavle prune`.
 *
 * @param kind `--kind`. Default: all kinds with a default retention.
 * @param age `--older-than`, such as `400d`, `18m` or `5y`.
 * @throws {CommandError} for an unknown kind, an age that is invalid, too short or without a kind, and a missing age.
 */
export function parsePruneScope(
  kind: string | undefined,
  age: string | undefined,
  now = new Date(),
): Pick<PruneScope, 'kinds' | 'before'> {
  const chosen = kind === undefined ? undefined : parseKind(kind);
  if (age === undefined) {
    if (chosen && kindsWithoutDefault.includes(chosen)) {
      throw new CommandError(
        `The kind "${chosen}" has no default retention: set an age with --older-than 5y.`,
      );
    }
    return chosen ? {kinds: [chosen]} : {};
  }
  if (!chosen) throw new CommandError('--older-than needs --kind: kinds are kept for different times.');
  const before = subtractAge(age, now);
  const minAge = minAges[chosen];
  if (minAge === undefined) {
    throw new CommandError(`The kind "${chosen}" has one retention, which --older-than can't change.`);
  }
  if (before > subtractAge(minAge, now)) {
    throw new CommandError(`--older-than ${age} is too short for the kind "${chosen}": at least ${minAge}.`);
  }
  return {kinds: [chosen], before};
}

function parseKind(text: string): PruneKind {
  const kind = pruneKinds.find(each => each === text);
  if (kind) return kind;
  const meant = nearest(text, pruneKinds);
  const suggestion = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  throw new CommandError(`Unknown kind "${text}". The kinds are: ${pruneKinds.join(', ')}.${suggestion}`);
}

/** Subtracts calendar days (`d`), months (`m`) or years (`y`). */
function subtractAge(age: string, now: Date): Date {
  const [, digits, unit] = /^([1-9]\d{0,3})([dmy])$/.exec(age) ?? [];
  const number = Number(digits);
  const date = new Date(now);
  if (unit === 'd') date.setUTCDate(date.getUTCDate() - number);
  else if (unit === 'm') date.setUTCMonth(date.getUTCMonth() - number);
  else if (unit === 'y') date.setUTCFullYear(date.getUTCFullYear() - number);
  if (unit === undefined || date.getUTCFullYear() < 1) {
    throw new CommandError(`"${age}" is not an age: write days, months or years, such as 400d, 18m or 5y.`);
  }
  return date;
}
