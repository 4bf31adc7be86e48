// The element `<tavle-form-search>`, for portal pages. Change the search in the model and its HTML in
// `views/search.ts`. Properties, events, parts and the parameters of the page's URL are public: do not rename any.
import {html} from 'lit';

import {addItems, firstInSight, FocusController} from '../shared/controllers/focus.ts';
import {isBrowsers} from '../shared/controllers/gestures.ts';
import {replaceParameters, visited} from '../shared/page-url.ts';
import {property} from '../shared/property.ts';
import {link} from '../shared/property-values.ts';
import {renderSkeleton} from '../shared/search-fields.ts';
import {PublicElement} from '../shared/public-element.ts';
import {shared} from '../shared/shared.styles.ts';
import {base, tokens} from '../styles/tokens.ts';
import {TavleOpenFormEvent} from './events.ts';
import type {ModelListener} from '../shared/load-model.ts';
import {SearchModel} from './model/search-model.ts';
import type {FoundForm} from '../api/responses.ts';
import {forms, type FormSearchStrings} from '../texts/da.ts';
import {styles} from '../shared/search.styles.ts';
import {renderFields, renderResults, type SearchView} from './views/search.ts';

/**
 * Searches the published forms while a person types, and links to their intro pages. The URL of the page contains the search.
 *
 * @tag tavle-form-search
 * @csspart fields - The search field, the choice of an authority and the button.
 * @csspart heading - The heading above the results, or above the message that no form was found.
 * @csspart results - The list of forms.
 * @csspart result - One form of the list.
 * @csspart empty - The text and buttons in place of the results when nothing is found.
 * @csspart failure - The error in place of the results when they can't be loaded.
 * @csspart notice - The bar that says that results could not be reloaded, or that no more could be loaded.
 * @attr {'da' | 'en'} lang - The language. Default: `lang` of the closest ancestor, otherwise Danish.
 * @fires {TavleOpenFormEvent} tavle-open-form - Before a form is opened; `preventDefault()` cancels it.
 * @fires {TavleLoadEvent} tavle-load - After results were loaded.
 * @fires {TavleErrorEvent} tavle-error - After the element has shown that loading failed.
 */
export class TavleFormSearch extends PublicElement<FormSearchStrings, SearchModel> {
  static override styles = [tokens, base, shared, styles];

  /**
   * URL of the page that shows a form, with the placeholders `{authority}` and `{permalink}`, such as `/form?at={authority}&form={permalink}`.
   * Default: the URL that the service returns, which is below the URL of the portal.
   */
  @property({attribute: 'form-url', parse: link, fallback: ''}) formUrl = '';

  readonly #focus = new FocusController(this, () =>
    firstInSight(this.renderRoot, '.heading, a:not([part=back])'),
  );

  constructor() {
    super({danish: forms, feature: 'forms', channel: 'tavle-form-search', required: []});
  }

  protected override createModel(listener: ModelListener): SearchModel {
    return new SearchModel(listener);
  }

  override connectedCallback(): void {
    const {model} = this;
    const before = model.criteria;
    // Links to pages contain these parameters, which `docs/reference/element-forms.md` documents.
    const {searchParams} = new URL(location.href);
    const text = searchParams.get('tavle-soeg') ?? '';
    // Abbreviations of the service are in NFC.
    const authority = (searchParams.get('tavle-myndighed') ?? '').normalize();
    model.criteria = {text, authority};
    visited.search = location.href;
    // Results of an earlier URL are not those of another search.
    if (before.text !== text || before.authority !== authority) model.isCurrent = false;
    super.connectedCallback();
  }

  protected override render() {
    const {strings} = this.localize;
    const model = this.model;
    const {state, total} = model;
    const isLoading = state.status === 'loading';
    const level = this.headingLevel;
    const text = total ? strings.found(total) : strings.noneFound;
    const view = {
      model,
      heading: {level, text},
      strings,
      search: this.#search,
      urlOf: this.#urlOf,
      onOpen: this.#open,
      onMore: this.#showMore,
    };
    return html`
      ${renderFields(view)}
      <p class=${isLoading ? 'late' : 'spoken'} role="status">
        ${isLoading ? strings.loading : model.isCurrent ? text : ''}
      </p>
      ${this.renderLoaded({
        content: isLoading ? renderSkeleton(5) : renderResults(view),
        level,
        strings: {...strings, loadFailed: strings.searchFailed, refreshFailed: `${strings.searchFailed}.`},
      })}
    `;
  }

  readonly #search: SearchView['search'] = (criteria, pauseMs) => {
    this.model.search(criteria, pauseMs);
    const {text, authority} = this.model.criteria;
    replaceParameters({'tavle-soeg': text, 'tavle-myndighed': authority});
    visited.search = location.href;
  };

  readonly #urlOf = ({myndighed, permalink, url}: FoundForm): string => {
    const page = this.formUrl
      .replaceAll('{authority}', encodeURIComponent(myndighed.forkortelse))
      .replaceAll('{permalink}', encodeURIComponent(permalink));
    return page || (url ?? '');
  };

  readonly #open = (event: MouseEvent, form: FoundForm) => {
    const url = this.#urlOf(form);
    const {myndighed, permalink} = form;
    const isOpened =
      isBrowsers(event) || this.dispatchEvent(new TavleOpenFormEvent(myndighed.forkortelse, permalink, url));
    if (!isOpened || !url) event.preventDefault();
  };

  readonly #showMore = () => void addItems(this, this.#focus, '.result a', () => this.model.showMore());
}

declare global {
  interface HTMLElementTagNameMap {
    'tavle-form-search': TavleFormSearch;
  }
}
