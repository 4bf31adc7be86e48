import type {Part} from '../../shared/part.ts';
import type {EventDelegation} from '../controllers/event-delegation.ts';
import type {CalendarModel} from '../model/calendar-model.ts';
import type {CompanyNames} from '../model/company-names.ts';
import type {Formats} from '../strings/formats.ts';
import type {companiesPart} from '../companies-part.ts';
import type {CoreStrings} from '../strings/da.ts';
import type {da} from '../strings/da-dialogs.ts';

/** The parameters of a view. */
export interface ViewContext {
  readonly model: CalendarModel;
  /** Names of companies, as the page has set them. */
  readonly names: CompanyNames | null;
  /** The code for several companies; `undefined` for a single one. */
  readonly several: typeof companiesPart.exports;
  /** The event listeners of days and deadlines. */
  readonly events: EventDelegation;
  /** Loads a part. */
  readonly load: (part: Part<unknown>) => void;
  /** Level of the calendar's topmost heading, 1 to 4. */
  readonly level: number;
  readonly strings: CoreStrings;
  readonly formats: Formats;
}

export type DialogStrings = CoreStrings & typeof da;

/** The parameters of the dialog's content. */
export interface DialogViewContext extends ViewContext {
  readonly strings: DialogStrings;
}
