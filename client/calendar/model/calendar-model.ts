import type {Api} from '../../api/api.ts';
import {reasonOf} from '../../api/reason.ts';
import {TavleErrorEvent, TavleLoadEvent} from '../../events.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import type {ModelListener} from '../../shared/model-listener.ts';
import type {Agenda} from './agenda.ts';
import {Company} from './company.ts';
import {
  addDays,
  addMonths,
  firstOfMonth,
  type IsoDate,
  type IsoMonth,
  isDate,
  monthOf,
  today,
} from './dates.ts';
import {Dialog, type DialogContext, type DialogListener} from './dialog.ts';
import type {Frist, Mark} from './frist.ts';
import {includes, type Period, periodOf, weeksPeriod} from './periods.ts';
import {printedMonths} from './printed.ts';
import {findEarlier, findLater} from './search.ts';
import {type Filter, matches, noFilter, select, type Selection} from './selection.ts';
import {type IsoYear, yearOf, yearPeriod} from './year.ts';

/** The time in which a change is expected to be on the screen. */
const renderTimeMs = 100;

/** The longest wait for a page that is always busy. */
const idleTimeoutMs = 1_000;

/** The maximum number of next deadlines that are shown before the month. */
export const maxNext = 3;

/** How the deadlines are shown. */
export type View = 'month' | 'list' | 'year';

/** What a screen reader announces of the deadlines: once for each month and filter, since the notice announces changes. */
export type Announcement =
  | {readonly kind: 'loading'}
  | {readonly kind: 'month'; readonly count: number; readonly unread: number}
  | {readonly kind: 'list'; readonly from: IsoDate; readonly count: number; readonly unread: number}
  | {readonly kind: 'noneFound'; readonly direction: Direction}
  | {readonly kind: 'emptyDay'; readonly date: IsoDate};

export type Direction = 'earlier' | 'later';

/** The deadline that is closest to days without one. */
export interface Nearest {
  readonly direction: Direction;
  readonly date: IsoDate;
}

export interface CalendarListener extends ModelListener, DialogListener {
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
  /** The chosen view as the page has set it: it may be invalid. */
  view: View | null = null;
  /** Whether the calendar has no room for a month with words. */
  isNarrow = false;
  isPrinting = false;
  filter = noFilter;
  /** Whether the choices of the filter are shown. */
  isFilterOpen = false;
  /** `undefined` until the person is signed in. */
  company: Company | undefined;
  /** `undefined` while what is shown is loading. */
  selection: Selection | undefined;
  announcement: Announcement = {kind: 'loading'};
  /** Why there is nothing to show. */
  failure: Reason | undefined;
  /** Why the deadlines that are shown could not be reloaded. */
  staleReason: Reason | undefined;
  /** The closest deadline, if what is shown has none; `undefined` until it is found. */
  nearest: Nearest | undefined;
  /** The first deadline that was added to the list, until it has the focus. */
  firstAdded: number | undefined;
  /** Resolves when what is shown is loaded, or failed to load. */
  loaded = Promise.resolve();
  readonly dialog: Dialog;
  /** Deadlines that were unread when they were opened stay although only unread ones are shown. */
  readonly #kept = new Set<number>();
  #today: IsoDate | undefined;
  /** Identifies what is shown. */
  #shown = '';
  /** Identifies the last navigation to something else. */
  #navigation = 0;

  constructor(listener: CalendarListener) {
    this.#listener = listener;
    this.dialog = new Dialog(this, listener);
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

  /** The year that the year view shows. */
  get year(): IsoYear {
    return yearOf(this.day);
  }

  /** The view that is shown. Default: by the room that there is. On paper, a month is a list. */
  get shownView(): View {
    return this.isPrinting && this.screenView === 'month' ? 'list' : this.screenView;
  }

  /** Whether the current day is in the month or the year that is shown, or in that of the list. */
  get isTodayShown(): boolean {
    return this.screenView === 'year' ? yearOf(this.today) === this.year : monthOf(this.today) === this.month;
  }

  /** Whether the selected day's deadlines are listed below the month, since it has no room for words. */
  get hasDayList(): boolean {
    return this.isNarrow && this.shownView === 'month';
  }

  /** The view on a screen, also while the page is printed. */
  get screenView(): View {
    if (this.view === 'month' || this.view === 'list' || this.view === 'year') return this.view;
    return this.isNarrow ? 'list' : 'month';
  }

  /** The next deadlines that are shown before the month, or before a list without them; `undefined` while they are loading. */
  get next(): readonly Frist[] | undefined {
    const listed = this.screenView === 'list' ? this.company?.agenda.period : undefined;
    const next = this.company?.deadlines.next(this.today, maxNext)?.slice(0, maxNext);
    return listed ? next?.filter(({fristDato}) => !includes(listed, fristDato)) : next;
  }

  /** Whether what is shown may lack the next deadlines: only a list from today on has them. */
  get needsNext(): boolean {
    return this.screenView !== 'list' || this.#listStart !== this.today;
  }

  /** The day on which a list begins: today, or the first day of another month. */
  get #listStart(): IsoDate {
    return this.month === monthOf(this.today) ? this.today : firstOfMonth(this.month);
  }

  /** What can be added to the list; `undefined` where no list is chosen. */
  get agenda(): Agenda | undefined {
    return this.screenView === 'list' ? this.company?.agenda : undefined;
  }

  /** The days whose deadlines are listed; `undefined` while a list is loading. */
  get listed(): Period | undefined {
    if (this.screenView === 'list') return this.company?.agenda.period;
    return this.screenView === 'year' ? yearPeriod(this.year) : periodOf(this.month);
  }

  /** The days that a month or a year shows. */
  get #gridPeriod(): Period {
    return this.screenView === 'year' ? yearPeriod(this.year) : weeksPeriod(this.month);
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
    this.failure = undefined;
    this.staleReason = undefined;
    this.#show();
    this.dialog.reset();
  }

  /** Shows that there is nothing to show. */
  fail(reason: Reason): void {
    this.failure = reason;
    this.#listener.changed();
  }

  /** Selects a day and shows its month. */
  setDate(date: string): void {
    this.date = date;
    if (!this.showWhatIsChosen()) this.#select();
  }

  /** Updates the current day. */
  updateToday(): void {
    const day = today();
    if (day === this.#today) return;
    this.#today = day;
    if (!this.showWhatIsChosen()) this.#select();
  }

  /** Shows what the state asks for. To be called after the view or the room has changed. Returns whether something else is shown. */
  showWhatIsChosen(): boolean {
    const isOther = this.company !== undefined && this.#shown !== this.#chosen;
    if (isOther) this.#show();
    return isOther;
  }

  /** Navigates to `date` and selects it. Ignores invalid dates and years outside 1900-2199. */
  goTo(date: string): void {
    if (!isDate(date)) return;
    this.setDate(date);
    this.#listener.navigated();
  }

  /** Navigates this many months forward, in the year view years, or back. */
  move(count: number): void {
    this.goTo(addMonths(this.day, this.screenView === 'year' ? count * 12 : count));
  }

  /** Shows the month of a day as a month, and selects the day. */
  showMonthOf(day: IsoDate): void {
    this.view = 'month';
    this.goTo(day);
  }

  /** Shows or hides the choices of the filter. */
  toggleFilter(): void {
    this.isFilterOpen = !this.isFilterOpen;
    this.#listener.changed();
  }

  /** Navigates to the next or the previous month that has deadlines that match the filter. Announces that there is none. */
  async jump(direction: Direction): Promise<void> {
    const navigation = this.#navigation;
    let found: Frist | undefined;
    try {
      found = await this.#find(direction, periodOf(this.month));
    } catch (error) {
      if (navigation === this.#navigation) this.#reportStale(error);
      return;
    }
    if (navigation !== this.#navigation) return;
    if (found) this.goTo(found.fristDato);
    else this.#announce({kind: 'noneFound', direction});
  }

  /** Adds earlier or later deadlines to the list. The first one of later ones gets the focus. */
  async extend(direction: Direction): Promise<void> {
    const {company} = this;
    if (!company || company.agenda.extending) return;
    const {agenda} = company;
    const shown = new Set(this.#listedIds());
    agenda.extending = direction;
    this.#listener.changed();
    try {
      await (direction === 'later' ? agenda.addLater() : agenda.addEarlier(this.#matches));
    } catch (error) {
      agenda.extending = undefined;
      if (company === this.company) this.#reportStale(error);
      return;
    }
    agenda.extending = undefined;
    if (company !== this.company) return;
    this.#select();
    if (direction === 'later') this.firstAdded = this.#listedIds().find(id => !shown.has(id));
    this.#announceShown();
  }

  /** Selects a day of the month. Days of the months around it are shown with it, but not selected. */
  selectDay(day: IsoDate): void {
    if (monthOf(day) === this.month) this.goTo(day);
  }

  setView(view: View): void {
    this.view = view;
    if (!this.showWhatIsChosen()) this.#listener.changed();
    this.#listener.navigated();
  }

  setFilter(filter: Filter): void {
    this.filter = filter;
    this.#kept.clear();
    this.#select();
    this.#announceShown();
  }

  keep(fristId: number): void {
    this.#kept.add(fristId);
  }

  announceEmptyDay(date: IsoDate): void {
    this.#announce({kind: 'emptyDay', date});
  }

  /** Marks a deadline and closes its dialog if it is hidden now. */
  mark({fristId}: Frist, mark: Mark): void {
    if (!this.company?.marks.mark(fristId, mark) || !mark.isSlettet) return;
    this.dialog.close();
    // Others take the place of those that are hidden, as long as they are known.
    if (this.needsNext && !this.next) void this.#loadNext(this.company).catch(() => undefined);
  }

  closeNotice(): void {
    if (this.company) this.company.marks.last = undefined;
    this.staleReason = undefined;
    this.#listener.changed();
  }

  /** Reloads what is shown. The deadlines stay visible while loading and if loading fails. */
  async refresh(): Promise<void> {
    const {company} = this;
    const navigation = this.#navigation;
    if (!company || !this.#listener.isConnected()) return;
    try {
      if (!(await this.#loadShown(company))) return;
      this.failure = undefined;
      this.staleReason = undefined;
      this.#select();
      this.#listener.dispatch(new TavleLoadEvent());
      void this.#loadAround(company);
    } catch (error) {
      // Something else is shown by now.
      if (navigation !== this.#navigation) return;
      this.#select();
      if (this.selection) this.#reportStale(error);
      else this.#reportFailure(error);
    }
  }

  /** What the state asks for, as a text that tells it from anything else. */
  get #chosen(): string {
    if (this.screenView === 'list') return `list ${this.#listStart}`;
    return this.screenView === 'year' ? this.year : this.month;
  }

  #show(): void {
    this.#shown = this.#chosen;
    this.#navigation += 1;
    this.#kept.clear();
    this.nearest = undefined;
    this.firstAdded = undefined;
    if (this.company) this.failure = undefined;
    if (this.screenView === 'list') this.company?.agenda.startAt(this.#listStart);
    this.#select();
    this.#announceShown();
    this.loaded = this.#load(this.#navigation);
  }

  /** Loads what is shown. Reloads what is cached when it has been rendered, if it is still shown then. */
  async #load(navigation: number): Promise<void> {
    await (this.selection && idle());
    if (navigation === this.#navigation) await this.refresh();
  }

  /** @returns Whether the load was completed, not aborted. */
  async #loadShown(company: Company): Promise<boolean> {
    const {agenda, deadlines} = company;
    const [isComplete] = await Promise.all([
      this.screenView === 'list' ? agenda.load() : deadlines.load(this.#gridPeriod),
      this.needsNext && this.#loadNext(company),
    ]);
    return isComplete;
  }

  async #loadNext({deadlines}: Company): Promise<void> {
    await deadlines.loadNext(this.today);
    this.#listener.changed();
  }

  /** Loads what the person may want next: the months before and after the one that is shown, or the closest deadline if there is none. */
  async #loadAround({deadlines}: Company): Promise<void> {
    const navigation = this.#navigation;
    const {selection} = this;
    await idle();
    if (!this.#listener.isConnected() || navigation !== this.#navigation) return;
    if (this.screenView === 'month')
      deadlines.prefetch([this.#periodAfter, weeksPeriod(neighbour(this.month, -1))]);
    if (selection?.count === 0 && !selection.isFiltered) await this.#findNearest(navigation);
  }

  /** The weeks of the next month; after the current month, also the further days that can be printed. */
  get #periodAfter(): Period {
    const period = weeksPeriod(neighbour(this.month, 1));
    if (this.month !== monthOf(this.today)) return period;
    return {from: period.from, to: addMonths(this.today, printedMonths)};
  }

  async #findNearest(navigation: number): Promise<void> {
    const period = this.listed;
    if (!period) return;
    // After days in the past, too, the next deadline is the next one from today on.
    const to = period.to < this.today ? addDays(this.today, -1) : period.to;
    for (const direction of ['later', 'earlier'] as const) {
      const found = await this.#find(direction, {...period, to}).catch(() => undefined);
      if (navigation !== this.#navigation) return;
      this.nearest = found && {direction, date: found.fristDato};
      if (found) break;
    }
    this.#listener.changed();
  }

  /** Finds the first matching deadline after a period, or the last one before it. */
  async #find(direction: Direction, {from, to}: Period): Promise<Frist | undefined> {
    if (!this.company) return undefined;
    const {deadlines} = this.company;
    return direction === 'later'
      ? findLater(deadlines, addDays(to, 1), this.#matches)
      : findEarlier(deadlines, addDays(from, -1), this.#matches);
  }

  readonly #matches = (frist: Frist) => matches(frist, this.filter, this.#kept);

  #select(): void {
    const {filter} = this;
    const listed = this.listed;
    const period = this.screenView === 'list' ? listed : this.#gridPeriod;
    const frister = period && this.company?.deadlines.within(period);
    this.selection = frister && listed && select(frister, listed, filter, this.#kept);
    if (this.selection?.count) this.nearest = undefined;
    if (this.announcement.kind === 'loading') this.#announceShown();
    this.#listener.changed();
  }

  #listedIds(): number[] {
    return [...(this.selection?.listed.values() ?? [])].flat().map(({fristId}) => fristId);
  }

  #reportStale(error: unknown): void {
    this.staleReason = reasonOf(error);
    this.#reportError(error);
  }

  #reportFailure(error: unknown): void {
    this.failure = reasonOf(error);
    this.#reportError(error);
  }

  #reportError(error: unknown): void {
    this.#listener.changed();
    this.#listener.dispatch(new TavleErrorEvent('load', error));
  }

  #announceShown(): void {
    if (!this.selection) {
      this.#announce({kind: 'loading'});
      return;
    }
    const {count, unread} = this.selection;
    const from = this.listed?.from ?? '';
    this.#announce(
      this.screenView === 'list' ? {kind: 'list', from, count, unread} : {kind: 'month', count, unread},
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
