import {firstOfMonth, type IsoDate, type IsoMonth, isDate, monthOf, today} from './dates.ts';
import {type Period, weeksPeriod} from './periods.ts';
import {type IsoYear, yearOf, yearPeriod} from './year.ts';

/** How the deadlines are shown. */
export type View = 'month' | 'list' | 'year';

/** The view and the day that are shown, and what follows from them. */
export class Display {
  /** The selected day as the page has set it: it may be invalid. */
  date = '';
  /** The chosen view as the page has set it: it may be invalid. */
  view: View | null = null;
  /** Whether the calendar has no room for a month with words. */
  isNarrow = false;
  isPrinting = false;
  #today: IsoDate | undefined;

  /** The current day in Denmark. */
  get today(): IsoDate {
    // Not before it is needed: a page's first call takes 5 ms or more, which would delay the first request.
    return (this.#today ??= today());
  }

  /** The selected day. Default: today. */
  get day(): IsoDate {
    return isDate(this.date) ? this.date : this.today;
  }

  get month(): IsoMonth {
    return monthOf(this.day);
  }

  get year(): IsoYear {
    return yearOf(this.day);
  }

  /** The view that is shown. Default: by the room that there is. On paper, a month is a list. */
  get shownView(): View {
    return this.isPrinting && this.screenView === 'month' ? 'list' : this.screenView;
  }

  /** The view on a screen, also while the page is printed. */
  get screenView(): View {
    if (this.view === 'month' || this.view === 'list' || this.view === 'year') return this.view;
    return this.isNarrow ? 'list' : 'month';
  }

  /** Whether the current day is in the month or the year that is shown, or in that of the list. */
  get isTodayShown(): boolean {
    return this.screenView === 'year' ? yearOf(this.today) === this.year : monthOf(this.today) === this.month;
  }

  /** Whether the selected day's deadlines are listed below the month, since it has no room for words. */
  get hasDayList(): boolean {
    return this.isNarrow && this.shownView === 'month';
  }

  /** Whether what is shown may lack the next deadlines: only a list from today on has them. */
  get needsNext(): boolean {
    return this.screenView !== 'list' || this.listStart !== this.today;
  }

  /** The day on which a list begins: today, or the first day of another month. */
  get listStart(): IsoDate {
    return this.month === monthOf(this.today) ? this.today : firstOfMonth(this.month);
  }

  /** The days that a month or a year shows. */
  get gridPeriod(): Period {
    return this.screenView === 'year' ? yearPeriod(this.year) : weeksPeriod(this.month);
  }

  /** Returns a text that is unique to what the state asks for. */
  get chosen(): string {
    if (this.screenView === 'list') return `list ${this.listStart}`;
    return this.screenView === 'year' ? this.year : this.month;
  }

  /** Reads the clock. Returns whether another day has begun. */
  protected readClock(): boolean {
    const day = today();
    const isOther = day !== this.#today;
    this.#today = day;
    return isOther;
  }
}
