import type {Api} from '../../api/api.ts';
import {reasonOf} from '../../api/reason.ts';
import {TavleErrorEvent, TavleLoadEvent} from '../../events.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import type {ModelListener} from '../../shared/model-listener.ts';
import {Company} from './company.ts';
import {addMonths, firstOfMonth, type IsoDate, type IsoMonth, isDate, monthOf, today} from './dates.ts';
import {Dialog, type DialogContext} from './dialog.ts';
import type {Frist, Mark} from './frist.ts';
import {isYear, type Span} from './span.ts';
import {type Filter, noFilter, select, type Selection} from './selection.ts';

/** The time in which a change is expected to be on the screen. */
const renderTimeMs = 100;

/** The longest wait for a page that is always busy. */
const idleTimeoutMs = 1_000;

/** How the deadlines are shown. */
export type View = 'month' | 'list' | 'year';

/** What a screen reader announces of the deadlines: once for each month and filter, since the notice announces changes. */
export type Announcement =
  | {readonly kind: 'loading'}
  | {readonly kind: 'month'; readonly count: number; readonly unread: number}
  | {readonly kind: 'emptyDay'; readonly date: IsoDate};

export interface CalendarListener extends ModelListener {
  /** The person, or the page on their behalf, has chosen another day or view. */
  navigated(): void;
}

/**
 * The state of a calendar, and the actions that change it. Each action changes the state and then calls `changed()` of the listener;
 * a view reads the state and calls actions, nothing else.
 */
export class CalendarModel implements DialogContext {
  readonly #listener: CalendarListener;
  /** The selected day as the page has set it: it may be invalid. */
  date = '';
  #view: View | null = null;
  /** Whether the calendar has no room for a month with words. */
  isNarrow = false;
  isPrinting = false;
  filter = noFilter;
  isFilterOpen = false;
  /** `undefined` until the person is signed in. */
  company: Company | undefined;
  /** `undefined` while the month or year is loading. */
  selection: Selection | undefined;
  announcement: Announcement = {kind: 'loading'};
  /** Why there is nothing to show. */
  failure: Reason | undefined;
  /** Why the deadlines that are shown could not be reloaded. */
  staleReason: Reason | undefined;
  /** Resolves when the month is loaded, or failed to load. */
  loaded = Promise.resolve();
  readonly dialog: Dialog;
  /** Deadlines that were unread when they were opened stay although only unread ones are shown. */
  readonly #kept = new Set<number>();
  #today: IsoDate | undefined;
  /** Identifies the last navigation to another month. */
  #navigation = 0;

  constructor(listener: CalendarListener) {
    this.#listener = listener;
    this.dialog = new Dialog(this, () => listener.changed());
  }

  /** The current day in Denmark. */
  get today(): IsoDate {
    // Not before it is needed: a page's first call takes 5 ms or more, which would delay the first request.
    return (this.#today ??= today());
  }

  /** The selected day. Default: today. */
  get day(): IsoDate {
    return isDate(this.date) ? this.date : this.today;
  }

  /** The month that is shown. */
  get month(): IsoMonth {
    return monthOf(this.day);
  }

  /** The chosen view as the page has set it: it may be invalid. */
  get view(): View | null {
    return this.#view;
  }
  set view(view: View | null) {
    this.#navigate(() => (this.#view = view));
  }

  /** The view that is shown. Default: by the room that there is. On paper, a month is a list. */
  get shownView(): View {
    if (this.view === 'year') return 'year';
    if (this.isPrinting) return 'list';
    if (this.view === 'month' || this.view === 'list') return this.view;
    return this.isNarrow ? 'list' : 'month';
  }

  /** The month that is shown, or in the year view the year. */
  get span(): Span {
    return this.shownView === 'year' ? this.day.slice(0, 4) : this.month;
  }

  /** Whether the selected day's deadlines are listed below the month, since it has no room for words. */
  get hasDayList(): boolean {
    return this.isNarrow && this.shownView === 'month';
  }

  /** Whether the last change, or a failed reload, is to be shown. */
  get hasNotice(): boolean {
    return Boolean(this.company?.marks.last ?? this.staleReason);
  }

  /** Starts from nothing, with another company or person; `api` is `undefined` while nobody is signed in. */
  connect(api: Api | undefined, cvr: string): void {
    this.company?.deadlines.stop();
    this.company =
      api &&
      new Company(api, cvr, {
        ...this.#listener,
        deadlinesChanged: () => this.#select(),
        refresh: () => this.refresh(),
      });
    this.filter = noFilter;
    this.dialog.opened = undefined;
    this.failure = undefined;
    this.staleReason = undefined;
    this.#showSpan();
  }

  /** Shows that there is nothing to show. */
  fail(reason: Reason): void {
    this.failure = reason;
    this.#listener.changed();
  }

  /** Selects a day and shows its month. */
  setDate(date: string): void {
    this.#navigate(() => (this.date = date));
  }

  /** Updates the current day. */
  updateToday(): void {
    const day = today();
    if (day !== this.#today) this.#navigate(() => (this.#today = day));
  }

  /** Navigates to `date` and selects it. Ignores invalid dates and years outside 1900-2199. */
  goTo(date: string): void {
    if (!isDate(date)) return;
    this.setDate(date);
    this.#listener.navigated();
  }

  /** Navigates this many months forward, in the year view years, or back. */
  move(periods: number): void {
    this.goTo(addMonths(this.day, isYear(this.span) ? periods * 12 : periods));
  }

  /** Shows the month of a day as a month, and selects the day. */
  showMonthOf(day: IsoDate): void {
    this.#navigate(() => {
      this.#view = 'month';
      this.date = day;
    });
    this.#listener.navigated();
  }

  /** Selects a day of the month. Days of the months around it are shown with it, but not selected. */
  selectDay(day: IsoDate): void {
    if (monthOf(day) === this.month) this.goTo(day);
  }

  setView(view: View): void {
    this.view = view;
    this.#listener.navigated();
  }

  /** Shows or hides the choices of the filter. */
  toggleFilter(): void {
    this.isFilterOpen = !this.isFilterOpen;
    this.#listener.changed();
  }

  setFilter(filter: Filter): void {
    this.filter = filter;
    this.#kept.clear();
    this.#select();
    this.#announceMonth();
  }

  keep(fristId: number): void {
    this.#kept.add(fristId);
  }

  announceEmptyDay(date: IsoDate): void {
    this.#announce({kind: 'emptyDay', date});
  }

  /** Marks a deadline and closes its dialog if it is hidden now. */
  mark({fristId}: Frist, mark: Mark): void {
    if (this.company?.marks.mark(fristId, mark) && mark.isSlettet) this.dialog.close();
  }

  closeNotice(): void {
    if (this.company) this.company.marks.last = undefined;
    this.staleReason = undefined;
    this.#listener.changed();
  }

  /** Reloads what is shown. The deadlines stay visible while loading and if loading fails. */
  async refresh(): Promise<void> {
    const {span, company} = this;
    const navigation = this.#navigation;
    if (!company || !this.#listener.isConnected()) return;
    try {
      if (!(await company.deadlines.load(span))) return;
      this.failure = undefined;
      this.staleReason = undefined;
      this.#select();
      this.#listener.dispatch(new TavleLoadEvent());
      void this.#prefetch(company, span);
    } catch (error) {
      // Another month or year is shown by now.
      if (navigation !== this.#navigation) return;
      this.#select();
      if (this.selection) this.staleReason = reasonOf(error);
      else this.failure = reasonOf(error);
      this.#listener.changed();
      this.#listener.dispatch(new TavleErrorEvent('load', error));
    }
  }

  /** Makes a change, and loads the month or year that is shown then. */
  #navigate(change: () => void): void {
    const span = this.company && this.span;
    change();
    if (this.company && this.span !== span) this.#showSpan();
    else this.#select();
  }

  #showSpan(): void {
    this.#navigation += 1;
    this.#kept.clear();
    if (this.company) this.failure = undefined;
    this.#select();
    this.#announceMonth();
    this.loaded = this.#load(this.#navigation);
  }

  /** Loads the month or year that is shown. Reloads a cached one when it has been rendered, if it is still shown then. */
  async #load(navigation: number): Promise<void> {
    await (this.selection && idle());
    if (navigation === this.#navigation) await this.refresh();
  }

  /** Loads the months before and after the one that is shown. */
  async #prefetch({deadlines}: Company, month: Span): Promise<void> {
    await idle();
    if (this.#listener.isConnected() && !isYear(month))
      deadlines.prefetch([neighbour(month, 1), neighbour(month, -1)]);
  }

  #select(): void {
    const {span, filter} = this;
    const frister = this.company?.deadlines.inWeeksOf(span);
    this.selection = frister && select(frister, span, filter, this.#kept);
    if (this.announcement.kind === 'loading') this.#announceMonth();
    this.#listener.changed();
  }

  #announceMonth(): void {
    const {selection} = this;
    this.#announce(
      selection ? {kind: 'month', count: selection.count, unread: selection.unread} : {kind: 'loading'},
    );
  }

  #announce(announcement: Announcement): void {
    this.announcement = announcement;
    this.#listener.changed();
  }
}

function neighbour(month: IsoMonth, months: number): IsoMonth {
  return monthOf(addMonths(firstOfMonth(month), months));
}

/** Resolves when the last change has been rendered and the page is idle. */
async function idle(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, renderTimeMs));
  if (!('requestIdleCallback' in globalThis)) return;
  await new Promise(resolve => requestIdleCallback(resolve, {timeout: idleTimeoutMs}));
}
