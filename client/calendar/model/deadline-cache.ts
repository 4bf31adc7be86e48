import type {Api} from '../../api/api.ts';
import {type OptimisticUpdateListener, OptimisticUpdates} from '../../api/optimistic-updates.ts';
import {addDays, fromApiDate, type IsoDate, lastDate, toApiDate} from './dates.ts';
import type {Frist, FristAnswer, Mark} from './frist.ts';
import {includes, type Period, unite} from './periods.ts';

/** The number of deadlines that one request asks for, where it is not for a period. */
const pageLength = 50;

/** How many of the next deadlines are loaded: more than are shown, so that others take the place of those that are hidden. */
const nextLength = 6;

interface LoadOptions {
  readonly signal: AbortSignal;
  readonly priority?: RequestPriority;
}

interface FristerResponse {
  readonly frister: readonly FristAnswer[];
  /** Of the time before the request. */
  readonly snapshot: ReturnType<OptimisticUpdates<number, Mark>['snapshot']>;
}

/** The deadlines of a company: what the service has stored in the periods that were loaded, with the marks that the person has set since. */
export class DeadlineCache {
  readonly #api: Api;
  readonly #path: string;
  readonly #updates: OptimisticUpdates<number, Mark>;
  readonly #stopped = new AbortController();
  readonly #stored = new Map<number, Frist>();
  /** Those that the company has, as far as it is known. */
  readonly #present = new Set<number>();
  /** Names of authorities by CVR number. */
  readonly #senders = new Map<string, string>();
  /** The loaded periods: disjoint and in order. */
  #loaded: readonly Period[] = [];
  /** The last day up to which the next deadlines are known; '' before they are loaded. */
  #nextTo: IsoDate = '';
  /** One copy of each text that many deadlines share: parsed JSON has one for each deadline. */
  readonly #texts = new Map<string, string>();
  readonly #prefetching = new Set<IsoDate>();
  #loading = new AbortController();

  constructor(api: Api, cvr: string, listener: OptimisticUpdateListener<number, Mark>) {
    this.#api = api;
    this.#path = `/calendar/1/virksomheder/${encodeURIComponent(cvr)}/frister`;
    this.#updates = new OptimisticUpdates((id, mark) => this.#save(id, mark), listener);
  }

  /** Returns a loaded deadline as it is to be shown. */
  get(id: number): Frist | undefined {
    const stored = this.#stored.get(id);
    const mark = this.#updates.pending.get(id);
    return stored && mark ? {...stored, ...mark} : stored;
  }

  /** Returns the names of the authorities whose deadlines were loaded, by CVR number, in alphabetical order. */
  senders(locale: string): ReadonlyMap<string, string> {
    return new Map([...this.#senders].sort(([, one], [, other]) => one.localeCompare(other, locale)));
  }

  /** Returns the deadlines of a period by date, then by id, hidden ones included; `undefined` if the period was not loaded. */
  within(period: Period): readonly Frist[] | undefined {
    const loaded = this.loadedAround(period.from);
    return loaded && period.to <= loaded.to ? this.#between(period) : undefined;
  }

  /** Returns the loaded days around a day without a gap; `undefined` if the day was not loaded. */
  loadedAround(day: IsoDate): Period | undefined {
    return this.#loaded.find(period => includes(period, day));
  }

  /**
   * Returns the deadlines of a day and later that are not hidden, by date, as far as they are known without a gap: at least `count`, or all
   * that the company has. `undefined` if fewer are known.
   */
  next(today: IsoDate, count: number): readonly Frist[] | undefined {
    const loadedTo = this.loadedAround(today)?.to ?? '';
    const to = loadedTo > this.#nextTo ? loadedTo : this.#nextTo;
    const frister = this.#between({from: today, to}).filter(({isSlettet}) => !isSlettet);
    return frister.length >= count || to === lastDate ? frister : undefined;
  }

  /**
   * Loads a period. Aborts a load in progress.
   *
   * @returns Whether the load was completed, not aborted.
   * @throws {ApiError}
   */
  load(period: Period): Promise<boolean> {
    return this.#loadShown(options => this.#loadPeriod(period, options));
  }

  /**
   * Loads the first deadlines from a day on: a page of them. Aborts a load in progress.
   *
   * @returns Whether the load was completed, not aborted.
   * @throws {ApiError}
   */
  loadPage(from: IsoDate): Promise<boolean> {
    return this.#loadShown(options => this.#loadPage(from, options));
  }

  /** Loads a period, and aborts nothing. @throws {ApiError} */
  addPeriod(period: Period): Promise<void> {
    return this.#loadPeriod(period, {signal: this.#stopped.signal});
  }

  /** Loads a page of deadlines from a day on, and aborts nothing. @throws {ApiError} */
  addPage(from: IsoDate): Promise<void> {
    return this.#loadPage(from, {signal: this.#stopped.signal});
  }

  /** Loads what {@link next} returns. @throws {ApiError} */
  async loadNext(today: IsoDate): Promise<void> {
    const query = `fra=${toApiDate(today)}&antal=${nextLength}`;
    const frister = this.#receive(await this.#fetch(query, {signal: this.#stopped.signal}));
    this.#nextTo = frister.length < nextLength ? lastDate : (frister.at(-1)?.fristDato ?? '');
  }

  /** Loads periods that the person may show next, if they were not loaded. Ignores errors: a period is loaded when it is shown. */
  prefetch(periods: readonly Period[]): void {
    const {signal} = this.#stopped;
    for (const period of periods) {
      if (this.within(period) || this.#prefetching.has(period.from)) continue;
      this.#prefetching.add(period.from);
      this.#loadPeriod(period, {signal, priority: 'low'})
        .catch(() => undefined)
        .finally(() => this.#prefetching.delete(period.from));
    }
  }

  /** Loads one deadline, whatever its date. @throws {ApiError} With status 404 if the company does not have it. */
  async loadOne(id: number): Promise<void> {
    const snapshot = this.#updates.snapshot();
    const {signal} = this.#stopped;
    const frist = (await this.#api.call('GET', `${this.#path}/${id}`, {signal})) as FristAnswer;
    if (!this.#updates.isStale(id, snapshot)) this.#store(frist);
  }

  /** Returns a deadline as iCalendar. @param reminderDays A reminder so many days before it; 0: none. @throws {ApiError} */
  async loadIcalendar(id: number, reminderDays: number): Promise<string> {
    const query = reminderDays ? `?paamindelse=${reminderDays}` : '';
    const path = `${this.#path}/${id}/kalender.ics${query}`;
    return (await this.#api.call('GET', path, {
      accept: 'text/calendar',
      signal: this.#stopped.signal,
    })) as string;
  }

  /** Marks a deadline immediately and saves the mark. */
  mark(id: number, mark: Mark): void {
    this.#updates.add(id, {...this.#updates.pending.get(id), ...mark});
  }

  /** Aborts loads and stops calling the listener. Saves in progress still reach the service. The cache must not be used afterwards. */
  stop(): void {
    this.#loading.abort();
    this.#stopped.abort();
    this.#updates.stop();
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

  async #loadPeriod(period: Period, options: LoadOptions): Promise<void> {
    const {from, to} = period;
    const response = await this.#fetch(`fra=${toApiDate(from)}&til=${toApiDate(to)}&slettede=true`, options);
    // A prefetched period may arrive after it was loaded.
    if (options.priority !== 'low' || !this.within(period)) this.#receive(response, period);
  }

  async #loadPage(from: IsoDate, options: LoadOptions): Promise<void> {
    const response = await this.#fetch(`fra=${toApiDate(from)}&antal=${pageLength}&slettede=true`, options);
    const [first, last] = [response.frister.at(0), response.frister.at(-1)];
    if (response.frister.length < pageLength || !first || !last) {
      this.#receive(response, {from, to: lastDate});
      return;
    }
    const lastDay = fromApiDate(last.fristDato);
    // The last day may have more. A single day is loaded as a whole.
    if (first.fristDato === last.fristDato) await this.#loadPeriod({from, to: lastDay}, options);
    else this.#receive(response, {from, to: addDays(lastDay, -1)});
  }

  async #fetch(query: string, options: LoadOptions): Promise<FristerResponse> {
    const snapshot = this.#updates.snapshot();
    const frister = (await this.#api.call('GET', `${this.#path}?${query}`, options)) as FristAnswer[];
    options.signal.throwIfAborted();
    return {frister, snapshot};
  }

  /** Keeps what was loaded, and returns it. @param whole The period of which it is everything. */
  #receive({frister, snapshot}: FristerResponse, whole?: Period): Frist[] {
    // First, since a response that is not understood must not count as loaded.
    const received = frister.map(frist =>
      this.#updates.isStale(frist.fristId, snapshot)
        ? (this.#stored.get(frist.fristId) ?? this.#store(frist))
        : this.#store(frist),
    );
    if (whole) {
      for (const {fristId} of this.#between(whole)) this.#present.delete(fristId);
      this.#loaded = unite([...this.#loaded, whole]);
    }
    for (const {fristId} of received) this.#present.add(fristId);
    return received;
  }

  #between(period: Period): Frist[] {
    return [...this.#present]
      .map(id => this.get(id))
      .filter(frist => frist !== undefined)
      .filter(({fristDato}) => includes(period, fristDato))
      .sort((one, other) => compare(one.fristDato, other.fristDato) || one.fristId - other.fristId);
  }

  async #save(id: number, mark: Mark): Promise<void> {
    this.#store((await this.#api.call('PUT', `${this.#path}/${id}`, {body: mark})) as FristAnswer);
  }

  #store(frist: FristAnswer): Frist {
    const afsenderCvr = this.#intern(frist.afsenderCvr);
    const afsenderNavn = this.#intern(frist.afsenderNavn);
    const fristDato = this.#intern(fromApiDate(frist.fristDato));
    const stored = {...frist, afsenderCvr, afsenderNavn, fristDato};
    this.#senders.set(afsenderCvr, afsenderNavn);
    this.#stored.set(frist.fristId, stored);
    return stored;
  }

  #intern(text: string): string {
    const interned = this.#texts.get(text);
    if (interned === undefined) this.#texts.set(text, text);
    return interned ?? text;
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
