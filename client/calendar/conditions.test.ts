import {calendarStates, crowdedCalendar} from '../testing/calendar-states.ts';
import {testConditions} from '../testing/conditions.ts';

testConditions(
  Object.fromEntries(
    Object.entries(calendarStates).map(([state, bring]) => [state, () => bring(crowdedCalendar())]),
  ),
);
