import {html, type PropertyValues} from 'lit';
import {property, query, state} from 'lit/decorators.js';

import type {Api} from '../api/api.ts';
import {reasonOf} from '../api/reason.ts';
import {ErrorEvent, LoadEvent} from '../events.ts';
import {Localize} from '../localize/localize.ts';
import type {Reason} from '../localize/shared-strings.ts';
import {ServiceElement} from '../service-element.ts';
import {base, tokens} from '../theme/tokens.ts';
import {renderFailure} from '../views/failure.ts';
import {renderNotice} from '../views/notice.ts';
import {shared} from '../views/shared.styles.ts';
import {isUndoKey} from '../views/undo-key.ts';
import {agendaStyles} from './agenda.styles.ts';
import {Announcer} from './announcer.ts';
import {Changes} from './changes.ts';
import {Clock} from './clock.ts';
import {addMonths, isDate, type IsoDate, monthOf} from './dates.ts';
import {renderDialog} from './dialog.ts';
import {dialogStyles} from './dialog.styles.ts';
import {DialogControl} from './dialog-control.ts';
import {dictionaries} from './dictionaries.ts';
import {MarkEvent} from './events.ts';
import {type Filter, noFilter} from './filter.ts';
import {renderFilter} from './filter-bar.ts';
import {formatsOf} from './formats.ts';
import type {Frist, Mark} from './frist.ts';
import {Frister} from './frister.ts';
import {dayAfterKey} from './keys.ts';
import {Markup} from './markup.ts';
import {monthStyles} from './month.styles.ts';
import {readPageUrl, writePageUrl} from './page-url.ts';
import {Print} from './print.ts';
import {printStyles} from './print.styles.ts';
import {Room} from './room.ts';
import {select, type Selection} from './selection.ts';
import {renderShown} from './shown.ts';
import type {CalendarStrings} from './strings.ts';
import {Subscription} from './subscription.ts';
import {styles} from './tavle-calendar.styles.ts';
import {renderToolbar, type View} from './toolbar.ts';

/**
 * A company's deadlines, as a month or as a list: read, marked, hidden, and taken into a calendar program.
 *
 * @tag tavle-calendar
 * @csspart toolbar - The name of the month, the ways to other ones, and the choice of view.
 * @csspart heading - The name of the month, and the heading of what stands in place of the deadlines.
 * @csspart filter - The choice of deadlines.
 * @csspart summary - The numbers of deadlines and of unread ones.
 * @csspart month - The month.
 * @csspart day - A day of the month.
 * @csspart chip - A deadline in the month.
 * @csspart list - The list.
 * @csspart entry - A deadline in a list.
 * @csspart dialog - The dialog with a day, a deadline or the address for calendar programs.
 * @csspart empty - What is said where there is no deadline.
 * @csspart failure - What stands in place of the deadlines when they can't be read.
 * @csspart notice - The bar that tells of the last change.
 * @fires tavle-load - After deadlines were read.
 * @fires tavle-error - After something failed.
 * @fires tavle-before-mark - Before a deadline is marked or hidden; cancelable.
 * @fires tavle-mark - After that is saved.
 */
export class TavleCalendar extends ServiceElement<CalendarStrings> {
  static override styles = [
    tokens,
    base,
    shared,
    styles,
    monthStyles,
    agendaStyles,
    dialogStyles,
    printStyles,
  ];

  /** The company's CVR number. Until it is there, the calendar waits. */
  @property() cvr = '';

  /** How the deadlines are shown: `month` or `list`. Default: `month`, but `list` where the calendar's own room is narrow. */
  @property() view: View | null = null;

  /** The day that is chosen, `yyyy-mm-dd`; its month is shown. Default: today in Denmark. */
  @property() date = '';

  /** Keeps view and date in the page's URL, and takes them from there. */
  @property({type: Boolean}) remember = false;

  @state() private failure: Reason | undefined;
  @state() private retrying = false;
  @state() private filter: Filter = noFilter;

  @query('#title') private readonly titleElement!: HTMLElement | null;
  @query('td[tabindex="0"]') private readonly chosenDay!: HTMLElement | null;
  @query('.failure button') private readonly retryButton!: HTMLElement | null;

  protected override readonly subject = ['api', 'getToken', 'cvr'];
  readonly #localize = new Localize(this, dictionaries);
  readonly #clock = new Clock(this);
  readonly #room = new Room(this);
  readonly #print = new Print(this, () => {
    this.requestUpdate();
    this.performUpdate();
  });
  readonly #dialog = new DialogControl(this);
  readonly #changes = new Changes(this, () => this.#frister);
  readonly #announcer = new Announcer();
  readonly #markup = new Markup();
  #frister: Frister | undefined;
  #subscription: Subscription | undefined;
  #selection: Selection | undefined;
  /** Deadlines that were unread when they were opened stay, although only unread ones are asked for. */
  readonly #kept = new Set<number>();
  #month = '';
  #focusNext: (() => void) | undefined;

  override async refresh(): Promise<void> {
    const frister = this.#frister;
    if (!frister || !this.isConnected) return;
    try {
      const read = await frister.read(monthOf(this.#date));
      if (!read) return;
      this.failure = undefined;
      this.#changes.refreshed();
      this.requestUpdate();
      this.dispatchEvent(new LoadEvent());
    } catch (error) {
      this.#tellUnread(reasonOf(error));
      this.dispatchEvent(new ErrorEvent('load', error));
    }
  }

  /** Shows the month of a day, `yyyy-mm-dd`, and chooses the day. What is no date, or lies outside 1900 to 2199, is left. */
  goTo(date: string): void {
    if (!isDate(date)) return;
    this.date = date;
    if (this.remember) writePageUrl(date, this.#view);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) void this.refresh();
  }

  protected override createRenderRoot() {
    const root = super.createRenderRoot();
    root.addEventListener('click', this.#onClick);
    root.addEventListener('keydown', event => this.#onKeyDown(event as KeyboardEvent));
    return root;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('remember') && this.remember) this.#takeFromPage();
    const month = monthOf(this.#date);
    if (month !== this.#month) this.#turnTo(month);
    super.willUpdate(changed);
    const {strings, language} = this.#localize;
    const frister = this.#frister?.inWeeksOf(month);
    this.#selection = frister && select(frister, month, this.filter, this.#kept);
    this.#announcer.tell(this.#selection, this.#date, this.filter, strings, language);
  }

  protected override updated(): void {
    this.#focusNext?.();
    this.#focusNext = undefined;
  }

  protected override begin(api: Api | undefined): void {
    this.#frister?.stop();
    this.#frister = undefined;
    this.#subscription = undefined;
    this.failure = undefined;
    this.filter = noFilter;
    this.#dialog.close();
    this.#changes.forget();
    if (!api || !this.cvr) return;
    this.#frister = new Frister(api, this.cvr, {
      changed: () => this.requestUpdate(),
      saved: (id, mark) => {
        this.dispatchEvent(new MarkEvent(id, mark));
        this.freshness.tell();
      },
      failed: (id, mark, cause) => this.#changes.markFailed(id, mark, cause),
    });
    this.#subscription = new Subscription(
      api,
      this.cvr,
      () => this.requestUpdate(),
      cause => this.dispatchEvent(new ErrorEvent('subscribe', cause)),
    );
    void this.refresh();
  }

  protected override complain(): void {
    this.failure = 'other';
  }

  protected override render() {
    const {strings, language} = this.#localize;
    const {opened} = this.#dialog;
    const notice = this.#changes.notice(strings, this.#closeNotice);
    const common = {
      date: this.#date,
      today: this.#clock.today,
      view: this.#print.isPrinting ? 'list' : this.#view,
      level: this.levelUpTo(4),
      selection: this.#selection,
      strings,
      formats: formatsOf(language),
    } as const;
    const senders = this.#frister?.senders(language) ?? new Map<string, string>();
    return html`
      ${renderToolbar(common, this.#ways)}
      ${renderFilter({...common, filter: this.filter, senders}, this.#setFilter)}
      <p class="spoken" role="status">${this.failure ? '' : this.#announcer.text}</p>
      ${
        this.failure
          ? renderFailure(
              {reason: this.failure, retrying: this.retrying, level: common.level + 1},
              strings,
              () => void this.#retry(),
            )
          : renderShown({...common, clearFilter: () => this.#setFilter(noFilter)})
      }
      ${renderNotice(opened ? undefined : notice, strings)}
      ${renderDialog(
        {
          ...common,
          opened,
          frister: day => this.#selection?.byDate.get(day) ?? [],
          frist: id => this.#frister?.get(id),
          markup: this.#markup,
          subscription: this.#subscription,
          notice,
        },
        this.#dialogActions,
      )}
    `;
  }

  get #date(): IsoDate {
    return isDate(this.date) ? this.date : this.#clock.today;
  }

  get #view(): View {
    const {view} = this;
    if (view === 'month' || view === 'list') return view;
    return this.#room.isNarrow ? 'list' : 'month';
  }

  readonly #ways = {
    move: (months: number) => this.goTo(addMonths(this.#date, months)),
    goToToday: () => this.goTo(this.#clock.today),
    goTo: (date: IsoDate) => this.goTo(date),
    show: (view: View) => {
      this.view = view;
      if (this.remember) writePageUrl(this.#date, view);
    },
    subscribe: () => this.#dialog.open({kind: 'subscription'}),
  };

  readonly #dialogActions = {
    mark: ({fristId}: Frist, mark: Mark) => {
      if (this.#changes.mark(fristId, mark) && mark.isSlettet) this.#dialog.close();
    },
    back: (date: IsoDate) => this.#dialog.open({kind: 'day', date}),
    close: () => this.#dialog.close(),
    closed: () => {
      this.#dialog.close();
      // The browser gives the focus back, but not to what is gone.
      if (!this.shadowRoot?.activeElement) this.#focusNext = this.#focusPlace;
    },
  };

  readonly #setFilter = (filter: Filter) => {
    this.#kept.clear();
    this.filter = filter;
  };

  readonly #focusPlace = () => (this.chosenDay ?? this.titleElement)?.focus();

  readonly #closeNotice = () => {
    this.#changes.forget();
    if (!this.#dialog.opened) this.#focusNext = this.#focusPlace;
  };

  #takeFromPage(): void {
    const {date, view} = readPageUrl();
    if (date) this.date = date;
    if (view) this.view = view;
  }

  #turnTo(month: string): void {
    this.#month = month;
    this.#kept.clear();
    this.failure = undefined;
    void this.refresh();
  }

  #openFrist(fristId: number): void {
    const frist = this.#frister?.get(fristId);
    if (!frist) return;
    if (!frist.isLaest) {
      this.#kept.add(fristId);
      this.#changes.mark(fristId, {isLaest: true}, {quietly: true});
    }
    const {opened} = this.#dialog;
    this.#dialog.open({kind: 'frist', fristId, from: opened?.kind === 'day' ? opened.date : undefined});
  }

  #openDay(date: IsoDate): void {
    if (this.#selection?.byDate.has(date)) {
      this.#dialog.open({kind: 'day', date});
    } else if (this.#selection) {
      const {strings, language} = this.#localize;
      this.#announcer.text = strings.noneOnDay(formatsOf(language).day(date));
      this.requestUpdate();
    }
  }

  /** What is shown stays; where nothing is shown the failure takes its place. */
  #tellUnread(reason: Reason): void {
    if (this.#frister?.inWeeksOf(this.#month)) {
      this.#changes.refreshFailed(reason);
      return;
    }
    this.failure = reason;
    if (this.chosenDay?.matches(':focus')) this.#focusNext = () => this.retryButton?.focus();
  }

  async #retry(): Promise<void> {
    if (this.retrying) return;
    this.retrying = true;
    await this.refresh();
    this.retrying = false;
    // The button that had the focus is gone.
    if (!this.failure) this.#focusNext = this.#focusPlace;
  }

  readonly #onClick = ({target}: Event) => {
    if (!(target instanceof Element)) return;
    const id = target.closest('[data-id]')?.getAttribute('data-id');
    const day = target.closest('[data-date]')?.getAttribute('data-date');
    if (day && monthOf(day) === this.#month) this.goTo(day);
    if (id) this.#openFrist(Number(id));
    else if (day) this.#openDay(day);
  };

  #onKeyDown(event: KeyboardEvent): void {
    if (isUndoKey(event) && this.#changes.undo()) event.preventDefault();
    if (event.target !== this.chosenDay) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.#openDay(this.#date);
      return;
    }
    const days = [...(this.#selection?.ofMonth.keys() ?? [])];
    const day = dayAfterKey(event, this.#date, {
      isRightToLeft: this.matches(':dir(rtl)'),
      firstWithDeadline: days.at(0),
      lastWithDeadline: days.at(-1),
    });
    if (day === undefined) return;
    event.preventDefault();
    this.goTo(day);
    this.#focusNext = () => this.chosenDay?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'tavle-calendar': TavleCalendar;
  }
}
