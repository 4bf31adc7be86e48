import {ApiError} from '../../api/api.ts';
import {reasonOf} from '../../api/reason.ts';
import {TavleErrorEvent} from '../../events.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import {TavleOpenEvent} from '../events.ts';
import {dialogsPart} from '../parts.ts';
import type {Company} from './company.ts';
import type {IsoDate} from './dates.ts';
import {daysBetween} from './due.ts';
import type {Frist} from './frist.ts';
import {defaultReminderDays} from './reminder.ts';
import type {Selection} from './selection.ts';

/** What the dialog shows. */
export type Opened =
  | {readonly kind: 'day'; readonly date: IsoDate}
  | {
      readonly kind: 'frist';
      readonly fristId: number;
      readonly from: IsoDate | undefined;
      /** Why the deadline could not be loaded; `unknown`: the company does not have it. */
      readonly failure?: Reason | 'unknown';
    }
  | {readonly kind: 'subscription'};

/** How far the download of a deadline for a calendar app is, or why it failed. */
export type Download = 'busy' | 'done' | Reason;

/** The part of the calendar that the dialog reads and informs. */
export interface DialogContext {
  readonly company: Company | undefined;
  readonly selection: Selection | undefined;
  readonly today: IsoDate;
  /** Keeps a deadline visible that is read although only unread ones are shown. */
  keep(fristId: number): void;
  /** Announces a day without deadlines. */
  announceEmptyDay(date: IsoDate): void;
}

export interface DialogListener {
  changed(): void;
  /** Dispatches an event; returns `false` if the page has cancelled it. */
  dispatch(event: Event): boolean;
  /** Another deadline is open, or none. */
  opened(): void;
}

/** The state of the dialog, and the actions that open and close it. Each action calls `changed` after it has changed the state. */
export class Dialog {
  readonly #context: DialogContext;
  readonly #listener: DialogListener;
  /** `undefined` while the dialog is closed. */
  opened: Opened | undefined;
  /** Of the deadline that is shown; `undefined` before it. */
  download: Download | undefined;
  /** The deadline to be opened once there is a company. */
  #awaited: number | undefined;

  constructor(context: DialogContext, listener: DialogListener) {
    this.#context = context;
    this.#listener = listener;
  }

  /** The number of the deadline that is shown, or is to be shown once there is a company. */
  get fristId(): number | undefined {
    return this.opened?.kind === 'frist' ? this.opened.fristId : this.#awaited;
  }

  /** Opens a day, or its deadline if it has only one. Announces a day without deadlines instead. */
  openDay(date: IsoDate): void {
    const {selection} = this.#context;
    const [first, ...others] = selection?.byDate.get(date) ?? [];
    if (others.length) this.#open({kind: 'day', date});
    else if (first) void this.openFrist(first.fristId);
    else if (selection) this.#context.announceEmptyDay(date);
  }

  /**
   * Opens a deadline, unless the page cancels it, and marks it as read. Loads it first if it was not loaded. Waits for the company.
   *
   * @returns Resolves when the dialog shows the deadline, or why it can't.
   */
  async openFrist(fristId: number): Promise<void> {
    const {company} = this.#context;
    this.#awaited = company ? undefined : fristId;
    if (company && this.#listener.dispatch(new TavleOpenEvent(fristId, company.cvr)))
      await this.#show(fristId);
  }

  /** Loads what is shown again, after that has failed. */
  async retry(): Promise<void> {
    if (this.opened?.kind === 'frist') await this.#show(this.opened.fristId);
    else this.openSubscription();
  }

  openSubscription(): void {
    this.#open({kind: 'subscription'});
    void this.#context.company?.openSubscription();
  }

  /** Returns from a deadline to its day. */
  back(date: IsoDate): void {
    this.#open({kind: 'day', date});
  }

  close(): void {
    this.#open(undefined);
  }

  /** Starts with another company: closes the dialog, and opens the deadline that was to be opened. */
  reset(): void {
    if (this.opened) this.close();
    if (this.#awaited !== undefined) void this.openFrist(this.#awaited);
  }

  /**
   * Returns a deadline as iCalendar. It reminds as many days before as the person has chosen for the feed, but never before tomorrow.
   *
   * @returns `undefined` if it could not be loaded, or was not asked for any more.
   */
  async loadIcalendar({fristId, fristDato}: Frist): Promise<string | undefined> {
    const {company, today} = this.#context;
    const {opened} = this;
    if (!company || this.download === 'busy') return undefined;
    const daysLeft = daysBetween(today, fristDato);
    this.#setDownload('busy');
    try {
      const chosenDays = company.subscription?.reminderDays ?? defaultReminderDays;
      const reminderDays = Math.max(0, Math.min(chosenDays, daysLeft - 1));
      const text = await company.deadlines.loadIcalendar(fristId, reminderDays);
      if (this.opened !== opened) return undefined;
      this.#setDownload('done');
      return text;
    } catch (error) {
      if (this.opened === opened) this.#setDownload(reasonOf(error));
      this.#listener.dispatch(new TavleErrorEvent('load', error, {fristId}));
      return undefined;
    }
  }

  async #show(fristId: number): Promise<void> {
    const {company} = this.#context;
    const {opened} = this;
    let failure: Reason | 'unknown' | undefined;
    if (!company?.deadlines.get(fristId)) {
      try {
        await company?.deadlines.loadOne(fristId);
      } catch (error) {
        failure = error instanceof ApiError && error.status === 404 ? 'unknown' : reasonOf(error);
        this.#listener.dispatch(new TavleErrorEvent('load', error, {fristId}));
      }
      // Something else is shown by now.
      if (this.#context.company !== company || this.opened !== opened) return;
    }
    const from = opened?.kind === 'day' ? opened.date : undefined;
    this.#open({kind: 'frist', fristId, from, ...(failure !== undefined && {failure})});
    void this.#markAsRead(fristId);
  }

  /** Marks the deadline that is shown as read. Waits for what shows it. */
  async #markAsRead(fristId: number): Promise<void> {
    if (!dialogsPart.exports) await dialogsPart.load();
    const {company} = this.#context;
    if (!dialogsPart.exports || this.fristId !== fristId) return;
    if (company?.deadlines.get(fristId)?.isLaest !== false) return;
    this.#context.keep(fristId);
    company.marks.mark(fristId, {isLaest: true}, {isQuiet: true});
  }

  #setDownload(download: Download): void {
    this.download = download;
    this.#listener.changed();
  }

  #open(opened: Opened | undefined): void {
    this.opened = opened;
    this.download = undefined;
    this.#listener.changed();
    this.#listener.opened();
  }
}
