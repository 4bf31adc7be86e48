// Loads deadlines and keeps them with the person's marks, for `companies.ts` and `agenda.ts`. Here you can change which
// requests are sent, and for how long data is fresh. A response must not replace a mark that was saved after its
// request: `isStale` checks this.

import {type Api, ApiError, type CallOptions} from '../../api/api.ts';
import {OptimisticUpdates, type OptimisticUpdateListener} from '../../api/optimistic-updates.ts';
import type {CompanyFrist, MarkedFrist, SharedFrist} from '../../api/responses.ts';
import {companyPath, maxCompanies, withoutAll} from '../../frist/model/cvrs.ts';
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
import {
  byDate,
  type Deadline,
  type Frist,
  type FristRef,
  fristerOf,
  groupBy,
  keyOf,
  type Mark,
  mergeEqual,
} from '../../frist/model/frist.ts';
import {loadFrister, loadNext, severalLength} from '../../frist/model/load.ts';

/** The number of deadlines on a page of a list of one company. */
const pageLength = 50;

/** The maximum number of next deadlines that are shown before the month, and the number to load, to replace those that are hidden or done. */
export const maxNext = 3;
const nextLength = 6;

/** The maximum number of deadlines that a request marks. Their companies are at most {@link maxCompanies} in all. */
const maxMarked = 200;

/** The mark that opening a deadline sets. */
export const reading: Mark = {isLaest: true};

export const isReading = (mark: Mark): boolean => JSON.stringify(mark) === JSON.stringify(reading);

/** The time in which a loaded period is not loaded again when it is shown. */
const freshTimeMs = 60_000;

/** The marks to set for companies, by CVR number. */
export type Marks = ReadonlyMap<string, Mark>;

/** With the priority `low`, a load is a prefetch, which reloads nothing. */
type LoadOptions = Pick<CallOptions, 'priority'> & {readonly signal: AbortSignal};

interface Response {
  readonly items: readonly SharedFrist[];
  /** Taken before the request. */
  readonly snapshot: ReturnType<OptimisticUpdates<number, Marks>['snapshot']>;
}

/** Marks that one request saves. */
interface Batch {
  /** Deadlines with their companies and marks, as the service expects them. */
  readonly frister: object[];
  /** The sum of their companies. */
  companies: number;
  /** Whether all are marks as read. */
  isQuiet: boolean;
  /** By number of the deadline. */
  readonly response: Promise<ReadonlyMap<number, readonly MarkedFrist[]>>;
}

/** The deadlines of a calendar's companies in the loaded periods, with the marks that the person has set since. */
export class Deadlines {
  readonly #api: Api;
  /** The companies, without those that the token lacks. */
  cvrs: readonly string[];
  readonly #areShown: ReadonlySet<string>;
  readonly #updates: OptimisticUpdates<number, Marks>;
  /** The deadlines of companies, by number and company. */
  readonly #stored = new Map<number, ReadonlyMap<string, Frist>>();
  /** The numbers of the deadlines of loaded lists. `#stored` also has deadlines that were only opened. */
  readonly #knownIds = new Set<number>();
  /** Names of authorities by CVR number. */
  readonly senders = new Map<string, string>();
  /** The loaded periods: disjoint and in order. */
  #loaded: readonly Period[] = [];
  #fresh: readonly (Period & {readonly time: number})[] = [];
  /** The last day up to which the next deadlines of a company, or of all (''), are known. */
  readonly #nextTo = new Map<string, IsoDate>();
  /** The days and companies for which the search for the next deadlines has not found enough, and whether it has failed. */
  readonly #partial = new Map<string, boolean>();
  /** The load of the next deadlines that is in progress, and its day and company. */
  #loadingNext: {readonly key: string; readonly loading: Promise<void>} | undefined;
  readonly #prefetching = new Set<IsoDate>();
  /** The request that is not sent yet: marks that are set in the same task join it. */
  #batch: Batch | undefined;
  readonly #stopped = new AbortController();

  /** @param cvrs At least one. @param listener Called for marks of a deadline, by its number. */
  constructor(api: Api, cvrs: readonly string[], listener: OptimisticUpdateListener<number, Marks>) {
    this.#api = api;
    this.cvrs = cvrs;
    this.#areShown = new Set(cvrs);
    this.#updates = new OptimisticUpdates((fristId, marks) => this.#save(fristId, marks), listener);
  }

  /** Returns a loaded deadline with its pending mark. */
  get({cvr, fristId}: FristRef): Frist | undefined {
    const stored = this.#stored.get(fristId)?.get(cvr);
    const mark = this.#updates.pending.get(fristId)?.get(cvr);
    return stored && mark ? {...stored, ...mark} : stored;
  }

  /** Returns the deadlines of a period by date, then by number, hidden ones included; `undefined` if the period was not loaded. */
  within(period: Period): readonly Frist[] | undefined {
    const isLoaded = (this.loadedAround(period.from)?.to ?? '') >= period.to;
    return isLoaded ? byDate(this.#between(period)) : undefined;
  }

  /** Returns the loaded days around a day without a gap; `undefined` if the day was not loaded. */
  loadedAround(day: IsoDate): Period | undefined {
    return this.#loaded.find(period => includes(period, day));
  }

  get hasLoaded(): boolean {
    return this.#loaded.length > 0;
  }

  /** Returns whether a period was loaded a moment ago. */
  isFresh({from, to}: Period): boolean {
    this.#fresh = this.#fresh.filter(({time}) => performance.now() - time < freshTimeMs);
    return mergePeriods(this.#fresh).some(loaded => loaded.from <= from && to <= loaded.to);
  }

  /**
   * Returns the next deadlines from a day on by date. Merges equal deadlines. Omits companies that have hidden or done a deadline. Returns
   * `undefined` if too few are known and there may be more.
   *
   * @param cvr One company; '': all.
   */
  next(today: IsoDate, cvr: string): readonly Deadline[] | undefined {
    const to = [this.loadedAround(today)?.to, this.#nextTo.get(''), this.#nextTo.get(cvr)]
      .filter(each => each !== undefined)
      .reduce((one, other) => (one > other ? one : other), '');
    const next = mergeEqual(this.#open(today, to, cvr));
    const isKnown = next.length >= maxNext || to === lastDate || this.isNextPartial(today, cvr);
    return isKnown ? next.slice(0, maxNext) : undefined;
  }

  /** Returns whether there may be deadlines that {@link next} lacks because they were not found. */
  isNextPartial(today: IsoDate, cvr: string): boolean {
    return this.#partial.has(nextKey(today, cvr)) && this.loadedAround(today)?.to !== lastDate;
  }

  /** Loads a period. Default of `options`: only {@link stop} aborts the load. @throws {ApiError} */
  async loadPeriod(period: Period, options = this.#untilStopped): Promise<void> {
    const {from, to} = period;
    const isLoaded = () => options.priority === 'low' && (this.loadedAround(from)?.to ?? '') >= to;
    if (isLoaded()) return;
    const query = `fra=${toApiDate(from)}&til=${toApiDate(to)}&slettede=true`;
    const response = await this.#fetch(query, options);
    // A prefetch may arrive after the period was loaded.
    if (!isLoaded()) this.#receivePeriod(response, period);
  }

  /** Loads a page of deadlines from a day on. If all of them are on one day, loads this day completely. @throws {ApiError} */
  async loadPage(from: IsoDate, options = this.#untilStopped): Promise<void> {
    const length = this.#areShown.size > 1 ? severalLength : pageLength;
    const query = `fra=${toApiDate(from)}&antal=${length}&slettede=true`;
    const response = await this.#fetch(query, options);
    const last = response.items[length - 1];
    const lastDay = last ? fromApiDate(last.fristDato) : lastDate;
    // The last day may have more deadlines. A single day is loaded completely.
    if (last && response.items[0]?.fristDato === last.fristDato)
      await this.loadPeriod({from, to: lastDay}, options);
    else this.#receivePeriod(response, {from, to: addDays(lastDay, last ? -1 : 0)});
  }

  /**
   * Loads the deadlines of {@link next} if too few are known or the last load has failed. Loads those of `cvr` at least once: a
   * request for more than 100 companies does not name them, so only a request for `cvr` shows that the token lacks the company.
   *
   * @param again Whether to load known ones again, also while a load is in progress.
   * @throws {ApiError}
   */
  async loadNext(today: IsoDate, cvr: string, again: boolean): Promise<void> {
    const key = nextKey(today, cvr);
    const isKnown = this.next(today, cvr) && (!cvr || this.#nextTo.has(cvr));
    if (!again && isKnown && !this.#partial.get(key)) return;
    if (again || this.#loadingNext?.key !== key) {
      const isLatest = () => this.#loadingNext?.loading === loading;
      const loading = this.#loadNext(today, cvr, isLatest).finally(() => {
        if (!isLatest()) return;
        this.#loadingNext = undefined;
        if (!this.next(today, cvr)) this.#partial.set(key, true);
      });
      this.#loadingNext = {key, loading};
    }
    await this.#loadingNext.loading;
  }

  /** Prefetches a period that was not loaded. Ignores errors: a period is loaded when it is shown. */
  async prefetch(period: Period): Promise<void> {
    if (this.#prefetching.has(period.from)) return;
    this.#prefetching.add(period.from);
    await this.loadPeriod(period, {...this.#untilStopped, priority: 'low'}).catch(() => undefined);
    this.#prefetching.delete(period.from);
  }

  /** Loads a deadline of any date. @throws {ApiError} With status 404 if the company does not have it. */
  async loadOne({cvr, fristId}: FristRef): Promise<void> {
    const snapshot = this.#updates.snapshot();
    const path = `${companyPath(cvr)}/frister/${fristId}`;
    const item = (await this.#api.call('GET', path, this.#untilStopped)) as CompanyFrist;
    if (this.#updates.isStale(fristId, snapshot)) return;
    this.#store({...item, virksomheder: [marksOf({...item, cvr})]}, false);
  }

  /** Shows marks immediately and saves them in one request. */
  mark(frister: readonly FristRef[], mark: Mark): void {
    const all = new Map<number, Marks>();
    for (const [fristId, refs] of groupBy(frister, each => each.fristId)) {
      const marks = new Map(this.#updates.pending.get(fristId));
      for (const {cvr} of refs) {
        const {kunEgne: _, ...before} = marks.get(cvr) ?? {};
        marks.set(cvr, {...before, ...mark});
      }
      all.set(fristId, marks);
    }
    this.#updates.addAll(all);
  }

  get isSaving(): boolean {
    return this.#updates.pending.size > 0;
  }

  /** Aborts loads and stops calling the listener. Saves in progress still reach the service. */
  stop(): void {
    this.#stopped.abort();
    this.#updates.stop();
  }

  get #untilStopped(): LoadOptions {
    return {signal: this.#stopped.signal};
  }

  async #loadNext(today: IsoDate, cvr: string, isLatest: () => boolean): Promise<void> {
    const snapshot = this.#updates.snapshot();
    const load = async (query: string) => (await this.#fetch(query, this.#untilStopped, cvr)).items;
    const companies = cvr ? [cvr] : [...this.#areShown];
    const {items, to, isPartial} = await loadNext(load, companies, nextLength, today);
    // A later response may have arrived before this one.
    if (!isLatest()) return;
    this.#receive({items, snapshot}, false);
    this.#nextTo.set(cvr, to);
    if (isPartial) this.#partial.set(nextKey(today, cvr), false);
    else this.#partial.delete(nextKey(today, cvr));
    // Loads the days of deadlines that the response omits: a company has done or hidden them, or the authority has moved or withdrawn them.
    const received = new Set(items.flatMap(fristerOf).map(keyOf));
    const lastId = items.at(-1)?.fristId ?? 0;
    const omitted = this.#open(today, to, cvr).filter(
      frist =>
        !received.has(keyOf(frist)) &&
        !this.#updates.isStale(frist.fristId, snapshot) &&
        // The last day may have more deadlines.
        (to === lastDate || frist.fristDato < to || frist.fristId < lastId),
    );
    const [first] = omitted;
    const last = omitted.at(-1);
    if (first && last) await this.loadPeriod({from: first.fristDato, to: last.fristDato});
  }

  async #fetch(query: string, options: LoadOptions, cvr = ''): Promise<Response> {
    const snapshot = this.#updates.snapshot();
    const wanted = cvr ? [cvr] : this.cvrs;
    const {items, cvrs} = await loadFrister(this.#api, query, wanted, options).catch((error: unknown) => {
      // The filter in the page's URL may name a company that the person has no access to any more. A request without any company would be for all companies of the token.
      if (!cvr || this.cvrs.join() === cvr || (error as ApiError).status !== 403) throw error;
      return {items: [], cvrs: []};
    });
    options.signal.throwIfAborted();
    this.cvrs = withoutAll(this.cvrs, withoutAll(wanted, cvrs));
    return {items, snapshot};
  }

  /** Saves marks, together with those that other deadlines get at the same moment. @throws {ApiError} 404 if none of the companies has the deadline. */
  async #save(fristId: number, marks: Marks): Promise<void> {
    const items = [...groupBy(marks, ([, each]) => JSON.stringify(each))].map(([mark, changed]) => {
      return {fristId, ...(JSON.parse(mark) as Mark), virksomheder: changed.map(([cvr]) => cvr)};
    });
    let batch = this.#batch;
    const isFull = (batch?.frister.length ?? 0) + items.length > maxMarked;
    if (!batch || isFull || batch.companies + marks.size > maxCompanies)
      batch = this.#batch = this.#newBatch();
    batch.frister.push(...items);
    batch.companies += marks.size;
    batch.isQuiet &&= [...marks.values()].every(isReading);
    const saved = (await batch.response).get(fristId);
    if (!saved) throw new ApiError(404, 'None of the companies has the deadline.');
    this.#receiveMarks(fristId, marks, saved);
  }

  #newBatch(): Batch {
    const frister: object[] = [];
    const send = async () => {
      if (this.#batch === batch) this.#batch = undefined;
      const items = (await this.#api.call('PUT', '/calendar/1/mine/maerker', {
        body: {frister},
        isQuiet: batch.isQuiet,
      })) as MarkedFrist[];
      return groupBy(items, item => item.fristId);
    };
    const batch: Batch = {frister, companies: 0, isQuiet: true, response: Promise.resolve().then(send)};
    return batch;
  }

  /** Stores marks and newer texts, and removes the marked companies that no longer have the deadline. `isLaest` is the same for all companies. */
  #receiveMarks(fristId: number, marks: Marks, items: readonly MarkedFrist[]): void {
    const [{virksomheder, ...texts}] = items as [MarkedFrist];
    const isLaest = virksomheder[0]?.isLaest;
    const saved = new Map(items.flatMap(({virksomheder}) => virksomheder.map(each => [each.cvr, each])));
    const frister = [...(this.#stored.get(fristId)?.values() ?? [])]
      .filter(({cvr}) => saved.has(cvr) || !marks.has(cvr))
      .map(frist => ({
        ...{...frist, ...texts, fristDato: fromApiDate(texts.fristDato), isLaest: isLaest ?? frist.isLaest},
        ...saved.get(frist.cvr),
      }));
    this.#keep(fristId, frister);
  }

  /** Returns the deadlines by date that companies have neither hidden nor done. @param cvr One company; '': all. */
  #open(from: IsoDate, to: IsoDate, cvr: string): readonly Frist[] {
    return byDate(this.#between({from, to})).filter(
      frist => (!cvr || frist.cvr === cvr) && !frist.isSlettet && !frist.isKlaret,
    );
  }

  #between(period: Period): Frist[] {
    const frister: Frist[] = [];
    for (const fristId of this.#knownIds) {
      const companies = this.#stored.get(fristId);
      const [first] = companies?.values() ?? [];
      if (!companies || !first || !includes(period, first.fristDato)) continue;
      const marks = this.#updates.pending.get(fristId);
      for (const [cvr, frist] of companies) {
        const mark = marks?.get(cvr);
        frister.push(mark ? {...frist, ...mark} : frist);
      }
    }
    return frister;
  }

  /** Stores all deadlines of a period, and removes those that the response lacks. */
  #receivePeriod(response: Response, period: Period): void {
    const received = new Set(response.items.map(({fristId}) => fristId));
    for (const fristId of [...this.#knownIds]) {
      const [first] = this.#stored.get(fristId)?.values() ?? [];
      if (first && !received.has(fristId) && includes(period, first.fristDato)) this.#keep(fristId, []);
    }
    this.#receive(response, true);
    this.#loaded = mergePeriods([...this.#loaded, period]);
    this.#fresh = [...this.#fresh, {...period, time: performance.now()}];
  }

  /** Stores deadlines, except for those whose marks were saved since the request. @param areAll See {@link #store}. */
  #receive({items, snapshot}: Response, areAll: boolean): void {
    for (const item of items) {
      if (!this.#updates.isStale(item.fristId, snapshot) || !this.#stored.has(item.fristId))
        this.#store(item, areAll);
      if (this.#stored.has(item.fristId)) this.#knownIds.add(item.fristId);
    }
  }

  /** Stores a deadline. @param areAll Whether `item` has all companies of the deadline. If not, the stored other companies stay. */
  #store(item: SharedFrist, areAll: boolean): void {
    const {fristId} = item;
    this.senders.set(item.afsenderCvr, item.afsenderNavn);
    const frister = fristerOf(item).filter(({cvr}) => this.#areShown.has(cvr));
    const [first] = frister;
    const others = areAll ? [] : [...(this.#stored.get(fristId)?.values() ?? [])];
    // The texts are the same for all companies.
    const kept = others.map(each => ({...each, ...first, ...marksOf(each)}));
    this.#keep(fristId, [...kept, ...frister]);
  }

  #keep(fristId: number, frister: readonly Frist[]): void {
    if (frister.length) this.#stored.set(fristId, new Map(frister.map(each => [each.cvr, each])));
    else {
      this.#stored.delete(fristId);
      this.#knownIds.delete(fristId);
    }
  }
}

const nextKey = (today: IsoDate, cvr: string) => `${today} ${cvr}`;

function marksOf({cvr, isLaest, isSlettet, isKlaret, klaret}: SharedFrist['virksomheder'][number]) {
  return {cvr, isLaest, isSlettet, isKlaret, klaret};
}
