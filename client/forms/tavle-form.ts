// The element `<tavle-form>`, for portal pages. Change its state in the model and its HTML in `views/form.ts`.
// Properties, events and parts are public: do not rename any. A supplier's markup must pass through `showMarkup`.
import {html, nothing, type PropertyValues} from 'lit';

import {firstInSight, FocusController} from '../shared/controllers/focus.ts';
import {isBrowsers} from '../shared/controllers/gestures.ts';
import {markupStyles} from '../shared/markup.styles.ts';
import {showMarkup} from '../shared/markup.ts';
import {visited} from '../shared/page-url.ts';
import {property} from '../shared/property.ts';
import {flag, link, text, toUrl} from '../shared/property-values.ts';
import {renderSkeleton} from '../shared/search-fields.ts';
import {PublicElement} from '../shared/public-element.ts';
import {shared} from '../shared/shared.styles.ts';
import {base, tokens} from '../styles/tokens.ts';
import type {ModelListener} from '../shared/load-model.ts';
import {FormModel, type Start} from './model/form-model.ts';
import {forms, type FormStrings} from '../texts/da.ts';
import {renderEmpty} from '../shared/templates.ts';
import {renderForm} from './views/form.ts';
import {styles} from '../shared/search.styles.ts';
import {introStyles} from './views/intro.styles.ts';
import {StructuredData} from './views/structured-data.ts';

/**
 * Shows the intro page of a published form, and starts the form: as a link, or in a sandboxed frame where the supplier asks for one.
 *
 * The element sanitises the supplier's markup, and never runs its JavaScript.
 *
 * @tag tavle-form
 * @csspart back - The link to the search.
 * @csspart form - The intro page.
 * @csspart heading - Any heading of the intro page.
 * @csspart exhibitor - The line with the authority that shows the form.
 * @csspart steps - The list of steps.
 * @csspart start - The section with the start button.
 * @csspart start-button - The button or link that starts the form.
 * @csspart frame - The frame with the solution.
 * @csspart empty - The text in place of a form that is unknown or not published.
 * @csspart failure - The error in place of a form that can't be loaded.
 * @csspart notice - The bar that says that the form could not be reloaded.
 * @attr {'da' | 'en'} lang - The language. Default: `lang` of the closest ancestor, otherwise Danish.
 * @fires {TavleStartEvent} tavle-start - Before the form is started; `preventDefault()` cancels it.
 * @fires {TavleNotFoundEvent} tavle-not-found - When the service has no such published form.
 * @fires {TavleLoadEvent} tavle-load - After the form was loaded or reloaded.
 * @fires {TavleErrorEvent} tavle-error - After the element has shown that loading failed.
 */
export class TavleForm extends PublicElement<FormStrings, FormModel> {
  static override styles = [tokens, base, shared, styles, introStyles, markupStyles];

  /** Abbreviation of the authority that shows the form, as in `ERST`. */
  @property({parse: text, fallback: ''}) authority = '';

  /** Name of the form at the authority: the last part of the URL of its intro page. */
  @property({parse: text, fallback: ''}) permalink = '';

  /**
   * URL of the page with the search. A link above the form leads back to it, with the query of a person who came from there. Default: no link.
   */
  @property({attribute: 'search-url', parse: link, fallback: ''}) searchUrl = '';

  /** Adds a description for search engines (schema.org `GovernmentService`) at the end of the page. Browsers do not render it. */
  @property({type: Boolean, attribute: 'structured-data', parse: flag, fallback: false}) structuredData =
    false;

  readonly #structuredData = new StructuredData();
  readonly #focus = new FocusController(this, () =>
    firstInSight(this.renderRoot, '.heading, a:not([part=back])'),
  );

  constructor() {
    super({danish: forms, feature: 'forms', channel: 'tavle-form', required: ['authority', 'permalink']});
  }

  protected override createModel(listener: ModelListener): FormModel {
    return new FormModel(listener, this);
  }

  protected override render() {
    const {strings} = this.localize;
    const {state, form, isStarted} = this.model;
    const level = Math.min(5, this.headingLevel);
    const content =
      state.status === 'loading'
        ? html`<p class="spoken" role="status">${strings.loading}</p>
            ${renderSkeleton(3)}`
        : form
          ? renderForm({form, level, strings, isStarted, onStart: this.#start})
          : renderEmpty({level, text: strings.notFound}, strings.notFoundHint);
    return html`
      ${
        this.searchUrl
          ? html`<p class="back">
              <a part="back" href=${returnUrl(this.searchUrl)}>${strings.backToSearch}</a>
            </p>`
          : nothing
      }
      ${this.renderLoaded({content, level})}
    `;
  }

  protected override updated(changed: PropertyValues<this>): void {
    showMarkup(this.renderRoot);
    if (this.isConnected && (this.structuredData || changed.get('structuredData')))
      this.#structuredData.show(this.structuredData ? this.model.form : undefined);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#structuredData.hide();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  readonly #start = (event: MouseEvent, start: Start) => {
    if (isBrowsers(event)) return;
    if (!this.model.start(start)) event.preventDefault();
    if (this.model.isStarted)
      this.#focus.moveAfterUpdate(() => this.renderRoot.querySelector('iframe')?.focus());
  };
}

/**
 * Returns the URL of the last search or of the previous page, with its search criteria, if that is the page of `searchUrl`. Otherwise returns
 * `searchUrl`, also if a policy of the previous page hides the referrer.
 */
function returnUrl(searchUrl: string): string {
  const link = toUrl(searchUrl);
  const isSamePage = (before: string) => {
    const [page = '', query] = before.split(/[?#]/);
    const given = new URLSearchParams(query);
    return (
      page === link.origin + link.pathname &&
      [...new URLSearchParams(link.search)].every(([name, value]) => given.getAll(name).includes(value))
    );
  };
  return [visited.search, document.referrer].find(isSamePage) ?? searchUrl;
}

declare global {
  interface HTMLElementTagNameMap {
    'tavle-form': TavleForm;
  }
}
