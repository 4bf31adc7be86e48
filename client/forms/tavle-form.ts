import {html} from 'lit';

import {Markup} from '../calendar/views/markup.ts';
import {Localize} from '../localize/localize.ts';
import {FocusController} from '../shared/controllers/focus.ts';
import {RevalidationController} from '../shared/controllers/revalidation.ts';
import {SessionController} from '../shared/controllers/session.ts';
import {describeFailure, renderFailure} from '../shared/failure.ts';
import {renderHeading} from '../shared/heading.ts';
import {type Notice, renderNotice} from '../shared/notice.ts';
import {property} from '../shared/property.ts';
import {PublicElement} from '../shared/service-element.ts';
import {shared} from '../shared/shared.styles.ts';
import {base, tokens} from '../styles/tokens.ts';
import {FormModel, startOf} from './model/form-model.ts';
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
 * @csspart notice - The bar that says that the form could not be reloaded.
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
  /** One for each text, in the order in which they are rendered. */
  readonly #markups: Markup[] = [];
  #place = 0;

  constructor() {
    super();
    describeForm(this, () => this.#model.form);
  }

  override refresh(): Promise<void> {
    return this.#model.refresh();
  }

  protected override render() {
    const {strings} = this.localize;
    return html`${this.#renderContent(strings)} ${renderNotice(this.#notice(strings), strings)}`;
  }

  #renderContent(strings: FormStrings) {
    const {status, form, isStarted} = this.#model;
    const level = Math.min(5, Math.max(1, this.headingLevel)) || 2;
    if (status === 'loading') return html`<p role="status">${strings.loading}</p>`;
    if (status === 'missing') {
      return html`
        <div class="empty" part="empty">
          ${renderHeading({level, text: strings.notFound})}
          <p>${strings.notFoundHint}</p>
        </div>
      `;
    }
    if (status !== 'ready') {
      return renderFailure(
        {reason: status, retrying: this.#revalidation.isRetrying, level},
        strings,
        this.#revalidation.retry,
      );
    }
    this.#place = 0;
    return form && renderForm({form, level, strings, isStarted, markup: this.#markup, onStart: this.#start});
  }

  #notice(strings: FormStrings): Notice | undefined {
    const {staleReason} = this.#model;
    return (
      staleReason && {
        text: describeFailure(strings.refreshFailed, staleReason, strings),
        failed: true,
        act: this.#revalidation.retry,
        close: () => this.#model.setStale(undefined),
      }
    );
  }

  readonly #markup = (text: string): HTMLElement =>
    (this.#markups[this.#place++] ??= new Markup(() => undefined)).of(text);

  readonly #start = (event: Event) => {
    const {form} = this.#model;
    const start = form && startOf(form);
    if (!start) return;
    if (!this.#model.start(start, form.formularType)) event.preventDefault();
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
