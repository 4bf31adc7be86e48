import type {Api} from '../../api/api.ts';
import type {Authority, FormList, FoundForm} from '../../api/responses.ts';
import {LoadModel} from './load-model.ts';

export type {Authority, FoundForm};

/** The search criteria. */
export interface SearchCriteria {
  readonly text: string;
  /** Kommunekode; empty: any. */
  readonly municipality: string;
  /** Abbreviation; empty: any. */
  readonly authority: string;
}

/** How long, in milliseconds, a person may pause between two letters before the search begins. */
const pauseMs = 250;

/** How many forms are loaded at once, and how many the service returns at most. */
const pageLength = 20;
const maxPageLength = 100;

/** The state of a search, and the actions that change it. */
export class SearchModel extends LoadModel {
  #timer: ReturnType<typeof setTimeout> | undefined;
  criteria: SearchCriteria = {text: '', municipality: '', authority: ''};
  forms: readonly FoundForm[] = [];
  /** How many forms there are on all pages. */
  total = 0;
  /** Where the next page begins; `null` on the last one. */
  next: string | null = null;
  /** Empty until they are known, and if they can't be loaded: then there are no filters. */
  authorities: readonly Authority[] = [];

  override connect(api: Api | undefined): void {
    this.authorities = [];
    this.restart(api);
  }

  /** Searches for something else: at once, or after a pause in which nothing else is searched for. */
  search(criteria: Partial<SearchCriteria>, isTyping = false): void {
    this.criteria = {...this.criteria, ...criteria};
    this.stop();
    this.isCurrent = false;
    this.#timer = setTimeout(() => void this.#loadPage(), isTyping ? pauseMs : 0);
    this.setStale(undefined);
  }

  override stop(): void {
    clearTimeout(this.#timer);
    super.stop();
  }

  /** Searches again, for as many forms as are shown, so that nothing that is read disappears. */
  override async refresh(): Promise<void> {
    await Promise.all([
      this.#loadAuthorities(),
      this.#loadPage('', Math.min(maxPageLength, this.forms.length)),
    ]);
  }

  /** Adds the next page. Returns how many forms there were before. */
  async showMore(): Promise<number> {
    const before = this.forms.length;
    await this.#loadPage(this.isCurrent ? (this.next ?? '') : '');
    return before;
  }

  async #loadAuthorities(): Promise<void> {
    if (this.authorities.length || !this.api || !this.listener.isConnected()) return;
    try {
      this.authorities = (await this.api.call('GET', '/formularer/1/myndigheder')) as Authority[];
      this.listener.changed();
    } catch {
      // The search works without filters.
    }
  }

  /**
   * @param after Where the page begins that is added. Default: the results are replaced.
   * @param length How many forms to load, if that is more than a page.
   */
  #loadPage(after = '', length = 0): Promise<void> {
    const {text, municipality, authority} = this.criteria;
    const parameters = new URLSearchParams({
      soeg: text.trim().slice(0, 100),
      kommunekode: municipality,
      myndighed: authority,
      efter: after,
      antal: String(Math.max(pageLength, length)),
    });
    return this.load(
      (api, signal) => api.call('GET', `/formularer/1?${parameters}`, {signal}) as Promise<FormList>,
      ({formularer, antal, naeste}) => {
        this.forms = after ? [...this.forms, ...formularer] : formularer;
        this.total = antal;
        this.next = naeste;
      },
    );
  }
}
