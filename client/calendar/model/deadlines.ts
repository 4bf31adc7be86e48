import {ApiError, reasonOf} from '../../api/api.ts';
import {TavleErrorEvent} from '../../events.ts';
import {type IsoDate, lastDate, type Period} from '../../frist/model/dates.ts';
import {
  byDate,
  type Deadline,
  type Frist,
  type FristRef,
  type Mark,
  mergeEqual,
} from '../../frist/model/frist.ts';
import {type Failures, loadCompanies, RequestQueue} from '../../frist/model/load-companies.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import type {ModelListener} from '../../shared/load-model.ts';
import type {DeadlineCache, LoadOptions} from './deadline-cache.ts';

/** The number of deadlines on a page, and the minimum number of each company. */
const pageLength = 50;
const minCompanyLength = 10;

/** The timeout after which the deadlines are shown without companies that have not responded. */
const slowTimeMs = 3_000;

type Load = (cache: DeadlineCache, options: LoadOptions) => Promise<void>;

export interface DeadlinesListener extends ModelListener {
  /** A deadline, a mark of one, or `failures` has changed. */
  deadlinesChanged(): void;
  /** Reloads the visible deadlines. */
  refresh(): Promise<void>;
  /** The visible deadlines could not be completed. */
  reportStale(cause: unknown): void;
}

/**
 * The deadlines of a calendar's companies, by date. Requests each company's deadlines, a few companies at a time. One of several companies that
 * fails does not hide the others: its known deadlines stay visible, and `failures` names it.
 */
export class Deadlines {
  readonly queue = new RequestQueue();
  /** Whether companies that failed are being loaded again. */
  isRetrying = false;
  readonly #all: readonly DeadlineCache[];
  readonly #listener: DeadlinesListener;
  readonly #stopped = new AbortController();
  /** Aborts when another period is shown. */
  #loading = new AbortController();
  /** The load of the next deadlines that is in progress, and its day. */
  #loadingNext: {readonly today: IsoDate; readonly loading: Promise<void>} | undefined;
  readonly #prefetching = new Set<IsoDate>();
  /** The failures of the last load of a period or a page. */
  readonly #failures = new Map<string, Reason>();
  /** The failures of the last load of the next deadlines. */
  readonly #nextFailures = new Map<string, Reason>();

  /** @param caches The companies' deadlines, in the order of the companies; at least one. */
  constructor(caches: readonly DeadlineCache[], listener: DeadlinesListener) {
    this.#all = caches;
    this.#listener = listener;
  }

  /** Returns a loaded deadline with its pending mark. */
  get({cvr, fristId}: FristRef): Frist | undefined {
    return this.#of(cvr)?.get(fristId);
  }

  /** The names of the authorities whose deadlines were loaded, by CVR number. */
  get senders(): ReadonlyMap<string, string> {
    return new Map(this.#all.flatMap(cache => [...cache.senders]));
  }

  /** Returns the companies that could not be loaded. @param withNext Whether the next deadlines count. */
  failures(withNext: boolean): Failures {
    return withNext ? new Map([...this.#nextFailures, ...this.#failures]) : this.#failures;
  }

  /**
   * Returns the deadlines of a period by date, then by id, hidden ones included; `undefined` if the period was not loaded. Of a failed
   * company, these are the known ones.
   */
  within(period: Period): readonly Frist[] | undefined {
    return (this.loadedAround(period.from)?.to ?? '') < period.to
      ? undefined
      : byDate(this.#all.flatMap(cache => cache.between(period)));
  }

  /** Returns the days around a day without a gap that were loaded of all companies that did not fail; `undefined` if the day was not loaded. */
  loadedAround(day: IsoDate): Period | undefined {
    const sound = sourcesOf(this.#all, this.#failures);
    const loaded = sound.map(cache => cache.loadedAround(day)).filter(period => period !== undefined);
    if (!loaded.length || (this.#failures.size < this.#all.length && loaded.length < sound.length))
      return undefined;
    return {
      from: loaded.map(({from}) => from).reduce((one, other) => (one > other ? one : other)),
      to: earliest(loaded.map(({to}) => to)),
    };
  }

  /**
   * Returns each deadline from a day on once, by date, as far as they are known without a gap: at least `count`, or all. Without those of companies that
   * have hidden or done them.
   * `undefined` if fewer are known.
   *
   * @param cvr One company; '': all.
   */
  next(today: IsoDate, count: number, cvr: string): readonly Deadline[] | undefined {
    const caches = this.#all.filter(cache => !cvr || cache.cvr === cvr);
    const to = earliest(sourcesOf(caches, this.#nextFailures).map(cache => cache.knownTo(today)));
    const known = caches.flatMap(cache => cache.between({from: today, to}));
    const next = mergeEqual(byDate(known.filter(({isSlettet, isKlaret}) => !isSlettet && !isKlaret)));
    return next.length < count && to !== lastDate ? undefined : next;
  }

  /** Loads a period. Aborts a load in progress. Returns whether it was completed, not aborted. @throws {ApiError} If it failed for all companies. */
  load(period: Period): Promise<boolean> {
    return this.#loadShown((cache, options) => cache.loadPeriod(period, options));
  }

  /**
   * Loads the first deadlines from a day on: a page of all companies together, which is a longer period for a company with few deadlines. Aborts a
   * load in progress. Returns whether it was completed, not aborted. @throws {ApiError} If it failed for all companies.
   */
  loadPage(from: IsoDate): Promise<boolean> {
    return this.#loadShown((cache, options) => cache.loadPage(from, this.#companyLength, options));
  }

  /** Loads a period without aborting other loads. @throws {ApiError} If it failed for all companies. */
  addPeriod(period: Period): Promise<void> {
    return this.#add((cache, options) => cache.loadPeriod(period, options), this.#all);
  }

  /** Loads a page of deadlines from a day on without aborting other loads. @throws {ApiError} If it failed for all companies. */
  addPage(from: IsoDate): Promise<void> {
    const missing = this.#all.filter(cache => !cache.loadedAround(from));
    return this.#add((cache, options) => cache.loadPage(from, this.#companyLength, options), missing);
  }

  /** Loads the deadlines of {@link next}. @param again Whether to load them again while they are loading. @throws {ApiError} If it failed for all companies. */
  loadNext(today: IsoDate, again: boolean): Promise<void> {
    if (again || this.#loadingNext?.today !== today) {
      const loading = this.#loadNext(today, this.#all).finally(() => {
        if (this.#loadingNext?.loading === loading) this.#loadingNext = undefined;
      });
      this.#loadingNext = {today, loading};
    }
    return this.#loadingNext.loading;
  }

  /** Prefetches periods that were not loaded. Ignores errors: a period is loaded when it is shown. */
  prefetch(periods: readonly Period[]): void {
    const {signal} = this.#stopped;
    for (const period of periods.filter(({from}) => !this.#prefetching.has(from))) {
      const load = (cache: DeadlineCache) => cache.loadPeriod(period, {signal, priority: 'low'});
      this.#prefetching.add(period.from);
      void Promise.allSettled(this.#all.map(cache => this.queue.run(() => load(cache), true))).then(() =>
        this.#prefetching.delete(period.from),
      );
    }
  }

  /** Loads a deadline of any date. @throws {ApiError} With status 404 if the company does not have it or is not in the calendar. */
  async loadOne({cvr, fristId}: FristRef): Promise<void> {
    const cache = this.#of(cvr);
    if (!cache) throw new ApiError(404, 'The calendar does not show this company.');
    await cache.loadOne(fristId, this.#stopped.signal);
  }

  /** Loads a period, and the next deadlines, of the companies that failed. Ends when something else is loaded. */
  async retry(period: Period, today: IsoDate): Promise<void> {
    if (this.isRetrying) return;
    const {signal} = this.#loading;
    const failed = (failures: Failures) => this.#all.filter(({cvr}) => failures.has(cvr));
    this.isRetrying = true;
    this.#listener.deadlinesChanged();
    try {
      await Promise.all([
        this.#loadEach((cache, options) => cache.loadPeriod(period, options), signal, failed(this.#failures)),
        this.#loadNext(today, failed(this.#nextFailures)),
      ]);
    } catch (cause) {
      if (!signal.aborted) this.#listener.reportStale(cause);
    }
    this.isRetrying = false;
    this.#listener.deadlinesChanged();
  }

  /** Marks a deadline immediately and saves the mark. */
  mark({cvr, fristId}: FristRef, mark: Mark): void {
    this.#of(cvr)?.mark(fristId, mark);
  }

  /** Aborts loads and stops calling listeners. Saves in progress still reach the service. */
  stop(): void {
    this.#loading.abort();
    this.#stopped.abort();
    for (const cache of this.#all) cache.stop();
  }

  get #companyLength(): number {
    return Math.max(minCompanyLength, Math.floor(pageLength / this.#all.length));
  }

  #of(cvr: string): DeadlineCache | undefined {
    return this.#all.find(cache => cache.cvr === cvr);
  }

  async #loadShown(load: Load): Promise<boolean> {
    this.#loading.abort();
    const {signal} = (this.#loading = new AbortController());
    try {
      await this.#loadEach(load, signal, this.#all);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }

  async #loadNext(today: IsoDate, caches: readonly DeadlineCache[]): Promise<void> {
    const load: Load = (cache, options) => cache.loadNext(today, options);
    await this.#loadEach(load, this.#stopped.signal, caches, this.#nextFailures);
  }

  async #add(load: Load, caches: readonly DeadlineCache[]): Promise<void> {
    const {signal} = this.#stopped;
    const loadOne = (cache: DeadlineCache) => load(cache, {signal});
    this.#record(await loadCompanies(caches, loadOne, () => !signal.aborted, this.queue), signal);
  }

  /**
   * Runs `load` for companies, and records failures. A few slow companies count as failed until they are loaded.
   *
   * @throws {ApiError} If all companies failed, or the person is signed out. Then, records no failures.
   */
  async #loadEach(
    load: Load,
    signal: AbortSignal,
    caches: readonly DeadlineCache[],
    failures = this.#failures,
  ): Promise<void> {
    const pending = new Set(caches);
    let loaded = 0;
    let isLate = false;
    const loadOne = async (cache: DeadlineCache) => {
      try {
        await load(cache, {signal});
        loaded += 1;
        failures.delete(cache.cvr);
      } finally {
        pending.delete(cache);
      }
      if (isLate) this.#listener.deadlinesChanged();
    };
    const loading = loadCompanies(caches, loadOne, () => !signal.aborted, this.queue).then(causes =>
      this.#record(causes, signal, failures),
    );
    const slow = new Promise<void>(resolve => setTimeout(resolve, slowTimeMs));
    await Promise.race([loading, slow]).catch(() => undefined);
    isLate = loaded > 0 && pending.size > 0 && !signal.aborted;
    if (!isLate) return loading;
    const setAll = (reason: Reason) => pending.forEach(({cvr}) => failures.set(cvr, reason));
    setAll('away');
    loading
      .catch((cause: unknown) => signal.aborted || setAll(reasonOf(cause)))
      .finally(() => this.#listener.deadlinesChanged());
  }

  /** Records and reports the causes of failed loads. @throws {ApiError} If all companies failed. */
  #record(causes: ReadonlyMap<DeadlineCache, unknown>, signal: AbortSignal, failures = this.#failures): void {
    signal.throwIfAborted();
    const [first] = causes.values();
    if (causes.size === this.#all.length) throw first;
    for (const [{cvr}, cause] of causes) {
      failures.set(cvr, reasonOf(cause));
      this.#listener.dispatch(new TavleErrorEvent('load', cause, {cvr}));
    }
  }
}

/** Returns the companies that did not fail; all if there are none. */
function sourcesOf(caches: readonly DeadlineCache[], failures: Failures): readonly DeadlineCache[] {
  const sound = caches.filter(({cvr}) => !failures.has(cvr));
  return sound.length ? sound : caches;
}

function earliest(dates: readonly IsoDate[]): IsoDate {
  return dates.reduce((one, other) => (one < other ? one : other));
}
