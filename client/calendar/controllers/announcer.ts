import type {Language} from '../../localize/localize.ts';
import type {IsoDate} from '../model/dates.ts';
import type {Filter} from '../model/filter.ts';
import type {Selection} from '../model/selection.ts';
import {formatsOf} from '../strings/formats.ts';
import type {CalendarStrings} from '../strings/strings.ts';

/** What is spoken of the deadlines that are shown: once for each month and filter, since changes in them are told elsewhere. */
export class Announcer {
  #told = '';
  text = '';

  /** @param selection `undefined` while the deadlines are being read. */
  tell(
    selection: Selection | undefined,
    date: IsoDate,
    filter: Filter,
    strings: CalendarStrings,
    language: Language,
  ): void {
    if (!selection) {
      this.#told = '';
      this.text = strings.loading;
      return;
    }
    const month = formatsOf(language).month(date);
    const subject = JSON.stringify([month, filter]);
    if (subject === this.#told) return;
    this.#told = subject;
    this.text = strings.shows(month, strings.deadlines(selection.count), strings.unread(selection.unread));
  }
}
