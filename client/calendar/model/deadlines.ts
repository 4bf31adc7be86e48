import {ApiError} from '../../api/api.ts';
import {reasonOf} from '../../api/reason.ts';
import type {RequestQueue} from '../../api/request-queue.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import {type IsoDate, lastDate} from './dates.ts';
import type {DeadlineCache, LoadOptions} from './deadline-cache.ts';
import type {Frist, FristRef} from './frist.ts';
import {loadCompanies} from './load-companies.ts';
import type {Period} from './periods.ts';

/** The time after which the deadlines are shown without companies that have not responded yet. */
const slowTimeMs = 3_000;

/** The number of deadlines that one page has, of all companies together. */
const pageLength = 50;

/** The minimum number of deadlines of each company that a page has. */
const minPageLength = 10;

type Load = (cache: DeadlineCache, options: LoadOptions) => Promise<void>;

/** Why something could not be loaded, by the company's CVR number. */
export type Failures = ReadonlyMap<string, Reason>;

export interface DeadlinesListener {
  /** The deadlines of one of several companies could not be loaded. */
  companyFailed(cvr: string, cause: unknown): void;
  /** A company that had not responded in time has been loaded, or has failed. */
  changed(): void;
}

/**
 * The deadlines of all companies of a calendar, as if they were those of one. The service is asked for each company, a few at a time. A
 * company that fails does not hide the others: what is known of it is shown with theirs, and `failures` names it.
 */
export class Deadlines {
  readonly #caches: ReadonlyMap<string, DeadlineCache>;
  readonly #all: readonly DeadlineCache[];
  readonly #listener: DeadlinesListener;
  readonly #queue: RequestQueue;
  readonly #stopped = new AbortController();
  #loading = new AbortController();
  readonly #prefetching = new Set<IsoDate>();
  /** Of the last load of a period or a page. */
  readonly #failures = new Map<string, Reason>();
  /** Of the last load of the next deadlines. */
  readonly #nextFailures = new Map<string, Reason>();

  /** @param caches The companies' deadlines, in the order of the companies. */
  constructor(caches: readonly DeadlineCache[], queue: RequestQueue, listener: DeadlinesListener) {
    this.#queue = queue;
    this.#caches = new Map(caches.map(cache => [cache.cvr, cache]));
    this.#all = caches;
    this.#listener = listener;
  }

  /** Returns a loaded deadline as it is to be shown. */
  get({cvr, fristId}: FristRef): Frist | undefined {
    return this.#caches.get(cvr)?.get(fristId);
  }

  /** Returns the first company that is known to have a deadline. */
  companyOf(fristId: number): string | undefined {
    return this.#all.find(cache => cache.get(fristId))?.cvr;
  }

  /** Returns the names of the authorities whose deadlines were loaded, by CVR number, in alphabetical order. */
  senders(locale: string): ReadonlyMap<string, string> {
    const senders = new Map(this.#all.flatMap(cache => [...cache.senders]));
    return new Map([...senders].sort(([, one], [, other]) => one.localeCompare(other, locale)));
  }

  /** Returns the companies that could not be loaded. @param withNext Whether the next deadlines count. */
  failures(withNext: boolean): Failures {
    return withNext ? new Map([...this.#nextFailures, ...this.#failures]) : this.#failures;
  }

  /**
   * Returns the deadlines of a period by date, then by id, hidden ones included; `undefined` if the period was not loaded. A company that
   * failed has those that are known.
   */
  within(period: Period): readonly Frist[] | undefined {
    const loaded = this.loadedAround(period.from);
    return loaded && period.to <= loaded.to ? this.#between(period) : undefined;
  }

  /** Returns the days around a day without a gap that were loaded of all companies that did not fail; `undefined` if the day was not loaded. */
  loadedAround(day: IsoDate): Period | undefined {
    const sound = this.#all.filter(({cvr}) => !this.#failures.has(cvr));
    const periods = (sound.length ? sound : this.#all).map(cache => cache.loadedAround(day));
    const loaded = periods.filter(period => period !== undefined);
    if (!loaded.length || (sound.length && loaded.length < periods.length)) return undefined;
    return {
      from: loaded.map(({from}) => from).reduce((one, other) => (one > other ? one : other)),
      to: earliest(loaded.map(({to}) => to)),
    };
  }

  /**
   * Returns the deadlines of a day and later that are not hidden, by date, as far as they are known without a gap: at least `count`, or all
   * that there are. `undefined` if fewer are known.
   *
   * @param cvr One company; '': all.
   */
  next(today: IsoDate, count: number, cvr: string): readonly Frist[] | undefined {
    const wanted = this.#all.filter(cache => !cvr || cache.cvr === cvr);
    const sound = wanted.filter(cache => !this.#nextFailures.has(cache.cvr));
    const to = earliest((sound.length ? sound : wanted).map(cache => cache.knownTo(today)));
    const frister = this.#between({from: today, to}, wanted).filter(({isSlettet}) => !isSlettet);
    return frister.length >= count || to === lastDate ? frister : undefined;
  }

  /**
   * Loads a period. Aborts a load in progress.
   *
   * @returns Whether the load was completed, not aborted.
   * @throws {ApiError} If it failed for all companies.
   */
  load(period: Period): Promise<boolean> {
    return this.#loadShown((cache, options) => cache.loadPeriod(period, options));
  }

  /**
   * Loads the first deadlines from a day on: a page of them. Aborts a load in progress.
   *
   * @returns Whether the load was completed, not aborted.
   * @throws {ApiError} If it failed for all companies.
   */
  loadPage(from: IsoDate): Promise<boolean> {
    return this.#loadShown((cache, options) => cache.loadPage(from, this.#pageLength, options));
  }

  /** Loads a period, and aborts nothing. @throws {ApiError} If it failed for all companies. */
  async addPeriod(period: Period): Promise<void> {
    await this.#each((cache, options) => cache.loadPeriod(period, options), {clears: false});
  }

  /** Loads a page of deadlines from a day on, and aborts nothing. @throws {ApiError} If it failed for all companies. */
  async addPage(from: IsoDate): Promise<void> {
    await this.#each((cache, options) => cache.loadPage(from, this.#pageLength, options), {
      // A company with few deadlines is loaded further than one with many.
      caches: this.#all.filter(cache => !cache.loadedAround(from)),
      clears: false,
    });
  }

  /** Loads what {@link next} returns. @throws {ApiError} If it failed for all companies. */
  async loadNext(today: IsoDate, caches = this.#all): Promise<void> {
    const failures = this.#nextFailures;
    await this.#each((cache, options) => cache.loadNext(today, options), {caches, failures});
  }

  /**
   * Loads a period, and the next deadlines, of the companies that failed. Ends when something else is loaded.
   *
   * @throws {ApiError} If the person is signed out.
   */
  async retryFailed(period: Period, today: IsoDate): Promise<void> {
    const {signal} = this.#loading;
    const failed = (failures: Failures) => this.#all.filter(({cvr}) => failures.has(cvr));
    const load: Load = (cache, options) => cache.loadPeriod(period, options);
    await Promise.all([
      unlessAborted(signal, this.#each(load, {signal, caches: failed(this.#failures)})),
      this.loadNext(today, failed(this.#nextFailures)),
    ]);
  }

  /** Loads periods that the person may show next, if they were not loaded. Ignores errors: a period is loaded when it is shown. */
  prefetch(periods: readonly Period[]): void {
    const {signal} = this.#stopped;
    for (const period of periods) {
      const caches = this.#all.filter(cache => !cache.has(period));
      if (!caches.length || this.#prefetching.has(period.from)) continue;
      this.#prefetching.add(period.from);
      const loads = caches.map(cache =>
        this.#queue.run(() => cache.loadPeriod(period, {signal, priority: 'low'}), true),
      );
      void Promise.allSettled(loads).then(() => this.#prefetching.delete(period.from));
    }
  }

  /** Loads one deadline, whatever its date. @throws {ApiError} With status 404 if the company does not have it, or is not one of these. */
  async loadOne({cvr, fristId}: FristRef): Promise<void> {
    await this.#cacheOf(cvr).loadOne(fristId, this.#stopped.signal);
  }

  /** Returns a deadline as iCalendar. @param reminderDays A reminder so many days before it; 0: none. @throws {ApiError} */
  async loadIcalendar({cvr, fristId}: FristRef, reminderDays: number): Promise<string> {
    return this.#cacheOf(cvr).loadIcalendar(fristId, reminderDays, this.#stopped.signal);
  }

  /** Marks a deadline immediately and saves the mark. */
  mark({cvr, fristId}: FristRef, mark: Parameters<DeadlineCache['mark']>[1]): void {
    this.#caches.get(cvr)?.mark(fristId, mark);
  }

  /** Aborts loads and stops calling listeners. Saves in progress still reach the service. */
  stop(): void {
    this.#loading.abort();
    this.#stopped.abort();
    for (const cache of this.#all) cache.stop();
  }

  /** The number of deadlines of each company that a page has. */
  get #pageLength(): number {
    return Math.max(minPageLength, Math.floor(pageLength / this.#all.length));
  }

  #cacheOf(cvr: string): DeadlineCache {
    const cache = this.#caches.get(cvr);
    if (!cache) throw new ApiError(404, 'The calendar does not show this company.');
    return cache;
  }

  #loadShown(load: Load): Promise<boolean> {
    this.#loading.abort();
    const {signal} = (this.#loading = new AbortController());
    return unlessAborted(signal, this.#each(load, {signal}));
  }

  /**
   * Loads something of companies, and notes which of them failed. What is shown does not wait long for a few slow ones: they count as
   * failed until they are loaded.
   *
   * @param options.clears Whether a company that is loaded no longer counts as failed.
   * @throws {ApiError} If all companies failed, or the person is signed out. Then, nothing is noted.
   */
  async #each(
    load: Load,
    {
      signal = this.#stopped.signal,
      caches = this.#all,
      failures = this.#failures,
      clears = true,
    }: {
      signal?: AbortSignal;
      caches?: readonly DeadlineCache[];
      failures?: Map<string, Reason>;
      clears?: boolean;
    },
  ): Promise<void> {
    const pending = new Set(caches);
    let loaded = 0;
    let isLate = false;
    const loadOne = async (cache: DeadlineCache) => {
      try {
        await load(cache, {signal});
        loaded += 1;
        if (clears) failures.delete(cache.cvr);
      } finally {
        pending.delete(cache);
      }
      if (isLate) this.#listener.changed();
    };
    const noteFailures = (causes: ReadonlyMap<DeadlineCache, unknown>) => {
      signal.throwIfAborted();
      const [first] = causes.values();
      if (causes.size === this.#all.length) throw first;
      for (const [{cvr}, cause] of causes) {
        failures.set(cvr, reasonOf(cause));
        this.#listener.companyFailed(cvr, cause);
      }
    };
    const loading = loadCompanies(caches, this.#queue, loadOne, () => !signal.aborted).then(noteFailures);
    if (clears) await settledOrSlow(loading);
    isLate = clears && loaded > 0 && pending.size > 0 && !signal.aborted;
    if (!isLate) return loading;
    const setAll = (reason: Reason) => pending.forEach(({cvr}) => failures.set(cvr, reason));
    setAll('away');
    loading
      .catch((cause: unknown) => signal.aborted || setAll(reasonOf(cause)))
      .finally(() => this.#listener.changed());
  }

  #between(period: Period, caches = this.#all): Frist[] {
    return caches
      .flatMap(cache => cache.between(period))
      .sort((one, other) => compare(one.fristDato, other.fristDato) || one.fristId - other.fristId);
  }
}

function earliest(dates: readonly IsoDate[]): IsoDate {
  return dates.reduce((one, other) => (one < other ? one : other));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** Returns whether a load was completed, not aborted. */
async function unlessAborted(signal: AbortSignal, loading: Promise<void>): Promise<boolean> {
  try {
    await loading;
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

/** Waits for a load, but not for long. Does not throw. */
async function settledOrSlow(loading: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = new Promise<void>(resolve => {
    timer = setTimeout(resolve, slowTimeMs);
  });
  await Promise.race([loading, slow]).catch(() => undefined);
  clearTimeout(timer);
}
