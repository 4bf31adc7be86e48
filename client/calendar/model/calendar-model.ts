// The model of `<tavle-calendar>`: `tavle-calendar.ts` creates it, and its controllers and views use it. The other
// modules of this folder are its parts. Add an action as a method that changes the state and then calls `changed()` of
// the listener. Do not use the DOM here: the element renders, and controllers pass on what the page does.

import type {Api} from '../../api/api.ts';
import {parseCvrs} from '../../frist/model/cvrs.ts';
import {
  addDays,
  addMonths,
  includes,
  isDate,
  type IsoDate,
  monthOf,
  type Period,
} from '../../frist/model/dates.ts';
import {
  type Deadline,
  type Frist,
  type FristRef,
  keyOf,
  type Mark,
  mergeEqual,
} from '../../frist/model/frist.ts';
import {LoadModel, type LoadState} from '../../shared/load-model.ts';
import {type Agenda, type Direction, findNearest, type Nearest} from './agenda.ts';
import {Companies} from './companies.ts';
import {Dialog, type DialogContext, type CalendarListener} from './dialog.ts';
import {
  type Filter,
  matches,
  Navigation,
  noFilter,
  select,
  type Selection,
  type ViewName,
  type Views,
  type VisiblePeriod,
} from './selection.ts';

/** The time in which a change is rendered. */
const renderTimeMs = 100;

/** The maximum wait for a busy page. */
const idleTimeoutMs = 1_000;

/** The announcement about the visible deadlines. Marks cause none, since the notice announces them. */
export interface Announcement {
  /** `undefined` while loading. */
  readonly selection: Selection | undefined;
  /** A day without deadlines that the person has opened. */
  readonly emptyDay?: IsoDate | undefined;
  /** Whether the person has typed a text that does not name one company. */
  readonly isCompanyUnknown?: boolean | undefined;
}

/**
 * The state of a calendar, and the actions that change it. Each action changes the state and then calls `changed()` of the listener.
 * Views only read the state and call actions.
 */
export class CalendarModel extends LoadModel<CalendarListener> implements DialogContext {
  readonly #element: {readonly cvr: unknown};
  readonly navigation: Navigation;
  filter = noFilter;
  /** The text in the company field, if it does not name one company; otherwise ''. The filter stays as it was. */
  unknownCompany = '';
  isFilterOpen = false;
  /** The filter of the page's URL, until the companies of a person have loaded. */
  #restored: Filter | undefined;
  /** Whether the page's URL may have a filter that was cleared. After a sign-out, the URL keeps the filter, since a login may return to the URL. */
  #isUrlOld = false;
  /** `undefined` until the person is signed in. */
  companies: Companies | undefined;
  /** `undefined` while loading. */
  selection: Selection | undefined;
  announcement: Announcement = {selection: undefined};
  /** The closest deadline to a period without deadlines; `undefined` until it is found. */
  nearest: Nearest | undefined;
  /** Resolves when loading has completed or failed. */
  loaded = Promise.resolve();
  readonly dialog: Dialog;
  /** Deadlines that were opened while unread: they stay visible although only unread ones are shown. */
  readonly #kept = new Set<string>();
  /** The visible period. Whenever a period is shown, a new object replaces this one, which pending loads compare. */
  #shown = {key: '', start: ''};
  /** Whether the visible period is later than the one before. */
  #isForward = true;

  /** @param element Its property `cvr` has the CVR numbers as text, which may change. */
  constructor(listener: CalendarListener, element: {readonly cvr: unknown}, views: Views) {
    super(listener);
    this.navigation = new Navigation(views);
    this.#element = element;
    this.dialog = new Dialog(this, listener);
  }

  /** The next deadlines above the view, without those that a list contains; `undefined` while they are loading. */
  get next(): readonly Deadline[] | undefined {
    const listed = this.agenda?.period;
    const {today} = this.navigation;
    const next = this.companies?.deadlines.next(today, this.filter.cvr);
    return listed ? next?.filter(({fristDato}) => !includes(listed, fristDato)) : next;
  }

  /** The list of deadlines; `undefined` in other views. */
  get agenda(): Agenda | undefined {
    return this.navigation.period ? undefined : this.companies?.agenda;
  }

  /** The visible days, and those whose deadlines are listed; `undefined` while a list is loading. */
  get period(): VisiblePeriod | undefined {
    const list = this.agenda?.period;
    return this.navigation.period ?? (list && {shown: list, listed: list});
  }

  override connect(api: Api | undefined): void {
    super.connect(api);
    if (api && !this.#cvrs.length) this.showFailure('noCompany');
  }

  protected override clear(): void {
    // Forgets the filter and the deadline of the page's URL, but not before a person has loaded deadlines: until then, both wait for a sign-in.
    if (this.companies?.deadlines.hasLoaded) this.#restored = this.dialog.awaited = undefined;
    this.#isUrlOld ||= this.filter !== noFilter && !this.#restored;
    this.companies?.deadlines.stop();
    this.companies = undefined;
    this.filter = noFilter;
    this.navigation.week = '';
    this.#reset();
    this.dialog.reset();
  }

  /** Opens the companies of a person. */
  #open(): Companies | undefined {
    const {api, listener} = this;
    if (!api || !this.#cvrs.length || !listener.isConnected()) return undefined;
    const companies: Companies = new Companies(api, this.#cvrs, {
      ...listener,
      isConnected: () => companies === this.companies && listener.isConnected(),
      deadlinesChanged: () => this.#select(),
      refresh: () => this.refresh(),
    });
    this.companies = companies;
    this.filter = this.#restored ?? this.filter;
    this.navigation.week = this.filter.week;
    this.#goToWeek();
    this.#reset();
    this.dialog.reset();
    if (this.#isUrlOld) listener.navigated();
    this.#isUrlOld = false;
    return companies;
  }

  get #cvrs(): string[] {
    return parseCvrs(this.#element.cvr as string);
  }

  /** Known deadlines stay visible if a reload fails. */
  override setState(state: LoadState): void {
    super.setState(state);
    this.isCurrent = this.selection !== undefined;
  }

  setDate(date: string): void {
    this.navigation.date = date;
    this.#navigate();
  }

  /** Shows a view; `null`: the default for the width. */
  setView(view: ViewName | null): void {
    this.navigation.view = view;
    this.#navigate();
  }

  setNarrow(isNarrow: boolean): void {
    this.navigation.isNarrow = isNarrow;
    this.#update();
  }

  /** Updates `today`. Returns whether a day has ended in Denmark: then the deadlines must be reloaded. */
  updateToday(): boolean {
    const isOtherDay = this.navigation.readClock();
    if (isOtherDay) this.#update();
    return isOtherDay;
  }

  /** Navigates to `date` and selects it. Ignores invalid dates and years outside 1900-2199. */
  goTo(date: string): void {
    if (!isDate(date)) return;
    this.setDate(date);
    this.listener.navigated();
  }

  /** Navigates by months or by years, according to the view; a negative number navigates back. */
  move(count: number): void {
    const {day, shown} = this.navigation;
    this.goTo(addMonths(day, count * shown.step));
  }

  /** Selects a day of the month. Ignores visible days of adjacent months. */
  selectDay(day: IsoDate): void {
    if (monthOf(day) === this.navigation.month) this.goTo(day);
  }

  /** Selects a day, and shows its month in the month view. */
  showMonthOf(day: IsoDate): void {
    this.navigation.view = 'month';
    this.goTo(day);
  }

  /** Shows a view that the person has chosen. */
  chooseView(view: ViewName): void {
    this.setView(view);
    this.listener.navigated();
  }

  toggleFilter(): void {
    this.isFilterOpen = !this.isFilterOpen;
    this.listener.changed();
  }

  setFilter(filter: Filter): void {
    const isOtherCompany = filter.cvr !== this.filter.cvr;
    const isOtherWeek = filter.week !== this.filter.week;
    this.filter = filter;
    this.unknownCompany = '';
    this.#restored &&= filter;
    this.navigation.week = filter.week;
    this.#kept.clear();
    this.nearest = undefined;
    if (isOtherCompany) this.#fillNext();
    if (isOtherWeek) this.#goToWeek();
    this.#update();
    if (this.companies && !isOtherWeek) void this.#loadAround(this.companies, []);
    this.announce();
    this.listener.navigated();
  }

  /** Shows and announces that a text does not name one company. */
  rejectCompany(text: string): void {
    this.unknownCompany = text;
    this.announce(undefined, true);
  }

  /** Sets the filter, now or when the companies are opened. */
  restoreFilter(filter: Filter): void {
    if (this.companies) this.setFilter(filter);
    else this.#restored = filter;
  }

  /**
   * Navigates to the week of the filter, if there is one. Replaces a year with the list: a year that begins with the current month may lack the
   * first days of the week.
   */
  #goToWeek(): void {
    const {navigation} = this;
    if (navigation.week && navigation.shown.step > 1) navigation.view = 'list';
    navigation.goToWeek();
  }

  /** Adds earlier or later deadlines to the list. Returns the first added later deadline. */
  async extend(direction: Direction): Promise<FristRef | undefined> {
    const {companies} = this;
    if (!companies || companies.agenda.extending) return undefined;
    const {agenda} = companies;
    const shown = this.#shown;
    const known = new Set(this.#listedDeadlines.map(keyOf));
    agenda.extending = direction;
    this.listener.changed();
    try {
      await (direction === 'later' ? agenda.addLater(this.#matches) : agenda.addEarlier(this.#matches));
    } catch (error) {
      if (companies === this.companies && shown === this.#shown) this.fail(error);
      return undefined;
    } finally {
      agenda.extending = undefined;
    }
    this.#select();
    if (shown !== this.#shown) return undefined;
    this.announce();
    return direction === 'later' ? this.#listedDeadlines.find(each => !known.has(keyOf(each))) : undefined;
  }

  deadlinesOn(day: IsoDate): readonly Deadline[] | undefined {
    const frister = this.companies?.deadlines.within({from: day, to: day});
    return frister && mergeEqual(frister.filter(this.#matches));
  }

  keep(frist: FristRef): void {
    this.#kept.add(keyOf(frist));
  }

  /** Announces the visible deadlines, a day without any, or a text that does not name one company. Announces a list only when a page of it was loaded. */
  announce(emptyDay?: IsoDate, isCompanyUnknown?: boolean): void {
    const selection = this.agenda?.isLoaded === false ? undefined : this.selection;
    this.announcement = {selection, emptyDay, isCompanyUnknown};
    this.listener.changed();
  }

  /** Marks equal deadlines. If the mark hides them, closes the dialog. */
  mark(frister: readonly FristRef[], mark: Mark): void {
    if (!this.companies?.marks.mark(frister, mark) || (!mark.isSlettet && !mark.isKlaret)) return;
    if (mark.isSlettet) this.dialog.close();
    this.#fillNext();
  }

  override closeNotice(): void {
    this.companies?.marks.close();
    super.closeNotice();
  }

  /** Reloads the visible deadlines and the next ones. They stay visible while loading and if loading fails. */
  override async refresh(): Promise<void> {
    const companies = this.companies ?? this.#open();
    if (companies) await (this.loaded = this.#load(companies, true));
  }

  /** Shows another day or view. Removes the week from the filter if the week lacks the day, or in a year: a year may lack the first days of the week. */
  #navigate(): void {
    const {weekPeriod, day, shown} = this.navigation;
    if (weekPeriod && (shown.step > 1 || !includes(weekPeriod, day)))
      this.setFilter({...this.filter, week: ''});
    else this.#update();
  }

  /** Shows what the page or the person has chosen, and loads it if it is another period. */
  #update(): void {
    if (this.companies && this.#shown.key !== this.navigation.key) this.#show();
    else this.#select();
  }

  #show(): void {
    const before = this.#shown.start;
    this.stop();
    this.#reset();
    this.#isForward = this.#shown.start >= before;
    const isStale = this.selection && this.state.status === 'stale';
    if (!isStale) this.setState({status: this.selection ? 'ready' : 'loading'});
    this.loaded = this.#loadShown();
  }

  /** Resets the state to what is known of the visible period. */
  #reset(): void {
    const {navigation} = this;
    this.#shown = {key: navigation.key, start: navigation.start};
    this.#kept.clear();
    this.nearest = undefined;
    this.unknownCompany = '';
    this.agenda?.startAt(navigation.listStart);
    this.#select();
    this.announce();
  }

  /**
   * Loads the visible period, and the next deadlines unless they are known. If the period was loaded a moment ago, only prefetches. Renders
   * cached data first.
   */
  async #loadShown(): Promise<void> {
    const {companies, period} = this;
    const shown = this.#shown;
    await (this.selection && idle());
    if (!companies || shown !== this.#shown) return;
    const isLoaded = this.selection && this.agenda?.isLoaded !== false;
    const isFresh = isLoaded && period && companies.deadlines.isFresh(period.shown);
    if (isFresh) await this.#loadAround(companies, [this.#neighbour]);
    else await this.#load(companies, false);
  }

  /** The adjacent month in the direction in which the person navigates. */
  get #neighbour(): Period | undefined {
    return this.navigation.adjacentPeriods[this.#isForward ? 0 : 1];
  }

  /**
   * Loads the visible period and the next deadlines at the same time. Renders each when it has arrived.
   *
   * @param again Whether to load known next deadlines again.
   */
  async #load(companies: Companies, again: boolean): Promise<void> {
    const {navigation} = this;
    const {agenda, deadlines} = companies;
    const shown = this.#shown;
    if (!this.listener.isConnected()) return;
    const isFirst = !deadlines.hasLoaded;
    const {period} = navigation;
    // One request loads the period and its neighbour.
    const neighbour = again || isFirst ? undefined : this.#neighbour;
    const load = (signal: AbortSignal) =>
      period ? deadlines.loadPeriod(unite(period.shown, neighbour), {signal}) : agenda.load(signal);
    await this.load(
      async (_, signal) => {
        const isNew = !period && !agenda.isLoaded;
        const next = this.#loadNext(again);
        // Prevents an unhandled rejection: `next` is awaited later.
        next.catch(() => undefined);
        await load(signal);
        this.#leaveCompany();
        // The responses have corrected a wrong clock, or a day has ended.
        if (navigation.readClock()) {
          if (shown.key === navigation.key) await this.refresh();
          else this.#show();
          return;
        }
        if (this.state.status !== 'stale') this.state = {status: 'ready'};
        this.#select();
        if (isNew) this.announce();
        await next;
      },
      () => void this.#loadAround(companies, isFirst ? navigation.adjacentPeriods : []),
    );
  }

  /**
   * Loads the next deadlines if the view or the filter needs them and too few are known. If the filter names a
   * company, their response shows whether the token has the company.
   *
   * @param again Whether to load known ones again.
   * @throws {ApiError}
   */
  async #loadNext(again: boolean): Promise<void> {
    const {companies, navigation, filter} = this;
    if (!companies || !(navigation.needsNext || filter.cvr)) return;
    await companies.deadlines
      .loadNext(navigation.today, filter.cvr, again)
      // This load may also have changed deadlines of visible days.
      .finally(() => (this.announcement.selection ? this.#select() : this.listener.changed()));
    this.#leaveCompany();
  }

  /** Clears the filter by a company that the token lacks, which the page's URL may name. */
  #leaveCompany(): void {
    const {cvr} = this.filter;
    if (cvr && !this.companies?.cvrs.includes(cvr)) this.setFilter({...this.filter, cvr: ''});
  }

  /** Loads the next deadlines if too few are known now. Does not report a failure: other deadlines are visible. */
  #fillNext(): void {
    this.#loadNext(false).catch(() => undefined);
  }

  /** Prefetches months next to the visible one, or finds the closest deadline if the period has none. */
  async #loadAround({deadlines}: Companies, periods: readonly (Period | undefined)[]): Promise<void> {
    const {navigation, selection, filter} = this;
    const shown = this.#shown;
    await idle();
    if (!this.listener.isConnected() || shown !== this.#shown) return;
    // The search for the closest deadline also loads those after it.
    if (selection?.count === 0 && !selection.isFiltered) await this.#findNearest(filter);
    else if (navigation.shown.hasNeighbours)
      for (const period of periods) if (period) void deadlines.prefetch(period);
  }

  async #findNearest(filter: Filter): Promise<void> {
    const {companies, period} = this;
    const {today} = this.navigation;
    const shown = this.#shown;
    if (!companies || !period || filter !== this.filter) return;
    const {from, to} = period.listed;
    // After a past period, the next deadline is the first one from today on.
    const end = to < today ? addDays(today, -1) : to;
    const isNear = (frist: Frist) => matches(frist, filter, this.#kept);
    const nearest = await findNearest(companies.deadlines, {from, to: end}, isNear);
    if (shown !== this.#shown || filter !== this.filter) return;
    this.nearest = nearest;
    this.listener.changed();
  }

  readonly #matches = (frist: Frist) => matches(frist, this.filter, this.#kept);

  #select(): void {
    const {period} = this;
    const frister = period && this.companies?.deadlines.within(period.shown);
    this.selection = frister && select(frister, period.listed, this.filter, this.#kept);
    this.isCurrent = this.selection !== undefined;
    this.dialog.loadMissing();
    if (this.selection?.count) this.nearest = undefined;
    if (this.announcement.selection) this.listener.changed();
    else this.announce();
  }

  get #listedDeadlines(): readonly Deadline[] {
    return [...(this.selection?.listed.values() ?? [])].flat();
  }
}

/** Returns the period from the first to the last day of one period or two. */
function unite(one: Period, other: Period = one): Period {
  return {from: one.from < other.from ? one.from : other.from, to: one.to > other.to ? one.to : other.to};
}

/** Resolves when the last change has been rendered and the page is idle. */
async function idle(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, renderTimeMs));
  if (!('requestIdleCallback' in globalThis)) return;
  await new Promise(resolve => requestIdleCallback(resolve, {timeout: idleTimeoutMs}));
}
