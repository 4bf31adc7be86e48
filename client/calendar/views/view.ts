import type {CSSResultGroup} from 'lit';

import type {CompanyNames} from '../../frist/model/cvrs.ts';
import type {FristRef} from '../../frist/model/frist.ts';
import type {Formats} from '../../texts/formats.ts';
import type {EventDelegation} from '../controllers/event-delegation.ts';
import type {Take} from '../controllers/turns.ts';
import type {CalendarModel} from '../model/calendar-model.ts';
import type {View} from '../model/selection.ts';
import type {CalendarStrings} from '../../texts/da.ts';

// The types that the views share: `CalendarView` describes a way to show deadlines, `ViewContext` has all that a
// template reads. For the modules of this folder. If you add a field to the context, set it in `tavle-calendar.ts`.
// Views only read the model and call its actions.
export interface CalendarView extends View {
  readonly styles: CSSResultGroup;
  /** Returns the texts of the view's button, and of the buttons that move back and forward. Without these texts, the view has no such buttons. */
  readonly texts: (strings: CalendarStrings) => {
    readonly label: string;
    readonly back?: string;
    readonly forward?: string;
  };
  /** Returns the name of the visible period. */
  readonly title: (context: ViewContext) => string;
  /** Returns the numbers of the visible period as a sentence. Default: the numbers alone. */
  readonly summary?: (numbers: string, context: ViewContext) => string;
  readonly render: (context: ViewContext) => unknown;
}

export interface ViewContext {
  readonly model: CalendarModel;
  readonly view: CalendarView;
  /** Names of companies, as the page has set them. */
  readonly names: CompanyNames | null;
  /** The event listeners of days and deadlines. */
  readonly events: EventDelegation;
  /** Returns the link of a deadline; '' if the page's URL has no state of the calendar. */
  readonly linkTo: (frist: FristRef) => string;
  /** Returns the items of a list to render so far: a long list grows in turns. */
  readonly take: Take;
  /** Level of the calendar's topmost heading, 1 to 4. */
  readonly level: number;
  readonly strings: CalendarStrings;
  readonly formats: Formats;
}
