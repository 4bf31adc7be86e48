import type {Api} from '../../api/api.ts';
import {reasonOf} from '../../api/reason.ts';
import {fromApiDate, type IsoDate, today} from '../../calendar/model/dates.ts';
import type {Frist, FristAnswer} from '../../calendar/model/frist.ts';
import {TavleErrorEvent, TavleLoadEvent} from '../../events.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import type {ModelListener} from '../../shared/model-listener.ts';

export type DeadlinesListener = Pick<ModelListener, 'isConnected' | 'changed' | 'dispatch'>;

/** The next deadlines of a company. Each action changes the state and then calls `changed()` of the listener. */
export class DeadlinesModel {
  readonly #listener: DeadlinesListener;
  #api: Api | undefined;
  #cvr = '';
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
  /** Resolves when the deadlines are loaded, or failed to load. */
  loaded = Promise.resolve();

  constructor(listener: DeadlinesListener) {
    this.#listener = listener;
  }

  /** Starts from nothing, with another company or person; `api` is `undefined` while nobody is signed in. */
  connect(api: Api | undefined, cvr: string): void {
    this.#api = api;
    this.#cvr = cvr;
    this.#request += 1;
    this.frister = undefined;
    this.failure = undefined;
    this.staleReason = undefined;
    this.#listener.changed();
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
    this.#listener.changed();
  }

  /** Reloads the deadlines. They stay visible while loading and if loading fails. */
  async refresh(): Promise<void> {
    if (!this.#api || !this.#listener.isConnected()) return;
    const request = (this.#request += 1);
    const path = `/calendar/1/virksomheder/${encodeURIComponent(this.#cvr)}/frister?antal=${this.#max}`;
    const response = this.#api.call('GET', path);
    this.today = today();
    try {
      const frister = (await response) as FristAnswer[];
      if (request !== this.#request) return;
      this.frister = frister.map(frist => ({...frist, fristDato: fromApiDate(frist.fristDato)}));
      this.failure = undefined;
      this.staleReason = undefined;
      this.#listener.changed();
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
