import {groupBy} from '../../frist/model/frist.ts';
import {type Frist, type FristerByDate, keyOf} from '../../frist/model/frist.ts';
import {includes, type Period} from './periods.ts';

/** The person's filter of deadlines. */
export interface Filter {
  /** CVR number of the company; '': all. */
  readonly cvr: string;
  /** CVR number of the authority; '': all. */
  readonly afsenderCvr: string;
  readonly unreadOnly: boolean;
  /** Whether hidden deadlines are shown. */
  readonly includeHidden: boolean;
}

export const noFilter: Filter = {cvr: '', afsenderCvr: '', unreadOnly: false, includeHidden: false};

/** The visible deadlines. */
export interface Selection {
  /** All visible deadlines: of a list, or of the weeks that a month touches. */
  readonly byDate: FristerByDate;
  /** The listed deadlines: of the month itself, without its weeks' days in other months. */
  readonly listed: FristerByDate;
  /** Number of listed deadlines. */
  readonly count: number;
  /** Number of unread listed deadlines. */
  readonly unread: number;
  /** Whether the filter excludes deadlines that would be listed. */
  readonly isFiltered: boolean;
}

/**
 * @param period The days whose deadlines are listed.
 * @param kept Keys of deadlines that stay visible among the unread ones although they were read.
 */
export function select(
  frister: readonly Frist[],
  period: Period,
  filter: Filter,
  kept: ReadonlySet<string>,
): Selection {
  const isListed = ({fristDato}: Frist) => includes(period, fristDato);
  const shown = frister.filter(frist => matches(frist, filter, kept));
  const listed = shown.filter(isListed);
  return {
    byDate: byDay(shown),
    listed: byDay(listed),
    count: listed.length,
    unread: countUnread(listed),
    isFiltered: listed.length < frister.filter(isListed).length,
  };
}

function byDay(frister: readonly Frist[]): FristerByDate {
  return groupBy(frister, ({fristDato}) => fristDato);
}

/** Returns whether a deadline matches the filter. */
export function matches(frist: Frist, filter: Filter, kept: ReadonlySet<string>): boolean {
  const {cvr, afsenderCvr, isLaest, isSlettet} = frist;
  if (filter.cvr && cvr !== filter.cvr) return false;
  if (filter.afsenderCvr && afsenderCvr !== filter.afsenderCvr) return false;
  if (filter.unreadOnly && isLaest && !kept.has(keyOf(frist))) return false;
  return filter.includeHidden || !isSlettet;
}

export function countUnread(frister: readonly Frist[]): number {
  return frister.filter(({isLaest}) => !isLaest).length;
}
