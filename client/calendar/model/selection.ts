import {
  addDays,
  endOfWeek,
  firstOfMonth,
  includes,
  isDate,
  type IsoDate,
  type IsoMonth,
  monthAfter,
  monthOf,
  type Period,
  startOfWeek,
  today,
  weeksPeriod,
} from '../../frist/model/dates.ts';
import {
  type DeadlinesByDate,
  type Frist,
  groupBy,
  isUnread,
  keyOf,
  mergeEqual,
} from '../../frist/model/frist.ts';

// Which day, view and deadlines the calendar shows, for `calendar-model.ts` and the views. A new filter is a field of
// `Filter`, a condition in `matches` and a word in `controllers/page.ts`. Only the model changes a `Navigation`.

export type ViewName = 'month' | 'list' | 'year';

/** The visible days, and those whose deadlines are listed. */
export interface VisiblePeriod {
  readonly shown: Period;
  readonly listed: Period;
}

/** What the model knows of a view. */
export interface View {
  readonly name: ViewName;
  /** The number of months by which the navigation moves. */
  readonly step: number;
  /** Returns the first visible month. */
  readonly start: (day: IsoDate, today: IsoDate) => IsoMonth;
  /** Returns the visible days, and those whose deadlines are listed. Missing in a list, which continues at both ends and is loaded in pages. */
  readonly period?: (start: IsoMonth) => VisiblePeriod;
  /** Whether the months before and after the visible one are prefetched. */
  readonly hasNeighbours?: boolean;
  /** Whether the selected day's deadlines are listed below the view in a narrow calendar. */
  readonly hasDayList?: boolean;
}

/** All views, in the order of their buttons. The first one is the default of a narrow calendar, the second one that of a wide calendar. */
export type Views<Each extends View = View> = readonly [narrow: Each, wide: Each, ...Each[]];

/** The selected day and the view that the page or the person has set, and what follows from them. Only the calendar's model changes this object. */
export class Navigation {
  readonly #views: Views;
  /** The selected day as it was set; may be invalid. */
  date = '';
  /** The name of the view; `null`: by the width. */
  view: ViewName | null = null;
  /** Whether the calendar is too narrow for a month that shows titles. */
  isNarrow = false;
  /** The week of the filter; '': all days of the view. */
  week: Week | '' = '';
  #today: IsoDate | undefined;

  constructor(views: Views) {
    this.#views = views;
  }

  /** The current day in Denmark. */
  get today(): IsoDate {
    // Lazy: the first call of `today` takes 5 ms or more, which would delay the first request.
    return (this.#today ??= today());
  }

  /** The selected day. Default: today. */
  get day(): IsoDate {
    return isDate(this.date) ? this.date : this.today;
  }

  get month(): IsoMonth {
    return monthOf(this.day);
  }

  /** The visible view. */
  get shown(): View {
    const [narrow, wide] = this.#views;
    return this.#views.find(({name}) => name === this.view) ?? (this.isNarrow ? narrow : wide);
  }

  /** The first visible month. */
  get start(): IsoMonth {
    return this.shown.start(this.day, this.today);
  }

  /** Whether the current day is in the filter's week, or else in the visible month or year, or, in a list, in the month of the selected day. */
  get isTodayShown(): boolean {
    return this.week ? this.week === 'this' : this.start === monthOf(this.today);
  }

  /** Whether the selected day's deadlines are listed below a narrow month. */
  get hasDayList(): boolean {
    return this.isNarrow && this.shown.hasDayList === true;
  }

  /** Whether the view may lack the next deadlines: only a list from today on has them. */
  get needsNext(): boolean {
    return this.period !== undefined || this.listStart !== this.today;
  }

  /** The first day of a list. */
  get listStart(): IsoDate {
    return this.startOf(this.month);
  }

  /** Returns the day with which a month begins for the person: today, or the first day of another month. */
  startOf(month: IsoMonth): IsoDate {
    return month === monthOf(this.today) ? this.today : firstOfMonth(month);
  }

  /** The visible days, and those whose deadlines are listed; `undefined` in a list without a week. */
  get period(): VisiblePeriod | undefined {
    const period = this.shown.period?.(this.start);
    const listed = this.weekPeriod;
    return listed ? {shown: period?.shown ?? listed, listed} : period;
  }

  /** The days of the filter's week. */
  get weekPeriod(): Period | undefined {
    if (!this.week) return undefined;
    const day = addDays(this.today, this.week === 'next' ? 7 : 0);
    return {from: startOfWeek(day), to: endOfWeek(day)};
  }

  /** The weeks of the next and the previous month. */
  get adjacentPeriods(): Period[] {
    return [1, -1].map(months => weeksPeriod(monthAfter(this.month, months)));
  }

  /** Identifies what is loaded and shown. */
  get key(): string {
    return `${this.shown.name} ${this.week} ${this.shown.period ? this.start : this.listStart}`;
  }

  /** Updates `today`, and goes to the week of the filter. Returns whether another day has begun. */
  readClock(): boolean {
    const day = today();
    const isOther = day !== this.#today;
    this.#today = day;
    this.goToWeek();
    return isOther;
  }

  /** Selects a day of the filter's week, if there is one and the selected day is not in it. */
  goToWeek(): void {
    const week = this.weekPeriod;
    if (week && !includes(week, this.day)) this.date = includes(week, this.today) ? this.today : week.from;
  }
}

/** The person's filter of deadlines. */
export interface Filter {
  /** CVR number of the company; '': all. */
  readonly cvr: string;
  /** CVR number of the authority; '': all. */
  readonly afsenderCvr: string;
  readonly unreadOnly: boolean;
  readonly undoneOnly: boolean;
  /** Whether hidden deadlines are shown. */
  readonly includeHidden: boolean;
  /** The week to show; '': all. */
  readonly week: Week | '';
}

export type Week = 'this' | 'next';

export const noFilter: Filter = {
  cvr: '',
  afsenderCvr: '',
  unreadOnly: false,
  undoneOnly: false,
  includeHidden: false,
  week: '',
};

/** The visible deadlines. */
export interface Selection {
  /** All visible deadlines: of a list, or of the weeks that a month touches. */
  readonly byDate: DeadlinesByDate;
  /** The listed deadlines: of the month itself, without its weeks' days in other months. */
  readonly listed: DeadlinesByDate;
  /** Number of listed deadlines. */
  readonly count: number;
  /** Number of unread listed deadlines. */
  readonly unread: number;
  /** Whether the filter excludes deadlines that would be listed. */
  readonly isFiltered: boolean;
}

/**
 * Returns the deadlines that the filter shows. @param period The days whose deadlines are listed.
 * @param kept Keys of deadlines that stay visible among the unread ones although they were read.
 */
export function select(
  frister: readonly Frist[],
  period: Period,
  filter: Filter,
  kept: ReadonlySet<string>,
): Selection {
  const isListed = ({fristDato}: Frist) => includes(period, fristDato);
  // With a week in the filter, a month shows this week only.
  const isShown = filter.week ? isListed : () => true;
  const matching = frister.filter(frist => isShown(frist) && matches(frist, filter, kept));
  // Without a filter, hidden deadlines are not listed either.
  const isExcluded = (frist: Frist) => !matches(frist, filter, kept) && matches(frist, noFilter, kept);
  const shown = mergeEqual(matching);
  const listed = shown.filter(isListed);
  return {
    byDate: groupBy(shown, ({fristDato}) => fristDato),
    listed: groupBy(listed, ({fristDato}) => fristDato),
    count: listed.length,
    unread: countUnread(listed),
    isFiltered: filter.week !== '' || frister.some(frist => isListed(frist) && isExcluded(frist)),
  };
}

export function matches(frist: Frist, filter: Filter, kept: ReadonlySet<string>): boolean {
  const {cvr, afsenderCvr, isSlettet, isKlaret} = frist;
  if (filter.cvr && cvr !== filter.cvr) return false;
  if (filter.afsenderCvr && afsenderCvr !== filter.afsenderCvr) return false;
  if (filter.unreadOnly && !isUnread(frist) && !kept.has(keyOf(frist))) return false;
  if (filter.undoneOnly && isKlaret) return false;
  return filter.includeHidden || !isSlettet;
}

export const countUnread = (frister: readonly Frist[]): number => frister.filter(isUnread).length;
