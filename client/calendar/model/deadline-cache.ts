import type {Api} from '../../api/api.ts';
import {type OptimisticUpdateListener, OptimisticUpdates} from '../../api/optimistic-updates.ts';
import {fromApiDate, toApiDate} from './dates.ts';
import type {Frist, FristAnswer, Mark} from './frist.ts';
import {type Span, rangeOf} from './span.ts';

/** The deadlines of a company: what the service has stored, by month, with the marks that the person has set since. */
export class DeadlineCache {
  readonly #api: Api;
  readonly #path: string;
  readonly #updates: OptimisticUpdates<number, Mark>;
  readonly #stopped = new AbortController();
  readonly #stored = new Map<number, Frist>();
  /** Names of authorities by CVR number. */
  readonly #senders = new Map<string, string>();
  readonly #months = new Map<Span, readonly number[]>();
  /** One copy of each text that many deadlines share: parsed JSON has one for each deadline. */
  readonly #texts = new Map<string, string>();
  readonly #prefetching = new Set<Span>();
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

  /** Returns the deadlines of a year, or in the weeks that a month touches, hidden ones included; `undefined` if it was not loaded. */
  inWeeksOf(month: Span): readonly Frist[] | undefined {
    const [from, to] = rangeOf(month);
    // A deadline may have got another date since the month was loaded.
    return this.#months
      .get(month)
      ?.map(id => this.get(id))
      .filter(frist => frist !== undefined)
      .filter(({fristDato}) => from <= fristDato && fristDato <= to);
  }

  /**
   * Loads a year, or the weeks that a month touches. Aborts a load in progress.
   *
   * @returns Whether the load was completed, not aborted.
   * @throws {ApiError}
   */
  async load(month: Span): Promise<boolean> {
    this.#loading.abort();
    const {signal} = (this.#loading = new AbortController());
    try {
      await this.#loadMonth(month, {signal});
      return !signal.aborted;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }

  /** Loads months that the person may show next, if they were not loaded. Ignores errors: the month is loaded when it is shown. */
  prefetch(months: readonly Span[]): void {
    const {signal} = this.#stopped;
    for (const month of months) {
      if (this.#months.has(month) || this.#prefetching.has(month)) continue;
      this.#prefetching.add(month);
      this.#loadMonth(month, {signal, priority: 'low'})
        .catch(() => undefined)
        .finally(() => this.#prefetching.delete(month));
    }
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

  async #loadMonth(month: Span, options: {signal: AbortSignal; priority?: RequestPriority}): Promise<void> {
    const [from, to] = rangeOf(month);
    const snapshot = this.#updates.snapshot();
    const query = `fra=${toApiDate(from)}&til=${toApiDate(to)}&slettede=true`;
    const frister = (await this.#api.call('GET', `${this.#path}?${query}`, options)) as FristAnswer[];
    // A prefetched month may arrive after the same month was loaded.
    if (options.signal.aborted || (options.priority === 'low' && this.#months.has(month))) return;
    this.#months.set(
      month,
      frister.map(({fristId}) => fristId),
    );
    for (const frist of frister) if (!this.#updates.isStale(frist.fristId, snapshot)) this.#store(frist);
  }

  async #save(id: number, mark: Mark): Promise<void> {
    this.#store((await this.#api.call('PUT', `${this.#path}/${id}`, {body: mark})) as FristAnswer);
  }

  #store(frist: FristAnswer): void {
    const afsenderCvr = this.#intern(frist.afsenderCvr);
    const afsenderNavn = this.#intern(frist.afsenderNavn);
    const fristDato = this.#intern(fromApiDate(frist.fristDato));
    this.#senders.set(afsenderCvr, afsenderNavn);
    this.#stored.set(frist.fristId, {...frist, afsenderCvr, afsenderNavn, fristDato});
  }

  #intern(text: string): string {
    const interned = this.#texts.get(text);
    if (interned === undefined) this.#texts.set(text, text);
    return interned ?? text;
  }
}
