import {firstOfMonth, type IsoDate, type IsoMonth, isDate, monthOf, today} from '../../frist/model/dates.ts';
import {type Period, periodOf, weeksPeriod, yearPeriod, yearStart} from './periods.ts';

export type View = 'month' | 'list' | 'year';

/** The selected day and the view, as the page and the person have set them, and what follows from them. Only the calendar's model changes it. */
export class Navigation {
  /** May be invalid. */
  date = '';
  /** May be invalid. */
  view: View | null = null;
  /** Whether the calendar is too narrow for a month with words. */
  isNarrow = false;
  isPrinting = false;
  #today: IsoDate | undefined;

  /** The current day in Denmark. */
  get today(): IsoDate {
    // Lazy: a page's first call takes 5 ms or more, which would delay the first request.
    return (this.#today ??= today());
  }

  /** The selected day. Default: today. */
  get day(): IsoDate {
    return isDate(this.date) ? this.date : this.today;
  }

  get month(): IsoMonth {
    return monthOf(this.day);
  }

  /** The first month of the visible year. */
  get yearStart(): IsoMonth {
    return yearStart(this.day, this.today);
  }

  /** The visible view. On paper, always a list. */
  get shownView(): View {
    return this.isPrinting ? 'list' : this.screenView;
  }

  /** The view on a screen, also while the page is printed. Default: by the width. */
  get screenView(): View {
    return this.view ?? (this.isNarrow ? 'list' : 'month');
  }

  /** Whether the current day is in the visible month or year, or in that of the list. */
  get isTodayShown(): boolean {
    return monthOf(this.today) === (this.screenView === 'year' ? this.yearStart : this.month);
  }

  /** Whether the selected day's deadlines are listed below a narrow month. */
  get hasDayList(): boolean {
    return this.isNarrow && this.shownView === 'month';
  }

  /** Whether the view may lack the next deadlines: only a list from today on has them. */
  get needsNext(): boolean {
    return this.screenView !== 'list' || this.listStart !== this.today;
  }

  /** The first day of a list: today, or the first day of another month. */
  get listStart(): IsoDate {
    return this.month === monthOf(this.today) ? this.today : firstOfMonth(this.month);
  }

  /** The visible days of a month or a year. */
  get gridPeriod(): Period {
    return this.screenView === 'year' ? yearPeriod(this.yearStart) : weeksPeriod(this.month);
  }

  /** The days of a month or a year whose deadlines are listed. */
  get namedPeriod(): Period {
    return this.screenView === 'year' ? yearPeriod(this.yearStart) : periodOf(this.month);
  }

  /** Identifies what is loaded and shown. */
  get key(): string {
    if (this.screenView === 'list') return `list ${this.listStart}`;
    return this.screenView === 'year' ? `year ${this.yearStart}` : this.month;
  }

  /** Updates `today`. Returns whether another day has begun. */
  readClock(): boolean {
    const day = today();
    const isOther = day !== this.#today;
    this.#today = day;
    return isOther;
  }
}
