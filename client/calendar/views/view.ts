import type {CSSResultGroup} from 'lit';

import type {View} from '../model/selection.ts';
import type {CalendarStrings} from '../strings/da.ts';
import type {ViewContext} from './templates.ts';

/** A way to show deadlines. `views.ts` has the table. */
export interface CalendarView extends View {
  readonly styles: CSSResultGroup;
  /** The texts of its button, and of the buttons that move back and forward; without the latter it has none. */
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
