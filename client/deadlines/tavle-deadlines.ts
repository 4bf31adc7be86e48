// The element `<tavle-deadlines>`, for portal pages. The model loads, and `frist/views/entry.ts` renders the rows, also
// for the calendar. Properties, events and parts are public: add some, but do not rename any.
import {css, html, nothing} from 'lit';

import {watchClock} from '../frist/clock.ts';
import {TavleOpenEvent} from '../frist/events.ts';
import {cvrList} from '../frist/model/cvrs.ts';
import type {Deadline, Frist} from '../frist/model/frist.ts';
import {frist, type DeadlinesStrings} from '../texts/da.ts';
import {formatsOf} from '../texts/formats.ts';
import {entryStyles} from '../frist/views/entry.styles.ts';
import {describeRecipients, renderNextEntries, renderLeftOut} from '../frist/views/entry.ts';
import {FocusController} from '../shared/controllers/focus.ts';
import {isBrowsers} from '../shared/controllers/gestures.ts';
import type {ModelListener} from '../shared/load-model.ts';
import {link, numberTo, record, text} from '../shared/property-values.ts';
import {property} from '../shared/property.ts';
import {ServiceElement} from '../shared/service-element.ts';
import {shared} from '../shared/shared.styles.ts';
import {renderHeading} from '../shared/templates.ts';
import {base, tokens} from '../styles/tokens.ts';
import {DeadlinesModel} from './model/deadlines-model.ts';

const styles = css`
  .heading {
    margin-block-end: 0.375em;
    font-size: 1em;
  }
`;

/**
 * Shows the next deadlines of a company, or of several, with the time that is left: for a card or a front page. `<tavle-calendar>` shows all
 * deadlines.
 *
 * @tag tavle-deadlines
 * @slot heading - A heading in place of the built-in one.
 * @csspart heading - The heading of the deadlines or of a failure.
 * @csspart entry - A deadline.
 * @csspart company - The company of a deadline, in an element of several companies.
 * @csspart failure - The error in place of the deadlines when they can't be loaded.
 * @csspart signed-out - The text and the link in place of the deadlines when nobody is signed in.
 * @csspart notice - The bar that says that the deadlines could not be reloaded.
 * @attr {'da' | 'en'} lang - The language. Default: `lang` of the closest ancestor, otherwise Danish.
 * @fires {TavleLoadEvent} tavle-load - After deadlines were loaded or reloaded.
 * @fires {TavleErrorEvent} tavle-error - After the element has shown an error.
 * @fires {TavleOpenEvent} tavle-open - When a person opens a deadline; `preventDefault()` stops the link to `href`.
 */
export class TavleDeadlines extends ServiceElement<DeadlinesStrings, DeadlinesModel> {
  static override styles = [tokens, base, shared, entryStyles, styles];

  /**
   * CVR numbers of at most 1,000 companies, separated by spaces or commas, or an array. With at most 100 companies, the element names
   * those that the token does not list, and shows the deadlines of the others. Without `cvr`, it shows an error after ten seconds.
   */
  @property({parse: cvrList, fallback: ''}) cvr: string | number | readonly (string | number)[] = '';

  /** Names of companies by CVR number; as an attribute, JSON. A company without a name is shown by its number. Names are text, never markup. */
  @property({type: Object, parse: record, fallback: null}) names: Readonly<Record<string, string>> | null =
    null;

  /**
   * The maximum number of deadlines, 1 to 10.
   *
   * @default 3
   */
  @property({type: Number, parse: numberTo(10), fallback: 3})
  get max(): number {
    return this.model.max;
  }
  set max(max: number) {
    this.model.setMax(max);
  }

  /**
   * URL of the page that shows a deadline, with `{id}` for its number and `{cvr}` for the company's CVR number. Without it,
   * opening a deadline only fires `tavle-open`.
   */
  @property({parse: link, fallback: ''}) href = '';

  /** The heading. Default: `Næste frister`, in English `Next deadlines`; an empty text leaves it out. */
  @property({parse: text, fallback: null}) heading: string | null = null;

  constructor() {
    // Shares the calendar's channel: either element reloads after a change in the other.
    super({danish: frist, feature: 'frist', channel: 'tavle-calendar', required: ['getToken', 'cvr']});
    watchClock(this, this.model, this.revalidation.reload);
    new FocusController(this, () => this.renderRoot.querySelector<HTMLElement>('button, a'));
  }

  protected override createModel(listener: ModelListener): DeadlinesModel {
    return new DeadlinesModel(listener, this);
  }

  protected override renderContent() {
    const {strings, language} = this.localize;
    const {state, frister, leftOut, loadedMax, isPartial, today} = this.model;
    const level = this.headingLevel;
    const text = this.heading ?? strings.next;
    const context = {
      today,
      strings,
      formats: formatsOf(language),
      max: frister ? loadedMax : this.max,
      isPartial,
      recipientsOf: (deadline: Deadline) =>
        this.model.areSeveral ? describeRecipients(deadline, this.names, strings) : undefined,
      hrefOf: this.#hrefOf,
      open: this.#open,
    };
    return html`
      <slot name="heading">${text ? renderHeading({level, text}) : nothing}</slot>
      <p class="spoken" role="status">${state.status === 'loading' ? strings.loading : nothing}</p>
      ${renderLeftOut(leftOut, this.names, strings)}
      ${this.renderLoaded({
        content: renderNextEntries(frister, context),
        level: Math.min(6, level + 1),
      })}
    `;
  }

  readonly #hrefOf = ({cvr, fristId}: Frist) =>
    this.href.replaceAll('{id}', String(fristId)).replaceAll('{cvr}', encodeURIComponent(cvr));

  readonly #open = ({cvr, fristId}: Frist, event: MouseEvent) => {
    if (isBrowsers(event)) return;
    if (!this.dispatchEvent(new TavleOpenEvent(fristId, cvr))) event.preventDefault();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'tavle-deadlines': TavleDeadlines;
  }
}
