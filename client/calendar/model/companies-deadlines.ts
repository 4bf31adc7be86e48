import {reasonOf} from '../../api/reason.ts';
import {TavleErrorEvent} from '../../events.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import type {CompaniesListener} from './companies.ts';
import {maxCompanies} from './cvrs.ts';
import type {IsoDate} from './dates.ts';
import type {DeadlineCache} from './deadline-cache.ts';
import type {DeadlineSource, LoadOptions} from './deadline-source.ts';
import type {Frist} from './frist.ts';
import {createQueue, loadCompanies} from './load-companies.ts';
import type {Period} from './periods.ts';

/** The timeout after which the deadlines are shown without companies that have not responded. */
const slowTimeMs = 3_000;

/** The minimum number of deadlines of each company that a page has. */
const minPageLength = 10;

type Load = (cache: DeadlineCache) => Promise<void>;

/** The reasons of failed loads, by the company's CVR number. */
export type Failures = ReadonlyMap<string, Reason>;

/**
 * The deadlines of several companies as one source. Requests each company's deadlines, a few companies at a time. A company that fails does
 * not hide the others: its known deadlines stay visible, and `failures` names it.
 */
export class CompaniesDeadlines implements DeadlineSource {
  /** The number of companies beyond the maximum: they are not shown. */
  readonly omitted: number;
  readonly queue = createQueue();
  /** Whether companies that failed are being loaded again. */
  isRetrying = false;
  readonly #all: readonly DeadlineCache[];
  readonly #listener: CompaniesListener;
  readonly #stopped = new AbortController();
  /** Aborts when another period is shown. */
  #shown = this.#stopped.signal;
  /** The failures of the last load of a period or a page. */
  readonly #failures = new Map<string, Reason>();
  /** The failures of the last load of the next deadlines. */
  readonly #nextFailures = new Map<string, Reason>();

  /** @param caches The companies' deadlines, in the order of the companies. */
  constructor(caches: readonly DeadlineCache[], omitted: number, listener: CompaniesListener) {
    this.#all = caches;
    this.omitted = omitted;
    this.#listener = listener;
    if (omitted) console.warn(`A calendar shows at most ${maxCompanies} companies.`);
  }

  /** Returns the companies that could not be loaded. @param withNext Whether the next deadlines count. */
  failures(withNext: boolean): Failures {
    return withNext ? new Map([...this.#nextFailures, ...this.#failures]) : this.#failures;
  }

  get senders(): ReadonlyMap<string, string> {
    return new Map(this.#all.flatMap(cache => [...cache.senders]));
  }

  of(cvr: string): DeadlineCache | undefined {
    return this.#all.find(cache => cache.cvr === cvr);
  }

  between(period: Period): readonly Frist[] {
    return this.#all.flatMap(cache => cache.between(period));
  }

  loadedAround(day: IsoDate): Period | undefined {
    const sound = this.#sound(this.#failures);
    const loaded = sound.map(cache => cache.loadedAround(day)).filter(period => period !== undefined);
    if (!loaded.length || (this.#failures.size < this.#all.length && loaded.length < sound.length))
      return undefined;
    return {
      from: loaded.map(({from}) => from).reduce((one, other) => (one > other ? one : other)),
      to: earliest(loaded.map(({to}) => to)),
    };
  }

  knownTo(day: IsoDate): IsoDate {
    return earliest(this.#sound(this.#nextFailures).map(cache => cache.knownTo(day)));
  }

  async loadPeriod(period: Period, options: LoadOptions): Promise<void> {
    const load: Load = cache => cache.loadPeriod(period, options);
    if (options.priority === 'low')
      await Promise.allSettled(this.#all.map(cache => this.queue.run(() => load(cache), true)));
    else await this.#loadShown(load, options);
  }

  /** Loads a page of all companies together: a longer period for a company with few deadlines. */
  async loadPage(from: IsoDate, length: number, options: LoadOptions): Promise<void> {
    const each = Math.max(minPageLength, Math.floor(length / this.#all.length));
    const load: Load = cache => cache.loadPage(from, each, options);
    if (!options.adds) return this.#loadShown(load, options);
    const missing = this.#all.filter(cache => !cache.loadedAround(from));
    return this.#each(load, options, missing);
  }

  async loadNext(today: IsoDate, options: LoadOptions, caches = this.#all): Promise<void> {
    await this.#each(cache => cache.loadNext(today, options), options, caches, this.#nextFailures);
  }

  /** Loads a period, and the next deadlines, of the companies that failed. Ends when something else is loaded. */
  async retry(period: Period, today: IsoDate): Promise<void> {
    if (this.isRetrying) return;
    const options = {signal: this.#shown};
    const failed = (failures: Failures) => this.#all.filter(({cvr}) => failures.has(cvr));
    this.isRetrying = true;
    this.#listener.deadlinesChanged();
    try {
      await Promise.all([
        this.#each(cache => cache.loadPeriod(period, options), options, failed(this.#failures)),
        this.loadNext(today, this.#stopped, failed(this.#nextFailures)),
      ]);
    } catch (cause) {
      if (!options.signal.aborted) this.#listener.reportStale(cause);
    }
    this.isRetrying = false;
    this.#listener.deadlinesChanged();
  }

  stop(): void {
    this.#stopped.abort();
    for (const cache of this.#all) cache.stop();
  }

  /** Returns the companies that did not fail; all if there are none. */
  #sound(failures: Failures): readonly DeadlineCache[] {
    const sound = this.#all.filter(({cvr}) => !failures.has(cvr));
    return sound.length ? sound : this.#all;
  }

  #loadShown(load: Load, options: LoadOptions): Promise<void> {
    if (!options.adds) this.#shown = options.signal;
    return this.#each(load, options);
  }

  /**
   * Runs `load` for companies, and records failures. A few slow companies count as failed until they are loaded.
   *
   * @throws {ApiError} If all companies failed, or the person is signed out. Then, records no failures.
   */
  async #each(
    load: Load,
    {signal, adds = false}: LoadOptions,
    caches = this.#all,
    failures = this.#failures,
  ): Promise<void> {
    const pending = new Set(caches);
    let loaded = 0;
    let isLate = false;
    const loadOne = async (cache: DeadlineCache) => {
      try {
        await load(cache);
        loaded += 1;
        if (!adds) failures.delete(cache.cvr);
      } finally {
        pending.delete(cache);
      }
      if (isLate) this.#listener.deadlinesChanged();
    };
    const recordFailures = (causes: ReadonlyMap<DeadlineCache, unknown>) => {
      signal.throwIfAborted();
      const [first] = causes.values();
      if (causes.size === this.#all.length) throw first;
      for (const [{cvr}, cause] of causes) {
        failures.set(cvr, reasonOf(cause));
        this.#listener.dispatch(new TavleErrorEvent('load', cause, {cvr}));
      }
    };
    const loading = loadCompanies(caches, loadOne, () => !signal.aborted, this.queue).then(recordFailures);
    if (!adds) await settledOrTimedOut(loading);
    isLate = !adds && loaded > 0 && pending.size > 0 && !signal.aborted;
    if (!isLate) return loading;
    const setAll = (reason: Reason) => pending.forEach(({cvr}) => failures.set(cvr, reason));
    setAll('away');
    loading
      .catch((cause: unknown) => signal.aborted || setAll(reasonOf(cause)))
      .finally(() => this.#listener.deadlinesChanged());
  }
}

function earliest(dates: readonly IsoDate[]): IsoDate {
  return dates.reduce((one, other) => (one < other ? one : other));
}

/** Resolves when a load has settled or timed out. */
async function settledOrTimedOut(loading: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = new Promise<void>(resolve => {
    timer = setTimeout(resolve, slowTimeMs);
  });
  await Promise.race([loading, slow]).catch(() => undefined);
  clearTimeout(timer);
}
