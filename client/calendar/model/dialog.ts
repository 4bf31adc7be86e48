import {ApiError, reasonOf} from '../../api/api.ts';
import {TavleErrorEvent} from '../../events.ts';
import {TavleOpenEvent} from '../../frist/events.ts';
import {companyPath} from '../../frist/model/cvrs.ts';
import {daysBetween, type IsoDate} from '../../frist/model/dates.ts';
import {
  type Deadline,
  deadlineOf,
  type Frist,
  type FristRef,
  keyOf,
  mergeEqual,
  textOf,
} from '../../frist/model/frist.ts';
import {copyText} from '../../shared/frame.ts';
import type {Reason} from '../../texts/keys.ts';
import type {ModelListener} from '../../shared/load-model.ts';
import type {Companies} from './companies.ts';
import {type Filter, matches, noFilter} from './selection.ts';

// The state of the dialog of `<tavle-calendar>`: one deadline, a day's deadlines, or mails and links.
// `calendar-model.ts` creates it, and `views/dialog.ts` renders it. For another content, add a `kind` to `DialogState`
// and render it there. Each action must change the state through `#open`, or call `changed()` after the change.

export type DialogState =
  | {readonly kind: 'day'; readonly date: IsoDate}
  | {
      readonly kind: 'frist';
      readonly frist: FristRef;
      /** Whether the dialog shows the deadline without equal deadlines of other companies. */
      readonly isAlone: boolean;
      /** The content from which the person has opened the deadline. */
      readonly from: DialogState | undefined;
      /** Why the deadline could not be loaded; `unknown`: the company does not have it; `noAccess`: the calendar does not show the company. */
      readonly failure?: Reason | 'unknown' | 'noAccess';
    }
  | {readonly kind: 'notifications'};

/** A deadline to show. Default of `cvr`: a company that has it. */
interface FristChoice {
  readonly fristId: number;
  readonly cvr: string | undefined;
  readonly isAlone: boolean;
}

/** The part of the calendar that the dialog uses. */
export interface DialogContext {
  readonly companies: Companies | undefined;
  readonly filter: Filter;
  readonly navigation: {readonly today: IsoDate};
  /** Returns the deadlines of a day that the filter shows; `undefined` if the day was not loaded. */
  deadlinesOn(day: IsoDate): readonly Deadline[] | undefined;
  /** Keeps a read deadline visible although only unread ones are shown. */
  keep(frist: FristRef): void;
  /** Announces a day without deadlines. */
  announce(emptyDay: IsoDate): void;
}

export interface CalendarListener extends ModelListener {
  /** The person, or the page on their behalf, has chosen another day or view. */
  navigated(): void;
  /** What the dialog shows has changed. */
  opened(): void;
  /** Returns whether the page shows the calendar, also out of sight. */
  isRendered(): boolean;
}

/** The state of the dialog, and the actions that open and close it. Each action changes the state and then calls `changed`. */
export class Dialog {
  readonly #context: DialogContext;
  readonly #listener: CalendarListener;
  /** `undefined` while the dialog is closed. */
  opened: DialogState | undefined;
  /** Keys of the deadlines of the companies that the person has chosen, in a deadline of several companies. */
  chosen: ReadonlySet<string> = new Set();
  /** The download of the deadline for a calendar app: in progress, the file, or why it failed. */
  download: 'busy' | {readonly name: string; readonly href: string} | Reason | undefined;
  /** Whether the link of the deadline is in the clipboard; `undefined`: nobody has tried. */
  isCopied: boolean | undefined;
  /** The deadline that is loading. It opens unless something else opens first or the calendar is removed. */
  #loading: FristRef | undefined;
  /** The pending deadline: it opens for the next person, or when the page shows the calendar, unless something else opens first. */
  awaited: FristChoice | undefined;
  /** The pending deadline after the page has not cancelled its event. The event is not fired again while the deadline loads or waits. */
  #announced: FristRef | undefined;

  constructor(context: DialogContext, listener: CalendarListener) {
    this.#context = context;
    this.#listener = listener;
  }

  /** The open deadline, also one that could not be loaded. */
  get frist(): FristRef | undefined {
    return this.opened?.kind === 'frist' ? this.opened.frist : undefined;
  }

  /** The visible deadline with its companies: the one that was opened, and those that the filter shows. */
  get deadline(): Deadline | undefined {
    const {opened} = this;
    const {companies, filter} = this.#context;
    const frist = opened?.kind === 'frist' && !opened.failure && companies?.deadlines.get(opened.frist);
    if (!frist) return undefined;
    const {fristDato} = frist;
    const {cvr, includeHidden} = filter;
    const key = keyOf(frist);
    const isShown = (each: Frist) =>
      keyOf(each) === key ||
      this.chosen.has(keyOf(each)) ||
      matches(each, {...noFilter, cvr, includeHidden}, new Set());
    const others = opened.isAlone ? undefined : companies?.deadlines.within({from: fristDato, to: fristDato});
    const equal = mergeEqual(others?.filter(isShown) ?? []);
    return equal.find(({frister}) => frister.some(each => keyOf(each) === key)) ?? deadlineOf([frist]);
  }

  /** The deadlines that a mark changes: the chosen ones, or all if none was chosen. A chosen deadline may have left the list since. */
  get targets(): readonly Frist[] {
    const frister = this.deadline?.frister ?? [];
    return this.chosen.size ? frister.filter(frist => this.chosen.has(keyOf(frist))) : frister;
  }

  choose(frist: FristRef, isChosen: boolean): void {
    const chosen = new Set(this.chosen.size ? this.targets.map(keyOf) : []);
    if (isChosen) chosen.add(keyOf(frist));
    else chosen.delete(keyOf(frist));
    this.chosen = chosen;
    this.#listener.changed();
  }

  /** The content to which the back button returns. */
  get previous(): DialogState | undefined {
    const {opened} = this;
    return opened?.kind === 'frist' ? opened.from : undefined;
  }

  /** Opens a day, or its deadline if it has only one. Announces a day without deadlines instead. */
  openDay(date: IsoDate): void {
    const frister = this.#context.deadlinesOn(date);
    const [first, ...others] = frister ?? [];
    if (others.length) this.#open({kind: 'day', date});
    else if (first) void this.openFrist(first.fristId, first.cvr);
    else if (frister) this.#context.announce(date);
  }

  /**
   * Opens a deadline and marks it as read, unless the page cancels the event. Loads an unknown deadline first. If the companies are not known yet,
   * or the page hides the calendar, remembers the deadline and opens it later.
   *
   * @param cvr The company. Default: the first one that is known to have the deadline, or the first one.
   * @param isAlone Whether to show the deadline without equal deadlines of other companies.
   * @returns Resolves when the dialog shows the deadline or a failure, or immediately if it opens later.
   */
  async openFrist(fristId: number, cvr?: string, isAlone = false): Promise<void> {
    this.awaited = {fristId, cvr, isAlone};
    this.#loading = this.#announced = undefined;
    await this.openAwaited();
  }

  /** Retries a failed load. */
  async retry(): Promise<void> {
    const {opened} = this;
    if (opened?.kind === 'frist') await this.#show(opened.frist, opened.isAlone);
  }

  /** Loads the open deadline again if a response lacks it: the authority may have moved it. Only a 404 says that the company does not have it. */
  loadMissing(): void {
    const {opened} = this;
    const {companies} = this.#context;
    if (opened?.kind !== 'frist' || opened.failure || this.#loading || !companies) return;
    if (!companies.deadlines.get(opened.frist)) void this.retry();
  }

  async copy(url: string): Promise<void> {
    this.isCopied = await copyText(url);
    this.#listener.changed();
  }

  /** Downloads the deadline as an iCalendar file. Its reminder is that of the feed, but tomorrow at the earliest. */
  async downloadFile({cvr, fristId, fristDato}: Frist): Promise<void> {
    const {companies, navigation} = this.#context;
    const {opened} = this;
    if (!companies || this.download === 'busy') return;
    this.#setDownload('busy');
    try {
      const chosenDays = companies.notifications.reminderDays;
      const reminderDays = Math.max(0, Math.min(chosenDays, daysBetween(navigation.today, fristDato) - 1));
      const query = reminderDays ? `?paamindelse=${reminderDays}` : '';
      const path = `${companyPath(cvr)}/frister/${fristId}/kalender.ics${query}`;
      const text = (await companies.api.call('GET', path, {accept: 'text/calendar'})) as string;
      if (this.opened !== opened) return;
      // The response may be a proxy's login page.
      if (!text.startsWith('BEGIN:VCALENDAR')) throw new ApiError(0, 'The response is not a calendar.');
      // Unlike a `blob:` URL, a `data:` URL is valid in other apps and never revoked.
      const href = `data:text/calendar;charset=utf-8,${encodeURIComponent(text)}`;
      const file = {name: `frist-${fristId}.ics`, href};
      this.#setDownload(file);
      // The browser may silently refuse the download, in a sandboxed frame or in an app's browser.
      Object.assign(document.createElement('a'), {href, download: file.name}).click();
    } catch (error) {
      // Does not report the failure if the dialog now shows something else, perhaps to another person.
      if (this.opened !== opened) return;
      this.#setDownload(reasonOf(error));
      this.#listener.dispatch(new TavleErrorEvent('load', error, {cvr, fristId}));
    }
  }

  /** Opens the mails and the calendar links of the person. */
  openNotifications(): void {
    this.#open({kind: 'notifications'});
    void this.#context.companies?.notifications.open();
  }

  /** Returns from a deadline to its day, or from one company of a deadline to all of its companies. */
  back(): void {
    if (this.previous) this.#open(this.previous);
  }

  close(): void {
    this.#open(undefined);
  }

  /** Resets for other companies: closes the dialog, and opens the pending deadline. */
  reset(): void {
    this.#loading = this.#announced = undefined;
    if (this.opened) this.close();
    void this.openAwaited();
  }

  /** Opens the pending deadline, unless it is loading. */
  async openAwaited(): Promise<void> {
    const {awaited} = this;
    const {companies} = this.#context;
    if (!awaited || this.#loading || !companies || !this.#listener.isRendered()) return;
    const {cvrs, deadlines} = companies;
    const {fristId, isAlone} = awaited;
    const known = cvrs.find(each => deadlines.get({cvr: each, fristId})) ?? cvrs[0] ?? '';
    const frist = this.#announced ?? {cvr: awaited.cvr ?? known, fristId};
    if (this.#announced || this.#listener.dispatch(new TavleOpenEvent(fristId, frist.cvr)))
      await this.#show((this.#announced = frist), isAlone);
    else this.awaited = undefined;
  }

  async #show({cvr, fristId}: FristRef, isAlone: boolean): Promise<void> {
    const frist = {cvr, fristId};
    const {companies} = this.#context;
    const {opened} = this;
    let failure: (DialogState & {kind: 'frist'})['failure'];
    this.#loading = frist;
    const isWanted = () => this.#loading === frist && this.#listener.isConnected();
    if (!companies?.cvrs.includes(cvr)) failure = 'noAccess';
    else {
      const {deadlines, areSeveral} = companies;
      try {
        if (!deadlines.get(frist)) await deadlines.loadOne(frist);
        // Loads equal deadlines of other companies.
        const day = deadlines.get(frist)?.fristDato ?? '';
        const period = {from: day, to: day};
        if (areSeveral && !isAlone && !deadlines.within(period)) await deadlines.loadPeriod(period);
      } catch (error) {
        if (!isWanted()) return;
        failure = error instanceof ApiError && error.status === 404 ? 'unknown' : reasonOf(error);
        this.#listener.dispatch(new TavleErrorEvent('load', error, frist));
      }
    }
    // The page may have hidden the calendar: then the deadline stays pending.
    if (!this.#listener.isRendered()) this.#loading = undefined;
    if (!isWanted()) return;
    const from = opened?.kind === 'frist' && (!isAlone || opened.isAlone) ? opened.from : opened;
    this.#open({kind: 'frist', frist, isAlone, from, ...(failure !== undefined && {failure})});
    this.#markAsRead();
  }

  #markAsRead(): void {
    const {deadline} = this;
    // Where texts differ, the dialog shows none: the person opens the text of each company.
    if (!deadline || textOf(deadline) === undefined) return;
    const unread = deadline.frister.filter(({isLaest}) => !isLaest);
    for (const frist of unread) this.#context.keep(frist);
    this.#context.companies?.marks.mark(unread, {isLaest: true}, {isQuiet: true});
  }

  #setDownload(download: Dialog['download']): void {
    this.download = download;
    this.#listener.changed();
  }

  #open(opened: DialogState | undefined): void {
    this.opened = opened;
    this.awaited = undefined;
    this.chosen = new Set();
    this.download = undefined;
    this.isCopied = undefined;
    this.#loading = undefined;
    this.#listener.changed();
    this.#listener.opened();
  }
}
