import {ApiError} from '../../api/api.ts';
import {type IsoDate, lastDate} from './dates.ts';
import type {DeadlineCache} from './deadline-cache.ts';
import type {DeadlineSource, LoadOptions} from './deadline-source.ts';
import {byDate, type Frist, type FristRef, type Mark} from './frist.ts';
import type {Period} from './periods.ts';

/** The number of deadlines on a page. */
const pageLength = 50;

/** The deadlines of a calendar's companies, by date. */
export class Deadlines {
  readonly #source: DeadlineSource;
  readonly #stopped = new AbortController();
  #loading = new AbortController();
  readonly #prefetching = new Set<IsoDate>();

  constructor(source: DeadlineSource) {
    this.#source = source;
  }

  /** Returns a loaded deadline with its pending mark. */
  get({cvr, fristId}: FristRef): Frist | undefined {
    return this.#source.of(cvr)?.get(fristId);
  }

  /** Returns the names of the authorities whose deadlines were loaded, by CVR number, in alphabetical order. */
  senders(locale: string): ReadonlyMap<string, string> {
    return new Map([...this.#source.senders].sort(([, one], [, other]) => one.localeCompare(other, locale)));
  }

  /**
   * Returns the deadlines of a period by date, then by id, hidden ones included; `undefined` if the period was not loaded. Of a failed
   * company, these are the known ones.
   */
  within(period: Period): readonly Frist[] | undefined {
    return (this.loadedAround(period.from)?.to ?? '') < period.to
      ? undefined
      : byDate(this.#source.between(period));
  }

  /** Returns the days around a day without a gap that were loaded of all companies that did not fail; `undefined` if the day was not loaded. */
  loadedAround(day: IsoDate): Period | undefined {
    return this.#source.loadedAround(day);
  }

  /**
   * Returns the deadlines from a day on, without hidden ones, by date, as far as they are known without a gap: at least `count`, or all.
   * `undefined` if fewer are known.
   *
   * @param cvr One company; '': all.
   */
  next(today: IsoDate, count: number, cvr: string): readonly Frist[] | undefined {
    const source = cvr ? this.#cacheOf(cvr) : this.#source;
    const to = source.knownTo(today);
    const frister = source.between({from: today, to}).filter(({isSlettet}) => !isSlettet);
    return frister.length < count && to !== lastDate ? undefined : byDate(frister);
  }

  /**
   * Loads a period. Aborts a load in progress.
   *
   * @returns Whether the load was completed, not aborted.
   * @throws {ApiError} If it failed for all companies.
   */
  load(period: Period): Promise<boolean> {
    return this.#loadShown(options => this.#source.loadPeriod(period, options));
  }

  /**
   * Loads the first deadlines from a day on: a page of them. Aborts a load in progress.
   *
   * @returns Whether the load was completed, not aborted.
   * @throws {ApiError} If it failed for all companies.
   */
  loadPage(from: IsoDate): Promise<boolean> {
    return this.#loadShown(options => this.#source.loadPage(from, pageLength, options));
  }

  /** Loads a period without aborting other loads. @throws {ApiError} If it failed for all companies. */
  addPeriod(period: Period): Promise<void> {
    return this.#source.loadPeriod(period, this.#adding);
  }

  /** Loads a page of deadlines from a day on without aborting other loads. @throws {ApiError} If it failed for all companies. */
  addPage(from: IsoDate): Promise<void> {
    return this.#source.loadPage(from, pageLength, this.#adding);
  }

  /** Loads the deadlines of {@link next}. @throws {ApiError} If it failed for all companies. */
  loadNext(today: IsoDate): Promise<void> {
    return this.#source.loadNext(today, this.#stopped);
  }

  /** Prefetches periods that were not loaded. Ignores errors: a period is loaded when it is shown. */
  prefetch(periods: readonly Period[]): void {
    const {signal} = this.#stopped;
    for (const period of periods) {
      const {from} = period;
      if (this.#prefetching.has(from)) continue;
      this.#prefetching.add(from);
      this.#source
        .loadPeriod(period, {signal, priority: 'low'})
        .catch(() => undefined)
        .finally(() => this.#prefetching.delete(from));
    }
  }

  /** Loads a deadline of any date. @throws {ApiError} With status 404 if the company does not have it or is not in the calendar. */
  async loadOne({cvr, fristId}: FristRef): Promise<void> {
    await this.#cacheOf(cvr).loadOne(fristId, this.#stopped.signal);
  }

  /** Marks a deadline immediately and saves the mark. */
  mark({cvr, fristId}: FristRef, mark: Mark): void {
    this.#source.of(cvr)?.mark(fristId, mark);
  }

  /** Aborts loads and stops calling listeners. Saves in progress still reach the service. */
  stop(): void {
    this.#loading.abort();
    this.#stopped.abort();
    this.#source.stop();
  }

  get #adding(): LoadOptions {
    return {signal: this.#stopped.signal, adds: true};
  }

  #cacheOf(cvr: string): DeadlineCache {
    const cache = this.#source.of(cvr);
    if (!cache) throw new ApiError(404, 'The calendar does not show this company.');
    return cache;
  }

  async #loadShown(load: (options: LoadOptions) => Promise<void>): Promise<boolean> {
    this.#loading.abort();
    const {signal} = (this.#loading = new AbortController());
    try {
      await load({signal});
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }
}
