import type {Api} from '../../api/api.ts';
import {reasonOf} from '../../api/reason.ts';
import type {Authority, FormList, FoundForm} from '../../api/responses.ts';
import {TavleErrorEvent, TavleLoadEvent} from '../../events.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import type {FormListener} from './form-model.ts';

export type {Authority, FoundForm};

/** The search criteria. */
export interface Wanted {
  readonly text: string;
  /** Kommunekode; empty: any. */
  readonly municipality: string;
  /** Abbreviation; empty: any. */
  readonly authority: string;
}

/** Why results that are shown are not up to date or not continued. */
export interface Stale {
  readonly reason: Reason;
  readonly retry: () => void;
}

/** How long, in milliseconds, a person may pause between two letters before the search begins. */
const pauseMs = 250;

/** How many forms are loaded at once, and how many the service returns at most. */
const pageLength = 20;
const maxPageLength = 100;

/** The state of a search, and the actions that change it. */
export class SearchModel {
  readonly #listener: FormListener;
  #api: Api | undefined;
  #running: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the results that are shown are those of another search. */
  #isNew = true;
  wanted: Wanted = {text: '', municipality: '', authority: ''};
  /** Of the first results. Later ones replace them without a loading state. */
  status: 'loading' | 'ready' | Reason = 'loading';
  /** What failed while the results that are shown stayed: reloading them, or loading more. */
  stale: Stale | undefined;
  forms: readonly FoundForm[] = [];
  /** How many forms there are on all pages. */
  total = 0;
  /** Where the next page begins; `null` on the last one. */
  next: string | null = null;
  /** Empty until they are known, and if they can't be loaded: then there are no filters. */
  authorities: readonly Authority[] = [];

  constructor(listener: FormListener) {
    this.#listener = listener;
  }

  /** Starts from nothing, with another service. */
  connect(api: Api | undefined): void {
    this.#api = api;
    this.authorities = [];
    this.status = 'loading';
    this.stale = undefined;
    this.#isNew = true;
    void this.refresh();
  }

  closeNotice(): void {
    this.stale = undefined;
    this.#listener.changed();
  }

  /** Searches for something else: at once, or after a pause in which nothing else is searched for. */
  search(wanted: Partial<Wanted>, isTyping = false): void {
    this.wanted = {...this.wanted, ...wanted};
    this.stop();
    this.#isNew = true;
    this.#timer = setTimeout(() => void this.#load(), isTyping ? pauseMs : 0);
    this.#listener.changed();
  }

  /** Ends what is under way. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
  }

  /** Searches again. */
  async refresh(): Promise<void> {
    if (!this.#api || !this.#listener.isConnected()) return;
    this.stop();
    // As many as are shown, so that nothing that is read disappears.
    const length = Math.min(maxPageLength, this.forms.length);
    await Promise.all([this.#loadAuthorities(this.#api), this.#load(null, length)]);
  }

  /** Adds the next page. Returns how many forms there were before. */
  async showMore(): Promise<number> {
    const before = this.forms.length;
    await this.#load(this.#isNew ? null : this.next);
    return before;
  }

  async #loadAuthorities(api: Api): Promise<void> {
    if (this.authorities.length) return;
    try {
      this.authorities = (await api.call('GET', '/formularer/1/myndigheder')) as Authority[];
      this.#listener.changed();
    } catch {
      // The search works without filters.
    }
  }

  /**
   * @param after Where the page begins that is added. Default: the results are replaced.
   * @param length How many forms to load, if that is more than a page.
   */
  async #load(after: string | null = null, length = 0): Promise<void> {
    const api = this.#api;
    if (!api) return;
    this.#running?.abort();
    const running = (this.#running = new AbortController());
    const {text, municipality, authority} = this.wanted;
    const parameters = new URLSearchParams({
      soeg: text.trim().slice(0, 100),
      kommunekode: municipality,
      myndighed: authority,
      efter: after ?? '',
      antal: String(Math.max(pageLength, length)),
    });
    try {
      const path = `/formularer/1?${parameters}`;
      const list = (await api.call('GET', path, {signal: running.signal})) as FormList;
      if (running.signal.aborted) return;
      this.forms = after === null ? list.formularer : [...this.forms, ...list.formularer];
      this.total = list.antal;
      this.next = list.naeste;
      this.status = 'ready';
      this.stale = undefined;
      this.#isNew = false;
      this.#listener.changed();
      this.#listener.dispatch(new TavleLoadEvent());
    } catch (error) {
      if (running.signal.aborted) return;
      const reason = reasonOf(error);
      if (this.#isNew) this.status = reason;
      else this.stale = {reason, retry: () => void this.#load(after, length)};
      this.#listener.changed();
      this.#listener.dispatch(new TavleErrorEvent('load', error));
    }
  }
}
