import type {Frist, FristerByDate} from './frist.ts';
import type {Span} from './span.ts';

/** The deadlines that a person wants to see. */
export interface Filter {
  /** CVR number of the authority; '': all. */
  readonly afsenderCvr: string;
  readonly unreadOnly: boolean;
  /** Whether deadlines that the company has hidden are shown. */
  readonly includeHidden: boolean;
}

export const noFilter: Filter = {afsenderCvr: '', unreadOnly: false, includeHidden: false};

/** The deadlines that are shown of a month or a year. */
export interface Selection {
  /** Those of the weeks that the month touches. */
  readonly byDate: FristerByDate;
  /** Those of the month itself. */
  readonly ofMonth: FristerByDate;
  /** Number of deadlines in the month itself. */
  readonly count: number;
  /** Number of unread ones among these. */
  readonly unread: number;
  /** Whether the filter leaves out deadlines of the month. */
  readonly isFiltered: boolean;
}

/** @param kept Deadlines that are shown as unread ones although they have been read since. */
export function select(
  frister: readonly Frist[],
  month: Span,
  filter: Filter,
  kept: ReadonlySet<number>,
): Selection {
  const isOfMonth = ({fristDato}: Frist) => fristDato.startsWith(month);
  const shown = frister.filter(frist => matches(frist, filter, kept));
  const shownOfMonth = shown.filter(isOfMonth);
  const byDate = groupBy(shown, ({fristDato}) => fristDato);
  return {
    byDate,
    ofMonth: new Map([...byDate].filter(([day]) => day.startsWith(month))),
    count: shownOfMonth.length,
    unread: countUnread(shownOfMonth),
    isFiltered: shownOfMonth.length < frister.filter(isOfMonth).length,
  };
}

function matches(
  {fristId, afsenderCvr, isLaest, isSlettet}: Frist,
  filter: Filter,
  kept: ReadonlySet<number>,
): boolean {
  if (filter.afsenderCvr && afsenderCvr !== filter.afsenderCvr) return false;
  if (filter.unreadOnly && isLaest && !kept.has(fristId)) return false;
  return filter.includeHidden || !isSlettet;
}

export function countUnread(frister: readonly Frist[]): number {
  return frister.filter(({isLaest}) => !isLaest).length;
}

/** Returns the items by key; keys and items keep their order. `Map.groupBy` is missing in Chrome 116, Firefox 118, Safari 17.3 and older. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
