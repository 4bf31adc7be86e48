import type {EventDelegation} from '../controllers/event-delegation.ts';
import type {CalendarModel} from '../model/calendar-model.ts';
import type {Download} from '../model/download.ts';
import {companyName, type CompanyNames} from '../../frist/model/company-names.ts';
import type {Formats} from '../../frist/strings/formats.ts';
import type {CalendarStrings} from '../strings/da.ts';
import type {Markup} from './markup.ts';

/** The parameters of a view. */
export interface ViewContext {
  readonly model: CalendarModel;
  /** Names of companies, as the page has set them. */
  readonly names: CompanyNames | null;
  /** The event listeners of days and deadlines. */
  readonly events: EventDelegation;
  /** The markup and the download of the dialog's deadline. */
  readonly markup: Markup;
  readonly download: Download;
  /** Level of the calendar's topmost heading, 1 to 4. */
  readonly level: number;
  readonly strings: CalendarStrings;
  readonly formats: Formats;
}

/** Returns the name of a deadline's company in a calendar of several; otherwise ''. */
export function companyOf({cvr}: {readonly cvr: string}, {model, names}: ViewContext): string {
  return model.companies?.areSeveral ? companyName(cvr, names) : '';
}
