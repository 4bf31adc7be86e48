import {Refusal} from '../cli/messages.ts';
import {markDays} from '../calendar/prune.ts';
import {pruneKinds} from '../document-types.ts';
import {nearest} from '../nearest.ts';
import type {PruneKind} from '../store/pruning.ts';
import type {PruneScope} from './prune.ts';

/** The shortest age that may be chosen; `undefined`: the kind's own retention is the only one. */
const minAges: Readonly<Record<PruneKind, string | undefined>> = {
  dashboards: '1y',
  deadlines: '1y',
  feeds: undefined,
  forms: '1y',
  keys: undefined,
  marks: `${markDays}d`,
};

/** Kinds without a default retention. */
const needAge: readonly PruneKind[] = ['dashboards'];

/**
 * Parses what `tavle prune` is limited to.
 *
 * @param kind `--kind`. Default: all kinds with a default retention.
 * @param age `--older-than`, such as `400d`, `18m` or `5y`.
 * @throws {Refusal} for an unknown kind, an age that is none, too short or for no kind, and a missing one.
 */
export function parsePruneScope(
  kind: string | undefined,
  age: string | undefined,
  now = new Date(),
): Pick<PruneScope, 'kinds' | 'before'> {
  const chosen = kind === undefined ? undefined : parseKind(kind);
  if (age === undefined) {
    if (chosen && needAge.includes(chosen)) {
      throw new Refusal(`The kind "${chosen}" has no default retention: set an age with --older-than 5y.`);
    }
    return chosen ? {kinds: [chosen]} : {};
  }
  if (!chosen) throw new Refusal('--older-than needs --kind: kinds are kept for different times.');
  const before = momentBefore(age, now);
  const minAge = minAges[chosen];
  if (minAge === undefined) {
    throw new Refusal(`The kind "${chosen}" has one retention, which --older-than can't change.`);
  }
  if (before > momentBefore(minAge, now)) {
    throw new Refusal(`--older-than ${age} is too short for the kind "${chosen}": at least ${minAge}.`);
  }
  return {kinds: [chosen], before};
}

function parseKind(text: string): PruneKind {
  const kind = pruneKinds.find(each => each === text);
  if (kind) return kind;
  const meant = nearest(text, pruneKinds);
  const suggestion = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  throw new Refusal(`Unknown kind "${text}". The kinds are: ${pruneKinds.join(', ')}.${suggestion}`);
}

/** Returns the moment so many days (`d`), months (`m`) or years (`y`) before another, by the calendar. */
function momentBefore(age: string, now: Date): Date {
  const [, digits, unit] = /^([1-9]\d{0,3})([dmy])$/.exec(age) ?? [];
  const number = Number(digits);
  const moment = new Date(now);
  if (unit === 'd') moment.setUTCDate(moment.getUTCDate() - number);
  else if (unit === 'm') moment.setUTCMonth(moment.getUTCMonth() - number);
  else if (unit === 'y') moment.setUTCFullYear(moment.getUTCFullYear() - number);
  if (unit === undefined || moment.getUTCFullYear() < 1) {
    throw new Refusal(`"${age}" is not an age: write days, months or years, such as 400d, 18m or 5y.`);
  }
  return moment;
}
