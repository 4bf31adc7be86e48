import type {Api} from '../../api/api.ts';
import {reasonOf} from '../../api/reason.ts';
import {TavleErrorEvent, TavleLoadEvent} from '../../events.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import type {ModelListener} from '../../shared/model-listener.ts';
import {addEarlier} from './add-earlier.ts';
import type {Agenda} from './agenda.ts';
import {Companies} from './companies.ts';
import {parseCvrs} from './cvrs.ts';
import {addDays, addMonths, firstOfMonth, type IsoDate, type IsoMonth, isDate, monthOf} from './dates.ts';
import {Dialog, type DialogContext, type DialogListener} from './dialog.ts';
import {Display, type View} from './display.ts';
import {type Frist, type FristRef, keyOf, type Mark} from './frist.ts';
import {includes, type Period, periodOf, printedMonths, weeksPeriod} from './periods.ts';
import {type Direction, findNearest, type Nearest} from './search.ts';
import {type Filter, matches, noFilter, select, type Selection} from './selection.ts';
import {yearPeriod} from './year.ts';

/** The time in which a change is rendered. */
const renderTimeMs = 100;

/** The maximum wait for a busy page. */
const idleTimeoutMs = 1_000;

/** The maximum number of next deadlines that are shown before the month. */
export const maxNext = 3;

/** The announcement about the deadlines: one for each month and filter, since the notice announces changes. */
export type Announcement =
  | {readonly kind: 'loading'}
  | {readonly kind: 'month'; readonly count: number; readonly unread: number}
  | {readonly kind: 'list'; readonly from: IsoDate; readonly count: number; readonly unread: number}
  | {readonly kind: 'emptyDay'; readonly date: IsoDate};

export interface CalendarListener extends ModelListener, DialogListener {
  /** The person, or the page on their behalf, has chosen another day or view. */
  navigated(): void;
}

/**
 * The state of a calendar, and the actions that change it. Each action changes the state and then calls `changed()` of the listener.
 * Views only read the state and call actions.
 */
export class CalendarModel extends Display implements DialogContext {
  readonly #listener: CalendarListener;
  filter = noFilter;
  /** Whether the choices of the filter are shown. */
  isFilterOpen = false;
  /** `undefined` until the person is signed in. */
  companies: Companies | undefined;
  /** `undefined` while loading. */
  selection: Selection | undefined;
  announcement: Announcement = {kind: 'loading'};
  /** Why there are no deadlines to show. */
  failure: Reason | undefined;
  /** Why the visible deadlines could not be reloaded. */
  staleReason: Reason | undefined;
  /** The closest deadline to a period without deadlines; `undefined` until it is found. */
  nearest: Nearest | undefined;
  /** The first deadline that was added to the list, until it has the focus. */
  firstAdded: FristRef | undefined;
  /** Resolves when loading has completed or failed. */
  loaded = Promise.resolve();
  readonly dialog: Dialog;
  /** Deadlines that were opened while unread: they stay visible although only unread ones are shown. */
  readonly #kept = new Set<string>();
  /** Identifies the visible period. */
  #shown = '';
  /** Identifies the last navigation. */
  #navigation = 0;

  constructor(listener: CalendarListener) {
    super();
    this.#listener = listener;
    this.dialog = new Dialog(this, listener);
  }

  /** The next deadlines above the month, or above a list without them; `undefined` while they are loading. */
  get next(): readonly Frist[] | undefined {
    const listed = this.screenView === 'list' ? this.companies?.agenda.period : undefined;
    const next = this.companies?.deadlines.next(this.today, maxNext, this.filter.cvr)?.slice(0, maxNext);
    return listed ? next?.filter(({fristDato}) => !includes(listed, fristDato)) : next;
  }

  /** The list of deadlines; `undefined` in other views. */
  get agenda(): Agenda | undefined {
    return this.screenView === 'list' ? this.companies?.agenda : undefined;
  }

  /** The days whose deadlines are listed; `undefined` while a list is loading. */
  get listed(): Period | undefined {
    if (this.screenView === 'list') return this.companies?.agenda.period;
    return this.screenView === 'year' ? yearPeriod(this.yearStart) : periodOf(this.month);
  }

  /** The days whose deadlines are shown; `undefined` while a list is loading. */
  get shownPeriod(): Period | undefined {
    return this.screenView === 'list' ? this.listed : this.gridPeriod;
  }

  /** Whether there is a notice about the last change or a failed reload. */
  get hasNotice(): boolean {
    return Boolean(this.companies?.marks.last ?? this.staleReason);
  }

  /**
   * Resets the state for other companies or another person.
   *
   * @param api `undefined` while nobody is signed in.
   * @param cvr CVR numbers, separated by spaces.
   */
  connect(api: Api | undefined, cvr: string): void {
    this.companies?.deadlines.stop();
    const cvrs = parseCvrs(cvr);
    this.companies =
      api && cvrs.length
        ? new Companies(api, cvrs, {
            ...this.#listener,
            deadlinesChanged: () => this.#select(),
            refresh: () => this.refresh(),
            reportStale: cause => this.#reportStale(cause),
          })
        : undefined;
    this.filter = noFilter;
    this.failure = api && !cvrs.length ? 'noCompany' : undefined;
    this.staleReason = undefined;
    this.#show();
    this.dialog.reset();
  }

  /** Shows a failure. */
  fail(reason: Reason): void {
    this.failure = reason;
    this.#listener.changed();
  }

  /** Selects a day and shows its month. */
  setDate(date: string): void {
    this.date = date;
    if (!this.showWhatIsChosen()) this.#select();
  }

  updateToday(): void {
    if (this.readClock() && !this.showWhatIsChosen()) this.#select();
  }

  /** Loads what the state requires. Call it after the view or the width has changed. Returns whether the visible period has changed. */
  showWhatIsChosen(): boolean {
    const isOther = this.companies !== undefined && this.#shown !== this.chosen;
    if (isOther) this.#show();
    return isOther;
  }

  /** Navigates to `date` and selects it. Ignores invalid dates and years outside 1900-2199. */
  goTo(date: string): void {
    if (!isDate(date)) return;
    this.setDate(date);
    this.#listener.navigated();
  }

  /** Navigates by months, in the year view by years; a negative number navigates back. */
  move(count: number): void {
    this.goTo(addMonths(this.day, this.screenView === 'year' ? count * 12 : count));
  }

  /** Selects a day, and shows its month in the month view. */
  showMonthOf(day: IsoDate): void {
    this.view = 'month';
    this.goTo(day);
  }

  /** Shows or hides the choices of the filter. */
  toggleFilter(): void {
    this.isFilterOpen = !this.isFilterOpen;
    this.#listener.changed();
  }

  /** Adds earlier or later deadlines to the list. The first one of later ones gets the focus. */
  async extend(direction: Direction): Promise<void> {
    const {companies} = this;
    if (!companies || companies.agenda.extending) return;
    const {agenda} = companies;
    const navigation = this.#navigation;
    const shown = new Set(this.#listed.map(keyOf));
    agenda.extending = direction;
    this.#listener.changed();
    try {
      if (direction === 'later') await agenda.addLater();
      else await addEarlier(agenda, companies.deadlines, this.#matches);
    } catch (error) {
      agenda.extending = undefined;
      if (companies === this.companies) this.#reportStale(error);
      return;
    }
    agenda.extending = undefined;
    this.#select();
    if (navigation !== this.#navigation) return;
    if (direction === 'later') this.firstAdded = this.#listed.find(frist => !shown.has(keyOf(frist)));
    this.#announceShown();
  }

  /** Selects a day of the month. Ignores the adjacent months' days that are visible with it. */
  selectDay(day: IsoDate): void {
    if (monthOf(day) === this.month) this.goTo(day);
  }

  setView(view: View): void {
    this.view = view;
    if (!this.showWhatIsChosen()) this.#listener.changed();
    this.#listener.navigated();
  }

  setFilter(filter: Filter): void {
    const isOtherCompany = filter.cvr !== this.filter.cvr;
    this.filter = filter;
    this.#kept.clear();
    if (isOtherCompany) this.#fillNext();
    this.#select();
    this.#announceShown();
  }

  keep(frist: FristRef): void {
    this.#kept.add(keyOf(frist));
  }

  announceEmptyDay(date: IsoDate): void {
    this.#announce({kind: 'emptyDay', date});
  }

  /** Marks a deadline and closes its dialog if it is hidden now. */
  mark(frist: FristRef, mark: Mark): void {
    if (!this.companies?.marks.mark(frist, mark) || !mark.isSlettet) return;
    this.dialog.close();
    this.#fillNext();
  }

  closeNotice(): void {
    if (this.companies) this.companies.marks.last = undefined;
    this.staleReason = undefined;
    this.#listener.changed();
  }

  /** Reloads the visible deadlines. They stay visible while loading and if loading fails. */
  async refresh(): Promise<void> {
    const {companies} = this;
    const navigation = this.#navigation;
    if (!companies || !this.#listener.isConnected()) return;
    try {
      if (!(await this.#loadShown(companies))) return;
      // The responses have corrected a wrong clock, or a day has ended.
      if (this.readClock()) {
        if (!this.showWhatIsChosen()) await this.refresh();
        return;
      }
      this.failure = undefined;
      this.staleReason = undefined;
      this.#select();
      this.#listener.dispatch(new TavleLoadEvent());
      void this.#loadAround(companies);
    } catch (error) {
      // Another period is visible now.
      if (navigation !== this.#navigation) return;
      this.#select();
      if (this.selection) this.#reportStale(error);
      else this.#reportFailure(error);
    }
  }

  #show(): void {
    this.#shown = this.chosen;
    this.#navigation += 1;
    this.#kept.clear();
    this.nearest = undefined;
    this.firstAdded = undefined;
    if (this.companies) this.failure = undefined;
    if (this.screenView === 'list') this.companies?.agenda.startAt(this.listStart);
    this.#select();
    this.#announceShown();
    this.loaded = this.#load(this.#navigation);
  }

  /** Loads the visible period. Renders cached data first, and then reloads it if it is still visible. */
  async #load(navigation: number): Promise<void> {
    await (this.selection && idle());
    if (navigation === this.#navigation) await this.refresh();
  }

  /** @returns Whether the load was completed, not aborted. */
  async #loadShown(companies: Companies): Promise<boolean> {
    const {agenda, deadlines} = companies;
    const [isComplete] = await Promise.all([
      this.screenView === 'list' ? agenda.load() : deadlines.load(this.gridPeriod),
      this.needsNext && this.#loadNext(companies),
    ]);
    return isComplete;
  }

  async #loadNext({deadlines}: Companies): Promise<void> {
    await deadlines.loadNext(this.today);
    this.#listener.changed();
  }

  /** Loads the next deadlines if too few are known, to replace hidden ones. */
  #fillNext(): void {
    if (this.companies && this.needsNext && !this.next)
      void this.#loadNext(this.companies).catch(() => undefined);
  }

  /** Prefetches the months before and after the visible one, or finds the closest deadline if there is none. */
  async #loadAround({deadlines}: Companies): Promise<void> {
    const navigation = this.#navigation;
    const {selection} = this;
    await idle();
    if (!this.#listener.isConnected() || navigation !== this.#navigation) return;
    if (this.screenView === 'month')
      deadlines.prefetch([this.#periodAfter, weeksPeriod(neighbour(this.month, -1))]);
    if (selection?.count === 0 && !selection.isFiltered) await this.#findNearest(navigation);
  }

  /** Returns the weeks of the next month; after the current month, also the further days that can be printed. */
  get #periodAfter(): Period {
    const period = weeksPeriod(neighbour(this.month, 1));
    if (this.month !== monthOf(this.today)) return period;
    return {from: period.from, to: addMonths(this.today, printedMonths)};
  }

  async #findNearest(navigation: number): Promise<void> {
    const {companies, listed} = this;
    if (!companies || !listed) return;
    // After a past period, the next deadline is the first one from today on.
    const to = listed.to < this.today ? addDays(this.today, -1) : listed.to;
    const nearest = await findNearest(companies.deadlines, {...listed, to}, this.#matches);
    if (navigation !== this.#navigation) return;
    this.nearest = nearest;
    this.#listener.changed();
  }

  readonly #matches = (frist: Frist) => matches(frist, this.filter, this.#kept);

  #select(): void {
    const {filter} = this;
    const listed = this.listed;
    const period = this.shownPeriod;
    const frister = period && this.companies?.deadlines.within(period);
    this.selection = frister && listed && select(frister, listed, filter, this.#kept);
    if (this.selection?.count) this.nearest = undefined;
    if (this.announcement.kind === 'loading') this.#announceShown();
    this.#listener.changed();
  }

  get #listed(): readonly Frist[] {
    return [...(this.selection?.listed.values() ?? [])].flat();
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
