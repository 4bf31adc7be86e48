import {type IsoDate, type IsoMonth, monthOf} from './dates.ts';
import {type Filter, matches} from './filter.ts';
import {countUnread, type Frist, type FristerByDate} from './frist.ts';
import {groupBy} from './group-by.ts';

/** The deadlines that are shown of a month. */
export interface Selection {
  /** Those of the weeks that the month touches. */
  readonly byDate: FristerByDate;
  /** Those of the month itself. */
  readonly ofMonth: FristerByDate;
  /** How many there are in the month itself. */
  readonly count: number;
  /** How many of these are unread. */
  readonly unread: number;
  /** Whether the month has others, which the filter leaves out. */
  readonly isFiltered: boolean;
}

/** @param kept Deadlines that are shown although they have been read meanwhile. */
export function select(
  frister: readonly Frist[],
  month: IsoMonth,
  filter: Filter,
  kept: ReadonlySet<number>,
): Selection {
  const isOfMonth = ({fristDato}: Frist) => monthOf(fristDato) === month;
  const isShown = (frist: Frist) =>
    matches(frist, kept.has(frist.fristId) ? {...filter, unreadOnly: false} : filter);
  const shown = frister.filter(isShown);
  const ofMonth = shown.filter(isOfMonth);
  return {
    byDate: byDate(shown),
    ofMonth: byDate(ofMonth),
    count: ofMonth.length,
    unread: countUnread(ofMonth),
    isFiltered: ofMonth.length < frister.filter(isOfMonth).length,
  };
}

function byDate(frister: readonly Frist[]): ReadonlyMap<IsoDate, readonly Frist[]> {
  return groupBy(frister, ({fristDato}) => fristDato);
}
