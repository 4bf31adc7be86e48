import type {EventDelegation} from '../controllers/event-delegation.ts';
import type {CalendarModel} from '../model/calendar-model.ts';
import type {CompanyNames} from '../../frist/model/company-names.ts';
import type {Formats} from '../../frist/strings/formats.ts';
import type {CalendarStrings} from '../strings/da.ts';

/** The parameters of a view. */
export interface ViewContext {
  readonly model: CalendarModel;
  /** Names of companies, as the page has set them. */
  readonly names: CompanyNames | null;
  /** The event listeners of days and deadlines. */
  readonly events: EventDelegation;
  /** Level of the calendar's topmost heading, 1 to 4. */
  readonly level: number;
  readonly strings: CalendarStrings;
  readonly formats: Formats;
}
