import type {Api} from '../../api/api.ts';
import {reasonOf} from '../../api/reason.ts';
import {RequestQueue} from '../../api/request-queue.ts';
import {fromApiDate, type IsoDate, today} from '../../calendar/model/dates.ts';
import type {Frist, FristAnswer} from '../../calendar/model/frist.ts';
import {loadCompanies, maxCompanies, maxRequests, parseCvrs} from '../../calendar/model/load-companies.ts';
import {TavleErrorEvent, TavleLoadEvent} from '../../events.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import type {ModelListener} from '../../shared/model-listener.ts';

export type DeadlinesListener = Pick<ModelListener, 'isConnected' | 'changed' | 'dispatch'>;

/** The next deadlines of a company, or of several. Each action changes the state and then calls `changed()` of the listener. */
export class DeadlinesModel {
  readonly #listener: DeadlinesListener;
  #api: Api | undefined;
  #cvrs: readonly string[] = [];
  #max = 1;
  /** Identifies the last request. */
  #request = 0;
  /** The current day in Denmark; '' before the first request. */
  today: IsoDate = '';
  /** `undefined` while they are loading. */
  frister: readonly Frist[] | undefined;
  /** Why there is nothing to show. */
  failure: Reason | undefined;
  /** Why the deadlines that are shown could not be reloaded. */
  staleReason: Reason | undefined;
  /** Why some of several companies are missing, by CVR number. */
  companyFailures: ReadonlyMap<string, Reason> = new Map();
  /** Resolves when the deadlines are loaded, or failed to load. */
  loaded = Promise.resolve();

  constructor(listener: DeadlinesListener) {
    this.#listener = listener;
  }

  /** Starts from nothing, with other companies or another person; `api` is `undefined` while nobody is signed in. */
  connect(api: Api | undefined, cvr: string): void {
    this.#api = api;
    this.#cvrs = parseCvrs(cvr).slice(0, maxCompanies);
    this.#request += 1;
    this.frister = undefined;
    this.failure = api && !this.#cvrs.length ? 'noCompany' : undefined;
    this.closeNotice();
    this.loaded = this.refresh();
  }

  /** Sets the maximum number of deadlines, 1 to 100. The deadlines that are shown stay until the others are loaded. */
  setMax(max: number): void {
    if (max === this.#max) return;
    this.#max = max;
    void this.refresh();
  }

  fail(reason: Reason): void {
    this.failure = reason;
    this.#listener.changed();
  }

  /** Reloads the deadlines when a day has ended in Denmark. */
  updateToday(): void {
    if (this.today && this.today !== today()) void this.refresh();
  }

  closeNotice(): void {
    this.staleReason = undefined;
    this.companyFailures = new Map();
    this.#listener.changed();
  }

  /** Reloads the deadlines. They stay visible while loading and if loading fails. */
  async refresh(): Promise<void> {
    const api = this.#api;
    if (!api || !this.#cvrs.length || !this.#listener.isConnected()) return;
    const request = (this.#request += 1);
    const found: Frist[] = [];
    const load = async (cvr: string) => {
      const path = `/calendar/1/virksomheder/${encodeURIComponent(cvr)}/frister?antal=${this.#max}`;
      const frister = (await api.call('GET', path)) as FristAnswer[];
      found.push(...frister.map(frist => ({...frist, cvr, fristDato: fromApiDate(frist.fristDato)})));
    };
    const queue = new RequestQueue(maxRequests);
    const loading = loadCompanies(this.#cvrs, queue, load, () => request === this.#request);
    this.today = today();
    try {
      const causes = await loading;
      if (request !== this.#request) return;
      const [first] = causes.values();
      if (causes.size === this.#cvrs.length) throw first;
      this.frister = found.sort(compare).slice(0, this.#max);
      this.failure = undefined;
      this.staleReason = undefined;
      this.companyFailures = new Map([...causes].map(([cvr, cause]) => [cvr, reasonOf(cause)]));
      this.#listener.changed();
      for (const [cvr, cause] of causes) this.#listener.dispatch(new TavleErrorEvent('load', cause, {cvr}));
      this.#listener.dispatch(new TavleLoadEvent());
    } catch (error) {
      if (request !== this.#request) return;
      const reason = reasonOf(error);
      if (this.frister) this.staleReason = reason;
      else this.failure = reason;
      this.#listener.changed();
      this.#listener.dispatch(new TavleErrorEvent('load', error));
    }
  }
}

/** By date, then by id, so that the same deadline of several companies stays together. */
function compare(one: Frist, other: Frist): number {
  if (one.fristDato !== other.fristDato) return one.fristDato < other.fristDato ? -1 : 1;
  return one.fristId - other.fristId;
}
