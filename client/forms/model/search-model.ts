// The model of `<tavle-form-search>`, for `tavle-form-search.ts` and `views/search.ts`. For another criterion, add a
// field to `SearchCriteria` and a parameter to the request. Do not use the DOM here.

import type {Authority, FormList, FoundForm} from '../../api/responses.ts';
import {CriteriaModel, lengthOf, pageLength} from '../../shared/load-model.ts';

export interface SearchCriteria {
  readonly text: string;
  /** Abbreviation; empty: any. */
  readonly authority: string;
}

/** The state of `<tavle-form-search>`, and the actions that change it. */
export class SearchModel extends CriteriaModel<SearchCriteria> {
  criteria: SearchCriteria = {text: '', authority: ''};
  forms: readonly FoundForm[] = [];
  /** The number of forms on all pages. */
  total = 0;
  /** The cursor of the next page; `null` on the last one. */
  next: string | null = null;
  /** Empty until the authorities are loaded. If loading fails, the search has no choice of authorities. */
  authorities: readonly Authority[] = [];

  protected override clear(): void {
    this.authorities = [];
  }

  /** Repeats the search with as many forms as are visible. A reload that nobody has asked for keeps a list that is longer than a response. */
  override async refresh(): Promise<void> {
    if (this.isQuiet && this.isCurrent && this.forms.length > lengthOf(this.forms)) return;
    await Promise.all([this.#loadAuthorities(), this.loadPage('', lengthOf(this.forms))]);
  }

  /** Adds the next page. */
  showMore(): Promise<void> {
    return this.loadPage(this.isCurrent ? (this.next ?? '') : '');
  }

  async #loadAuthorities(): Promise<void> {
    const {api} = this;
    if (this.authorities.length || !api || !this.listener.isConnected()) return;
    // The search works without the authorities.
    const list = await api.call('GET', '/formularer/1/myndigheder').catch(() => undefined);
    if (api !== this.api || !Array.isArray(list)) return;
    this.authorities = (list as (Authority | null)[]).filter(each => each?.forkortelse) as Authority[];
    this.listener.changed();
  }

  /** @param after The cursor of the page to add. Default: replaces the results. */
  protected override loadPage(after = '', length = pageLength): Promise<void> {
    const parameters = new URLSearchParams({
      soeg: this.query,
      myndighed: this.criteria.authority,
      efter: after,
      antal: String(length),
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
