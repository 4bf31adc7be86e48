// The element `<tavle-calendar>`, for portal pages. Most changes belong in `model/` (state) or `views/` (templates).
// The properties, events and parts below are public: you can add some, but do not rename any.
import {html, nothing, type PropertyValues} from 'lit';

import {watchClock} from '../frist/clock.ts';
import {cvrList} from '../frist/model/cvrs.ts';
import {dayOf} from '../frist/model/dates.ts';
import {formatsOf} from '../texts/formats.ts';
import {entryStyles} from '../frist/views/entry.styles.ts';
import {renderLeftOut} from '../frist/views/entry.ts';
import {FocusController, keepFocusUnobscured} from '../shared/controllers/focus.ts';
import {isEscape, undoOnKey, useKey, watchSelection} from '../shared/controllers/gestures.ts';
import {listen} from '../shared/controllers/listen.ts';
import type {ModelListener} from '../shared/load-model.ts';
import {markupStyles} from '../shared/markup.styles.ts';
import {showMarkup} from '../shared/markup.ts';
import {flag, oneOf, record} from '../shared/property-values.ts';
import {property} from '../shared/property.ts';
import {ServiceElement} from '../shared/service-element.ts';
import {shared} from '../shared/shared.styles.ts';
import type {Notice} from '../shared/templates.ts';
import {base, tokens} from '../styles/tokens.ts';
import {createEventDelegation, type EventDelegation, focusFallback} from './controllers/event-delegation.ts';
import {
  isRendered,
  measureWidth,
  readPageUrl,
  urlOf,
  watchPrint,
  watchWidth,
  writeOpenDeadline,
  writePageUrl,
} from './controllers/page.ts';
import {renderInTurns} from './controllers/turns.ts';
import {CalendarModel} from './model/calendar-model.ts';
import type {DialogState} from './model/dialog.ts';
import {type CalendarStrings, calendar} from '../texts/da.ts';
import {styles} from './views/calendar.styles.ts';
import {dialogStyles} from './views/dialog.styles.ts';
import {dismiss, renderDialog} from './views/dialog.ts';
import {markNotice, renderNext} from './views/templates.ts';
import type {ViewContext} from './views/view.ts';
import {printStyles} from './views/print.styles.ts';
import {renderPrint} from './views/print.ts';
import {createAnnouncer, renderToolbar} from './views/toolbar.ts';
import {views} from './views/views.ts';

/** The time that the first rendering of a company waits for the deadlines. */
const firstLoadTimeoutMs = 60;

/** The time that screen readers need after a dialog has uncovered the page. */
const uncoverTimeMs = 150;

/**
 * Shows the deadlines of a company, or of several, as a month, a list or a year, to read, mark, hide, and subscribe to in a calendar app.
 *
 * @tag tavle-calendar
 * @csspart toolbar - The name of the month, year or list, the navigation of a month or year, the choice of view, and the buttons of the filter and of mails and calendar links.
 * @csspart heading - The name of the month, year or list, or the heading of a failure.
 * @csspart month-title - The name of the month, year or list.
 * @csspart choice - The choice of view.
 * @csspart filter - The choices of the filter, while it is open.
 * @csspart summary - The numbers of deadlines and of unread deadlines.
 * @csspart next - The next deadlines, before the toolbar.
 * @csspart month - The month.
 * @csspart day - A day of the month.
 * @csspart chip - A deadline in the month.
 * @csspart day-list - The selected day's deadlines below a month that has no room for titles.
 * @csspart year - The year.
 * @csspart year-month - A month of the year.
 * @csspart list - The list.
 * @csspart entry - A deadline in a list.
 * @csspart dialog - The dialog with a day, a deadline, or mails and calendar links.
 * @csspart empty - The text in place of the deadlines when there are none.
 * @csspart company - The company of a deadline, in a calendar of several companies.
 * @csspart failure - The error in place of the deadlines when they can't be loaded.
 * @csspart signed-out - The text and the link in place of the calendar when nobody is signed in.
 * @csspart notice - The bar that reports the last change.
 * @csspart button - A button with text.
 * @csspart button-primary - The button of the main action. It is also the part `button`.
 * @csspart field - A field, such as the date, the authority or the URL.
 * @csspart tag - A word next to a deadline or a day, such as "Om 6 dage" or "Skjult".
 * @attr {'da' | 'en'} lang - The language. Default: `lang` of the closest ancestor, otherwise Danish.
 * @fires {TavleLoadEvent} tavle-load - After deadlines were loaded or reloaded.
 * @fires {TavleErrorEvent} tavle-error - After the element has shown an error.
 * @fires {TavleOpenEvent} tavle-open - Before a deadline is shown; `preventDefault()` prevents this, so that the page can show the deadline itself.
 * @fires {TavleBeforeMarkEvent} tavle-before-mark - Before a deadline is marked or hidden; `preventDefault()` cancels it.
 * @fires {TavleMarkEvent} tavle-mark - After the service has stored the mark.
 */
export class TavleCalendar extends ServiceElement<CalendarStrings, CalendarModel> {
  static override styles = [
    tokens,
    base,
    shared,
    styles,
    ...views.map(view => view.styles),
    entryStyles,
    dialogStyles,
    printStyles,
    markupStyles,
  ];

  /**
   * CVR numbers of one or more companies, separated by spaces or commas, or an array. The calendar shows at most 1,000 companies,
   * and names the others. If `cvr` has at most 100 companies, the calendar also names those that the token does not list. If `cvr` has more, it names
   * such a company when the person chooses it in the filter. Without `cvr`, it shows an error after ten seconds.
   */
  @property({parse: cvrList, fallback: ''}) cvr: string | number | readonly (string | number)[] = '';

  /** Names of companies by CVR number; as an attribute, JSON. A company without a name is shown by its number. Names are text, never markup. */
  @property({type: Object, parse: record, fallback: null}) names: Readonly<Record<string, string>> | null =
    null;

  /**
   * How the deadlines are shown, until the person chooses another view. In the current year, the view `year` begins with the current month. Default: `month`,
   * but `list` in a calendar that is narrower than 34 em.
   *
   * @default null
   */
  @property({parse: oneOf('month', 'list', 'year'), fallback: null})
  get view(): 'month' | 'list' | 'year' | null {
    return this.model.navigation.view;
  }
  set view(view: 'month' | 'list' | 'year' | null) {
    this.model.setView(view);
  }

  /**
   * The selected day, `yyyy-mm-dd`; its month is shown. A list begins with the first day of that month, but in the current month with today.
   * Default: today in Denmark.
   *
   * @default ''
   */
  @property({parse: dayOf, fallback: ''})
  get date(): string {
    return this.model.navigation.date;
  }
  set date(date: string) {
    this.model.setDate(date);
  }

  /**
   * Keeps date, view, filter and the open deadline in the page's URL, as `tavle-dato`, `tavle-visning`, `tavle-filter` and `tavle-frist`, and restores
   * them from there. `tavle-frist` also has the company's CVR number. The browser's history gets no new entries.
   */
  @property({type: Boolean, parse: flag, fallback: false}) remember = false;

  #announce = createAnnouncer(this);
  readonly #focus = new FocusController(this, () => focusFallback(this.renderRoot));
  readonly #events: EventDelegation = createEventDelegation(this.model, watchSelection(this), selector => {
    this.#focus.moveAfterUpdate(() => this.renderRoot.querySelector<HTMLElement>(selector)?.focus());
    this.requestUpdate();
  });
  readonly #take = renderInTurns(this);
  readonly #isPrinting = watchPrint(this, () => {
    this.requestUpdate();
    this.performUpdate();
  });
  #isRemembering = false;
  #notice: Notice | undefined;
  /** The dialog's content of the last rendering. */
  #renderedDialog: DialogState | undefined;
  /** The notice of a failure in the dialog. */
  #failure: string | undefined;
  /**
   * Whether the dialog covers the page, or did a moment ago. Firefox removes covered content from the accessibility tree, so text in its
   * live regions is not announced.
   */
  #isCovered = false;

  constructor() {
    super({danish: calendar, feature: 'calendar', channel: 'tavle-calendar', required: ['getToken', 'cvr']});
    watchClock(this, this.model, this.revalidation.reload);
    watchWidth(this, this.model);
    keepFocusUnobscured(this);
    listen(this, window, 'keydown', this.#closeOnKey, true);
    undoOnKey(this, () => this.model.companies?.marks.undo() ?? false);
  }

  protected override createModel(listener: ModelListener): CalendarModel {
    const whenRemembered = (write: () => void) => () => {
      // The page may have another URL after it has removed the calendar.
      if (this.remember && this.isConnected) write();
    };
    return new CalendarModel(
      {
        ...listener,
        navigated: whenRemembered(() => writePageUrl(this.model)),
        opened: whenRemembered(() => writeOpenDeadline(this.model.dialog.frist)),
        isRendered: () => isRendered(this),
      },
      this,
      views,
    );
  }

  /** Navigates to `date` (`yyyy-mm-dd`) and selects it. Ignores invalid dates and years outside 1900-2199. */
  goTo(date: string): void {
    this.model.goTo(date);
  }

  /**
   * Opens a deadline of any month as if the person had chosen it. Waits until the companies are loaded and the page shows the calendar.
   * If the company does not have the deadline, the dialog says so. Ignores a `fristId` that is not a positive integer.
   *
   * @param cvr CVR number of the company, for a calendar of several. Default: the first one that is known to have the deadline, or
   *   otherwise the first one.
   * @returns Resolves when the dialog is open, or immediately if it opens later.
   */
  async open(fristId: number | string, cvr?: string | number): Promise<void> {
    const id = Number(fristId);
    if (!Number.isSafeInteger(id) || id < 1) return;
    // The page may just have set another company. Before the first rendering, it may still set others.
    if (this.hasUpdated) this.session.resetIfChanged();
    this.requestUpdate();
    await this.model.dialog.openFrist(id, cvr?.toString(), cvr !== undefined);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A page that keeps the calendar may add it again with another URL. Moving it within a page changes nothing.
    setTimeout(() => {
      if (this.isConnected) return;
      this.#isRemembering = false;
      this.model.dialog.awaited = undefined;
    });
    // If the calendar is connected again, the dialog would not be modal any more.
    if (this.model.dialog.opened) this.model.dialog.close();
  }

  /**
   * The first rendering is a separate task, since the page's next script may set another company. The first rendering of a company waits a
   * moment for the deadlines, which mostly avoids a skeleton and a second layout.
   */
  protected override async scheduleUpdate(): Promise<void> {
    const {loading} = this.localize;
    if (!this.hasUpdated) await pause(0);
    const {companies} = this.model;
    this.#restorePageUrl();
    if (!this.hasUpdated) measureWidth(this, this.model);
    this.session.resetIfChanged();
    if (this.model.companies && this.model.companies !== companies) {
      const firstLoad = Promise.race([this.model.loaded, pause(firstLoadTimeoutMs)]);
      await pause(0);
      await loading;
      // Makes the next two calls, which take 10 ms or more, while the deadlines load.
      formatsOf(this.localize.language);
      this.model.updateToday();
      await firstLoad;
    }
    this.#restorePageUrl();
    await super.scheduleUpdate();
  }

  protected override renderContent() {
    const {strings, language} = this.localize;
    const model = this.model;
    // The content has headings on two more levels.
    const level = Math.min(4, this.headingLevel);
    const formats = formatsOf(language);
    const view = views.find(({name}) => name === model.navigation.shown.name) ?? views[0];
    const context: ViewContext = {
      model,
      view,
      names: this.names,
      linkTo: frist => (this.remember ? urlOf(frist) : ''),
      events: this.#events,
      take: this.#take,
      level,
      strings,
      formats,
    };
    const reason = model.state.status === 'failed' ? model.state.reason : undefined;
    const {opened} = model.dialog;
    // The notice stays while a dialog covers it: adding it again would announce it again.
    if (!opened && !this.#isCovered) this.#notice = this.topNotice(markNotice(context));
    return html`
      ${this.#isPrinting() ? renderPrint(context, this.renderRoot.querySelector('dialog .markup')) : nothing}
      ${renderNext(context)}
      ${reason && !model.companies?.deadlines.hasLoaded ? nothing : renderToolbar(context)}
      <p class="spoken" role="status">${reason ? nothing : this.#announce(context)}</p>
      ${renderLeftOut(model.companies?.leftOut, this.names, strings)}
      ${this.renderLoaded({content: reason ? nothing : view.render(context), level: level + 1, notice: this.#notice})}
      <dialog
        part="dialog"
        .closedBy=${'any'}
        aria-labelledby="dialog-title"
        @pointerdown=${dismiss}
        @pointerup=${dismiss}
        @close=${this.#onDialogClose}
      >
        ${opened ? renderDialog(opened, context) : nothing}
      </dialog>
    `;
  }

  /** Updates the dialog before the focus controller looks where the focus is. */
  protected override update(changed: PropertyValues<this>): void {
    if (this.model.state.status === 'signedOut') {
      this.#notice = undefined;
      this.#isCovered = false;
      this.#announce = createAnnouncer(this);
    }
    super.update(changed);
    showMarkup(this.renderRoot);
    this.#updateDialog();
  }

  /**
   * Opens and closes the dialog according to the model. When the dialog opens, Firefox focuses the dialog itself (`autofocus`): screen readers
   * miss a focus that moves into the dialog at the same time. Other browsers focus its heading. Moves the focus to the heading when an open
   * dialog shows other content.
   */
  #updateDialog(): void {
    const {opened} = this.model.dialog;
    const dialog = this.renderRoot.querySelector('dialog');
    if (!opened) dialog?.close();
    // A person may have closed the dialog a moment ago: content that was already rendered must not open it again.
    else if (dialog && opened !== this.#renderedDialog) {
      if (dialog.open) dialog.querySelector<HTMLElement>('[role="heading"]')?.focus();
      else {
        dialog.autofocus = true;
        dialog.showModal();
        this.#isCovered = true;
      }
    }
    // A dialog that the page hides with the calendar would still block the page. Print hides it for a moment only.
    if (!isRendered(this) && !this.#isPrinting()) dialog?.close();
    // While nobody is signed in, no dialog is rendered.
    this.#renderedDialog = dialog ? opened : undefined;
    // At a zoom of 400 %, the notice does not stay in sight.
    const failure = dialog?.querySelector('.notice.failed');
    const text = failure?.textContent;
    if (text && text !== this.#failure) failure.scrollIntoView({block: 'nearest'});
    this.#failure = text;
  }

  /** Closes the dialog on Escape. The browser could also close a dialog of the page, and a modal around the calendar would also react to the key. */
  readonly #closeOnKey = (event: KeyboardEvent) => {
    const dialog = this.renderRoot.querySelector('dialog');
    if (!dialog?.open || !isEscape(event)) return;
    // The page may have opened a dialog in front of this one.
    if (!dialog.matches(':focus-within') && document.activeElement !== document.body) return;
    useKey(event);
    dialog.close();
  };

  readonly #onDialogClose = ({currentTarget}: Event) => {
    // The browser fires the event in a later task. Another deadline may be open by then.
    if ((currentTarget as HTMLDialogElement).open) return;
    // If the model has already closed the dialog, does not close it again: a deadline may be pending for another company.
    if (this.model.dialog.opened) this.model.dialog.close();
    setTimeout(() => {
      this.#isCovered = this.model.dialog.opened !== undefined;
      this.requestUpdate();
    }, uncoverTimeMs);
    // The browser returns the focus to the element that opened the dialog, unless that was removed.
    if (document.activeElement === document.body) this.#focus.moveAfterUpdate(this.#focus.toFallback);
  };

  #restorePageUrl(): void {
    if (this.remember && !this.#isRemembering) {
      const {date, view, frist, filter} = readPageUrl();
      if (date) this.date = date;
      if (view) this.view = view;
      if (filter) this.model.restoreFilter(filter);
      if (frist) void this.model.dialog.openFrist(frist.fristId, frist.cvr);
    }
    this.#isRemembering = this.remember;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}

declare global {
  interface HTMLElementTagNameMap {
    'tavle-calendar': TavleCalendar;
  }
}
