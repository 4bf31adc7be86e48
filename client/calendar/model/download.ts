import type {ReactiveControllerHost} from 'lit';

import {ApiError} from '../../api/api.ts';
import {reasonOf} from '../../api/reason.ts';
import {TavleErrorEvent} from '../../events.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import type {CalendarModel} from './calendar-model.ts';
import {companyPath} from '../../frist/model/cvrs.ts';
import type {DialogState} from './dialog.ts';
import {daysBetween} from '../../frist/model/due.ts';
import type {Frist} from '../../frist/model/frist.ts';
import {defaultReminderDays} from './subscription.ts';

/** The state of a download: in progress, the file, or why it failed. */
export type DownloadState = 'busy' | CalendarFile | Reason;

export interface CalendarFile {
  readonly name: string;
  /** A `data:` URL: unlike a `blob:` URL, it is valid in other apps and never revoked. */
  readonly href: string;
}

/** The download of the dialog's deadline for a calendar app. */
export class Download {
  readonly #host: ReactiveControllerHost & EventTarget;
  #state: DownloadState | undefined;
  /** The dialog's content at that time. */
  #opened: DialogState | undefined;

  constructor(host: ReactiveControllerHost & EventTarget) {
    this.#host = host;
  }

  /** Returns the state for the dialog's content; `undefined` before a download. */
  stateOf(opened: DialogState | undefined): DownloadState | undefined {
    return opened === this.#opened ? this.#state : undefined;
  }

  /** Downloads a deadline as an iCalendar file, with the feed's reminder, but never one before tomorrow. */
  async load(
    {cvr, fristId, fristDato}: Frist,
    {companies, dialog, navigation}: CalendarModel,
  ): Promise<void> {
    const {opened} = dialog;
    if (!companies || this.stateOf(opened) === 'busy') return;
    this.#opened = opened;
    this.#set('busy');
    try {
      const chosenDays = companies.subscriptions.get(cvr)?.reminderDays ?? defaultReminderDays;
      const reminderDays = Math.max(0, Math.min(chosenDays, daysBetween(navigation.today, fristDato) - 1));
      const query = reminderDays ? `?paamindelse=${reminderDays}` : '';
      const path = `${companyPath(cvr)}/frister/${fristId}/kalender.ics${query}`;
      const text = (await companies.api.call('GET', path, {accept: 'text/calendar'})) as string;
      if (dialog.opened !== opened) return;
      // A proxy's login page is not a calendar.
      if (!text.startsWith('BEGIN:VCALENDAR')) throw new ApiError(0, 'The response is not a calendar.');
      const href = `data:text/calendar;charset=utf-8,${encodeURIComponent(text)}`;
      const file = {name: `frist-${fristId}.ics`, href};
      this.#set(file);
      // The browser may refuse it without a sign, in a sandboxed frame or in an app's browser.
      Object.assign(document.createElement('a'), {href, download: file.name}).click();
    } catch (error) {
      if (dialog.opened === opened) this.#set(reasonOf(error));
      this.#host.dispatchEvent(new TavleErrorEvent('load', error, {cvr, fristId}));
    }
  }

  #set(state: DownloadState): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
}
