import {calendarStates} from './calendar-states.ts';
import {dashboardStates} from './dashboard-states.ts';
import {deadlinesStates} from './deadlines-states.ts';
import {editorialStates} from './editorial-states.ts';
import {formStates} from './form-states.ts';

/** The states of all elements, for `conditions.test.ts` (accessibility), `visual.test.ts` and `states-page.ts`. Add the states of a new element here. */
export const elementStates = {
  calendar: calendarStates,
  dashboard: dashboardStates,
  deadlines: deadlinesStates,
  editorial: editorialStates,
  forms: formStates,
};
