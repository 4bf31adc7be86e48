import {html, nothing} from 'lit';
import {property, state} from 'lit/decorators.js';

import type {Api} from '../api/api.ts';
import {Localize} from '../localize/localize.ts';
import {renderFailure} from '../shared/failure.ts';
import {renderNotice} from '../shared/notice.ts';
import {ServiceElement} from '../shared/service-element.ts';
import {shared} from '../shared/shared.styles.ts';
import {isUndoKey} from '../shared/undo-key.ts';
import {base, tokens} from '../styles/tokens.ts';
import {Announcer} from './controllers/announcer.ts';
import {Focus} from './controllers/calendar-focus.ts';
import {Clock} from './controllers/clock.ts';
import {DialogControl} from './controllers/dialog-controller.ts';
import {type Gestures, listenFor} from './controllers/event-delegation.ts';
import {dayAfterKey} from './controllers/keys.ts';
import {readPageUrl, writePageUrl} from './controllers/page-url.ts';
import {Print} from './controllers/print.ts';
import {Room} from './controllers/width-observer.ts';
import {Company} from './model/calendar-model.ts';
import {addMonths, isDate, type IsoDate, type IsoMonth, monthOf} from './model/dates.ts';
import {type Filter, noFilter} from './model/filter.ts';
import type {Frist, Mark} from './model/frist.ts';
import type {Selection} from './model/selection.ts';
import {dictionaries} from './strings/dictionaries.ts';
import {formatsOf} from './strings/formats.ts';
import type {CalendarStrings} from './strings/strings.ts';
import {agendaStyles} from './views/agenda.styles.ts';
import {renderShown} from './views/calendar-body.ts';
import {styles} from './views/calendar.styles.ts';
import {renderDialog} from './views/dialog.ts';
import {dialogStyles} from './views/dialog.styles.ts';
import {renderFilter} from './views/filter-bar.ts';
import {Markup} from './views/markup.ts';
import {monthStyles} from './views/month.styles.ts';
import {printStyles} from './views/print.styles.ts';
import {renderToolbar, type View} from './views/toolbar.ts';

/** How long a company's first rendering waits for the deadlines, in milliseconds: shorter than a flash that one sees. */
const firstPatience = 60;

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
 * @attr {'da' | 'en'} lang - The language. Default: that of the closest element that has one, else Danish.
 * @fires {TavleLoadEvent} tavle-load - After deadlines were read, also when they are read anew.
 * @fires {TavleErrorEvent} tavle-error - After something failed and the person was told.
 * @fires {TavleBeforeMarkEvent} tavle-before-mark - Before a deadline is marked or hidden; `preventDefault()` keeps it as it is.
 * @fires {TavleMarkEvent} tavle-mark - After the service has stored that.
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

  /** The company's CVR number, one that the token names. The calendar waits for it, and after ten seconds reports that it is missing. */
  @property() cvr = '';

  /**
   * How the deadlines are shown; the person's choice wins. Default: `month`, but `list` where the calendar's own room is less
   * than 38 em.
   */
  @property() view: 'month' | 'list' | null = null;

  /** The day that is chosen, `yyyy-mm-dd`; its month is shown. Default: today in Denmark. */
  @property() date = '';

  /** Keeps date and view in the page's address, as `tavle-dato` and `tavle-visning`, and takes them from there. */
  @property({type: Boolean}) remember = false;

  /** Whether something is wrong with how the calendar was put into the page. */
  @state() private isMisplaced = false;

  protected override readonly required = ['getToken', 'cvr'];
  readonly #localize = new Localize(this, dictionaries);
  readonly #clock = new Clock(this);
  readonly #room = new Room(this);
  readonly #print = new Print(this, () => {
    this.requestUpdate();
    this.performUpdate();
  });
  readonly #dialog = new DialogControl(this);
  readonly #focus: Focus = new Focus(selector => this.renderRoot.querySelectorAll(selector));
  readonly #announcer = new Announcer();
  readonly #markup = new Markup();
  #company: Company | undefined;
  #month: IsoMonth = '';
  #selection: Selection | undefined;
  #isRemembering = false;
  #reading: Promise<void> | undefined;

  override async refresh(): Promise<void> {
    if (this.isConnected) await this.#company?.read(monthOf(this.#date));
  }

  /** Shows the month of a day, `yyyy-mm-dd`, and chooses the day. What is no date, or lies outside 1900 to 2199, is left. */
  goTo(date: string): void {
    if (!isDate(date)) return;
    this.date = date;
    if (this.remember) writePageUrl(date, this.#view);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('keydown', this.#undoByKey);
    if (this.hasUpdated) void this.refresh();
  }

  protected override createRenderRoot() {
    const root = super.createRenderRoot();
    listenFor(this.#gestures, root);
    return root;
  }

  /**
   * The element's first rendering is a task of its own: the one that made it was long enough, and the page's next script may say
   * whose deadlines to show. A company's first one waits a moment for these, so that there is mostly one layout and no skeleton.
   */
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.hasUpdated) await pause(0);
    const before = this.#company;
    this.prepare();
    if (this.#company && this.#company !== before) {
      await Promise.race([this.#reading, pause(firstPatience)]);
    }
    await super.scheduleUpdate();
  }

  protected override prepare(): void {
    if (this.remember && !this.#isRemembering) this.#takeFromPage();
    this.#isRemembering = this.remember;
    super.prepare();
    const month = monthOf(this.#date);
    if (month !== this.#month) this.#turnTo(month);
  }

  protected override willUpdate(): void {
    super.willUpdate();
    this.#selection = this.#company?.select(this.#month);
    const {strings, language} = this.#localize;
    this.#announcer.tell(this.#selection, this.#date, this.#filter, strings, language);
  }

  protected override begin(api: Api | undefined): void {
    this.#company?.stop();
    this.#company = undefined;
    this.isMisplaced = false;
    this.#dialog.close();
    if (!api) return;
    this.#company = new Company(this, api, this.cvr, () => this.freshness.tell());
    this.#month = '';
  }

  protected override get place(): HTMLElement | undefined {
    return this.#focus.place;
  }

  protected override complain(): void {
    this.isMisplaced = true;
  }

  protected override render() {
    const {strings, language} = this.#localize;
    const {opened} = this.#dialog;
    const company = this.#company;
    const notice = company?.changes.notice(strings, this.#closeNotice);
    const reason = this.isMisplaced ? 'other' : company?.failure;
    const common = {
      date: this.#date,
      today: this.#clock.today,
      view: this.#print.isPrinting ? 'list' : this.#view,
      level: this.levelUpTo(4),
      selection: this.#selection,
      strings,
      formats: formatsOf(language),
    } as const;
    const failure = reason && {reason, retrying: this.retrying, level: common.level + 1};
    const filter = {...common, filter: this.#filter, senders: company?.frister.senders(language)};
    return html`
      ${renderToolbar(common, this.#ways)} ${renderFilter(filter, this.#setFilter)}
      <p class="spoken" role="status">${failure ? nothing : this.#announcer.text}</p>
      ${
        failure
          ? renderFailure(failure, strings, () => void this.retry())
          : renderShown({...common, clearFilter: () => this.#setFilter(noFilter)})
      }
      ${renderNotice(this.#dialog.isCovering ? undefined : notice, strings)}
      ${renderDialog({...common, opened, notice, company, markup: this.#markup}, this.#dialogActions)}
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

  get #filter(): Filter {
    return this.#company?.filter ?? noFilter;
  }

  readonly #ways = {
    move: (months: number) => this.goTo(addMonths(this.#date, months)),
    goToToday: () => this.goTo(this.#clock.today),
    goTo: (date: IsoDate) => this.goTo(date),
    show: (view: View) => {
      this.view = view;
      if (this.remember) writePageUrl(this.#date, view);
    },
    subscribe: () => {
      this.#company?.subscription.forget();
      this.#dialog.open({kind: 'subscription'});
    },
  };

  readonly #gestures: Gestures = {
    openFrist: fristId => {
      if (!this.#company?.open(fristId)) return;
      const {opened} = this.#dialog;
      this.#dialog.open({kind: 'frist', fristId, from: opened?.kind === 'day' ? opened.date : undefined});
    },
    openDay: date => {
      if (this.#selection?.byDate.has(date)) this.#dialog.open({kind: 'day', date});
      else if (this.#selection) this.#sayNoneOn(date);
    },
    choose: day => {
      // The days of other months stand beside their month's deadlines; it would be another page.
      if (monthOf(day) === this.#month) this.goTo(day);
    },
    pressOn: (from, event) => {
      const days = [...(this.#selection?.ofMonth.keys() ?? [])];
      const day = dayAfterKey(event, from, {
        isRightToLeft: getComputedStyle(this).direction === 'rtl',
        firstWithDeadline: days.at(0),
        lastWithDeadline: days.at(-1),
      });
      if (day === undefined) return false;
      this.goTo(day);
      this.focusNext = this.#focus.onDay;
      return true;
    },
  };

  readonly #dialogActions = {
    mark: ({fristId}: Frist, mark: Mark) => {
      if (this.#company?.changes.mark(fristId, mark) && mark.isSlettet) this.#dialog.close();
    },
    back: (date: IsoDate) => this.#dialog.open({kind: 'day', date}),
    close: () => this.#dialog.close(),
    closed: () => {
      this.#dialog.closed();
      // The browser gives the focus back, but not to what is gone.
      if (!this.shadowRoot?.activeElement) this.focusNext = () => this.place?.focus();
    },
  };

  readonly #setFilter = (filter: Filter) => {
    if (this.#company) this.#company.filter = filter;
  };

  readonly #closeNotice = () => {
    this.#company?.changes.forget();
  };

  readonly #undoByKey = (event: KeyboardEvent) => {
    if (isUndoKey(event) && this.#company?.changes.undo()) event.preventDefault();
  };

  #takeFromPage(): void {
    const {date, view} = readPageUrl();
    if (date) this.date = date;
    if (view) this.view = view;
  }

  #turnTo(month: IsoMonth): void {
    this.#month = month;
    this.#reading = this.#company?.turnTo(month);
  }

  #sayNoneOn(date: IsoDate): void {
    const {strings, language} = this.#localize;
    this.#announcer.text = strings.noneOnDay(formatsOf(language).day(date));
    this.requestUpdate();
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
