import {html} from 'lit';

import {Markup} from '../calendar/views/markup.ts';
import {Localize} from '../localize/localize.ts';
import {FocusController} from '../shared/controllers/focus.ts';
import {RevalidationController} from '../shared/controllers/revalidation.ts';
import {SessionController} from '../shared/controllers/session.ts';
import {renderFailure} from '../shared/failure.ts';
import {renderHeading} from '../shared/heading.ts';
import {property} from '../shared/property.ts';
import {PublicElement} from '../shared/service-element.ts';
import {shared} from '../shared/shared.styles.ts';
import {base, tokens} from '../styles/tokens.ts';
import {FormModel, startUrlOf} from './model/form-model.ts';
import {da, type FormStrings} from './strings/da.ts';
import {describeForm} from './structured-data.ts';
import {renderForm} from './views/form.ts';
import {styles} from './views/forms.styles.ts';

/**
 * Shows the intro page of a published form, and starts the form: as a link, or in a sandboxed frame where the supplier asks for one.
 *
 * The supplier's markup is made safe, and its JavaScript is never run.
 *
 * @tag tavle-form
 * @csspart form - The intro page.
 * @csspart heading - Any of its headings.
 * @csspart exhibitor - The line with the authority that shows the form.
 * @csspart steps - The list of steps.
 * @csspart start - What starts the form.
 * @csspart start-button - The button or link that starts it.
 * @csspart frame - The frame with the solution.
 * @csspart empty - The text in place of a form that is not published or unknown.
 * @csspart failure - The error in place of a form that can't be loaded.
 * @attr {'da' | 'en'} lang - The language. Default: that of the closest element that has one, else Danish.
 * @fires {TavleStartEvent} tavle-start - Before the form is started; `preventDefault()` cancels it.
 * @fires {TavleNotFoundEvent} tavle-not-found - After the service has said that there is no such published form.
 * @fires {TavleLoadEvent} tavle-load - After the form was loaded or reloaded.
 * @fires {TavleErrorEvent} tavle-error - After loading failed and the element has shown it.
 */
export class TavleForm extends PublicElement<FormStrings> {
  static override styles = [tokens, base, shared, styles];

  /** Abbreviation of the authority that shows the form, as in `ERST`. */
  @property() authority = '';

  /** Name of the form at the authority: the last part of the URL of its intro page. */
  @property() permalink = '';

  /** Describes the form to search engines (schema.org `GovernmentService`), in a child that is not rendered. */
  @property({type: Boolean, attribute: 'structured-data'}) structuredData = false;

  readonly #model: FormModel = new FormModel({
    isConnected: () => this.isConnected,
    changed: () => this.requestUpdate(),
    dispatch: event => this.dispatchEvent(event),
  });
  protected override readonly localize = new Localize(this, da, 'forms');
  readonly #session = new SessionController(this, ['authority', 'permalink'], {
    connect: api => this.#model.connect(api, this.authority, this.permalink),
    reportMisuse: () => this.#model.setStatus('other'),
  });
  readonly #revalidation = new RevalidationController(this, () => this.#session.url);
  readonly #focus = new FocusController(this, () => this.renderRoot.querySelector<HTMLElement>('.heading'));
  /** The elements with the markup that is shown, by the markup. */
  #markups = new Map<string, HTMLElement>();

  constructor() {
    super();
    describeForm(this, () => this.#model.form);
  }

  override refresh(): Promise<void> {
    return this.#model.refresh();
  }

  protected override render() {
    const {strings} = this.localize;
    const {status, form, isStarted} = this.#model;
    const level = [1, 2, 3, 4, 5].includes(this.headingLevel) ? this.headingLevel : 2;
    if (status === 'loading') return html`<p role="status">${strings.loading}</p>`;
    if (status === 'missing') {
      return html`
        <div class="empty" part="empty">
          ${renderHeading({level, text: strings.notFound})}
          <p>${strings.notFoundHint}</p>
        </div>
      `;
    }
    if (!form || status !== 'ready') {
      const reason = status === 'ready' ? 'other' : status;
      return renderFailure(
        {reason, retrying: this.#revalidation.isRetrying, level},
        strings,
        this.#revalidation.retry,
      );
    }
    return renderForm({form, level, strings, isStarted, markup: this.#markup, onStart: this.#start});
  }

  readonly #markup = (text: string): HTMLElement => {
    const known = this.#markups.get(text) ?? new Markup(() => undefined).of(text);
    this.#markups.set(text, known);
    return known;
  };

  readonly #start = (event: Event) => {
    const {form} = this.#model;
    const url = form && startUrlOf(form);
    if (!form || !url) return;
    if (!this.#model.start(url, form.formularType)) event.preventDefault();
    if (this.#model.isStarted) {
      this.#focus.moveAfterUpdate(() => this.renderRoot.querySelector('iframe')?.focus());
    }
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'tavle-form': TavleForm;
  }
}
