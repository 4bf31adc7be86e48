import type {Api} from '../../api/api.ts';
import {type OptimisticUpdateListener, OptimisticUpdates} from '../../api/optimistic-updates.ts';
import type {CompanyFrist} from '../../api/responses.ts';
import {companyPath} from '../../frist/model/cvrs.ts';
import {
  addDays,
  fromApiDate,
  includes,
  type IsoDate,
  lastDate,
  mergePeriods,
  type Period,
  toApiDate,
} from '../../frist/model/dates.ts';
import type {Frist, Mark} from '../../frist/model/frist.ts';

/** The number of next deadlines that are loaded: more than are shown, to replace hidden ones. */
const nextLength = 6;

/** The fields whose texts many deadlines share. */
const sharedTexts = ['afsenderCvr', 'afsenderNavn', 'overskrift', 'beskrivelse', 'fristDato'] as const;

interface FristerResponse {
  readonly frister: readonly CompanyFrist[];
  /** Of the time before the request. */
  readonly snapshot: ReturnType<OptimisticUpdates<number, Mark>['snapshot']>;
}

export interface LoadOptions {
  readonly signal: AbortSignal;
  /** `low`: a prefetch, which reloads nothing. */
  readonly priority?: RequestPriority;
}

/** The deadlines of a company in the loaded periods, with the marks that the person has set since. */
export class DeadlineCache {
  readonly cvr: string;
  readonly #api: Api;
  readonly #path: string;
  readonly #texts: Map<string, string>;
  readonly #updates: OptimisticUpdates<number, Mark>;
  readonly #stored = new Map<number, Frist>();
  /** The ids of the company's deadlines, as far as they are known: others are stored since they were opened. */
  readonly #knownIds = new Set<number>();
  /** Names of authorities by CVR number. */
  readonly senders = new Map<string, string>();
  /** The loaded periods: disjoint and in order. */
  #loaded: readonly Period[] = [];
  /** The last day up to which the next deadlines are known; '' before they are loaded. */
  #nextTo: IsoDate = '';

  /** @param texts One copy of each shared text: parsed JSON has one for each deadline. */
  constructor(
    api: Api,
    cvr: string,
    texts: Map<string, string>,
    listener: OptimisticUpdateListener<number, Mark>,
  ) {
    this.cvr = cvr;
    this.#api = api;
    this.#path = `${companyPath(cvr)}/frister`;
    this.#texts = texts;
    this.#updates = new OptimisticUpdates(async (id, mark) => {
      this.#store((await api.call('PUT', `${this.#path}/${id}`, {body: mark})) as CompanyFrist);
    }, listener);
  }

  /** Returns a loaded deadline with its pending mark. */
  get(id: number): Frist | undefined {
    const stored = this.#stored.get(id);
    const mark = this.#updates.pending.get(id);
    return stored && mark ? {...stored, ...mark} : stored;
  }

  /** Returns the deadlines of a period, hidden ones included, in no order, as far as they are known. */
  between(period: Period): Frist[] {
    return [...this.#knownIds]
      .map(id => this.get(id))
      .filter(frist => frist !== undefined)
      .filter(({fristDato}) => includes(period, fristDato));
  }

  /** Returns the loaded days around a day without a gap; `undefined` if the day was not loaded. */
  loadedAround(day: IsoDate): Period | undefined {
    return this.#loaded.find(period => includes(period, day));
  }

  /** Returns the last day up to which the deadlines from a day on, other than hidden ones, are known; '' if they are not known. */
  knownTo(day: IsoDate): IsoDate {
    const loadedTo = this.loadedAround(day)?.to ?? '';
    return loadedTo > this.#nextTo ? loadedTo : this.#nextTo;
  }

  /** Loads a period. @throws {ApiError} */
  async loadPeriod(period: Period, options: LoadOptions): Promise<void> {
    const {from, to} = period;
    const isLoaded = () => options.priority === 'low' && (this.loadedAround(from)?.to ?? '') >= to;
    if (isLoaded()) return;
    const response = await this.#fetch(`fra=${toApiDate(from)}&til=${toApiDate(to)}&slettede=true`, options);
    // A prefetch may arrive after the period was loaded.
    if (!isLoaded()) this.#receivePeriod(response, period);
  }

  /** Loads the first deadlines from a day on: at most `length`, or all of the day if it has more. @throws {ApiError} */
  async loadPage(from: IsoDate, length: number, options: LoadOptions): Promise<void> {
    const response = await this.#fetch(`fra=${toApiDate(from)}&antal=${length}&slettede=true`, options);
    const last = response.frister[length - 1];
    const lastDay = last ? fromApiDate(last.fristDato) : lastDate;
    // The last day may have more. A single day is loaded completely.
    if (last && response.frister[0]?.fristDato === last.fristDato)
      await this.loadPeriod({from, to: lastDay}, options);
    else this.#receivePeriod(response, {from, to: addDays(lastDay, last ? -1 : 0)});
  }

  /** Loads the next deadlines, without hidden ones. @throws {ApiError} */
  async loadNext(today: IsoDate, options: LoadOptions): Promise<void> {
    const query = `fra=${toApiDate(today)}&antal=${nextLength}`;
    const response = await this.#fetch(query, options);
    const last = response.frister[nextLength - 1];
    const lastDay = last ? fromApiDate(last.fristDato) : lastDate;
    const isGone = ({fristId, isSlettet}: Frist) =>
      !isSlettet && !this.#updates.isStale(fristId, response.snapshot);
    // The last day may have more.
    this.#receive(response, {from: today, to: addDays(lastDay, last ? -1 : 0)}, isGone);
    this.#nextTo = lastDay;
  }

  /** Loads a deadline of any date. @throws {ApiError} With status 404 if the company does not have it. */
  async loadOne(id: number, signal: AbortSignal): Promise<void> {
    const snapshot = this.#updates.snapshot();
    const frist = (await this.#api.call('GET', `${this.#path}/${id}`, {signal})) as CompanyFrist;
    if (!this.#updates.isStale(id, snapshot)) this.#store(frist);
  }

  /** Marks a deadline immediately and saves the mark. */
  mark(id: number, mark: Mark): void {
    this.#updates.add(id, {...this.#updates.pending.get(id), ...mark});
  }

  /** Stops calling the listener. Saves in progress still reach the service. The cache must not be used afterwards. */
  stop(): void {
    this.#updates.stop();
  }

  async #fetch(query: string, options: LoadOptions): Promise<FristerResponse> {
    const snapshot = this.#updates.snapshot();
    const frister = (await this.#api.call('GET', `${this.#path}?${query}`, options)) as CompanyFrist[];
    options.signal.throwIfAborted();
    return {frister, snapshot};
  }

  /** Stores all deadlines of a period. */
  #receivePeriod(response: FristerResponse, period: Period): void {
    this.#receive(response, period, () => true);
    this.#loaded = mergePeriods([...this.#loaded, period]);
  }

  /** Stores deadlines, except for those whose mark was saved since the request. @param isGone Whether a deadline of the period is gone if the response lacks it. */
  #receive({frister, snapshot}: FristerResponse, period: Period, isGone: (frist: Frist) => boolean): void {
    for (const frist of frister) {
      const isStale = this.#updates.isStale(frist.fristId, snapshot);
      if (!isStale || !this.#stored.has(frist.fristId)) this.#store(frist);
    }
    for (const frist of this.between(period)) if (isGone(frist)) this.#knownIds.delete(frist.fristId);
    for (const {fristId} of frister) this.#knownIds.add(fristId);
  }

  #store(frist: CompanyFrist): void {
    const stored = {...frist, cvr: this.cvr, fristDato: fromApiDate(frist.fristDato)};
    for (const name of sharedTexts) {
      const text = stored[name];
      stored[name] = this.#texts.get(text) ?? text;
      this.#texts.set(text, stored[name]);
    }
    this.senders.set(stored.afsenderCvr, stored.afsenderNavn);
    this.#stored.set(frist.fristId, stored);
  }
}
