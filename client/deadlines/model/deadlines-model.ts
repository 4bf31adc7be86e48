import type {Api} from '../../api/api.ts';
import {reasonOf} from '../../api/reason.ts';
import {companyPath, maxCompanies, parseCvrs} from '../../frist/model/cvrs.ts';
import {fromApiDate, type IsoDate, today} from '../../frist/model/dates.ts';
import {byDate, type Frist, type FristResponse} from '../../frist/model/frist.ts';
import {loadCompanies} from '../../frist/model/load-companies.ts';
import {TavleErrorEvent, TavleLoadEvent} from '../../events.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import {afterFailure, type LoadState} from '../../shared/load-state.ts';
import type {ModelListener} from '../../shared/model-listener.ts';

export type DeadlinesListener = Pick<ModelListener, 'isConnected' | 'changed' | 'dispatch'>;

/** The next deadlines of a company, or of several. Each action changes the state and then calls `changed()` of the listener. */
export class DeadlinesModel {
  readonly #listener: DeadlinesListener;
  #api: Api | undefined;
  #cvrs: readonly string[] = [];
  /** The maximum number of deadlines. */
  max = 3;
  /** Identifies the last request. */
  #request = 0;
  /** The current day in Denmark; '' before the first request. */
  today: IsoDate = '';
  /** `undefined` while loading. */
  frister: readonly Frist[] | undefined;
  /** The maximum number of deadlines at the last successful load. */
  loadedMax = 0;
  state: LoadState = {status: 'loading'};
  /** Why companies are missing, by CVR number. */
  companyFailures: ReadonlyMap<string, Reason> = new Map();
  /** Resolves when loading has completed or failed. */
  loaded = Promise.resolve();

  constructor(listener: DeadlinesListener) {
    this.#listener = listener;
  }

  /** Whether there are several companies: then each deadline has its company. */
  get areSeveral(): boolean {
    return this.#cvrs.length > 1;
  }

  /** Resets the state for other companies or another person; `api` is `undefined` while nobody is signed in. */
  connect(api: Api | undefined, cvr: string): void {
    this.#api = api;
    this.#cvrs = parseCvrs(cvr).slice(0, maxCompanies);
    this.#request += 1;
    this.frister = undefined;
    this.state = api && !this.#cvrs.length ? {status: 'failed', reason: 'noCompany'} : {status: 'loading'};
    this.closeNotice();
    this.loaded = this.refresh();
  }

  /** Sets the maximum number of deadlines. Visible deadlines stay until the new ones are loaded. */
  setMax(max: number): void {
    if (max === this.max) return;
    this.max = max;
    void this.refresh();
  }

  /** Shows a failure. Visible deadlines stay. */
  fail(reason: Reason): void {
    this.state = afterFailure(this.state, reason);
    this.#listener.changed();
  }

  /** Reloads the deadlines when a day has ended in Denmark. */
  updateToday(): void {
    if (this.today && this.today !== today()) void this.refresh();
  }

  closeNotice(): void {
    if (this.state.status === 'stale') this.state = {status: 'ready'};
    this.companyFailures = new Map();
    this.#listener.changed();
  }

  /** Reloads the deadlines. They stay visible while loading and if loading fails. */
  async refresh(): Promise<void> {
    const api = this.#api;
    if (!api || !this.#cvrs.length || !this.#listener.isConnected()) return;
    const request = (this.#request += 1);
    const isWanted = () => request === this.#request;
    const {max} = this;
    const found: Frist[] = [];
    const load = async (cvr: string) => {
      const path = `${companyPath(cvr)}/frister?antal=${max}`;
      const frister = (await api.call('GET', path)) as FristResponse[];
      found.push(...frister.map(frist => ({...frist, cvr, fristDato: fromApiDate(frist.fristDato)})));
    };
    try {
      const causes = await loadCompanies(this.#cvrs, load, isWanted);
      if (!isWanted()) return;
      const [first] = causes.values();
      if (causes.size === this.#cvrs.length) throw first;
      // After the responses, which correct a wrong clock.
      this.today = today();
      this.frister = byDate(found).slice(0, max);
      this.loadedMax = max;
      this.state = {status: 'ready'};
      this.companyFailures = new Map([...causes].map(([cvr, cause]) => [cvr, reasonOf(cause)]));
      this.#listener.changed();
      for (const [cvr, cause] of causes) this.#listener.dispatch(new TavleErrorEvent('load', cause, {cvr}));
      this.#listener.dispatch(new TavleLoadEvent());
    } catch (error) {
      if (!isWanted()) return;
      this.fail(reasonOf(error));
      this.#listener.dispatch(new TavleErrorEvent('load', error));
    }
  }
}
