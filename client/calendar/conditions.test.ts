import {calendarStates, crowdedCalendar} from '../testing/calendar-states.ts';
import {setToday} from '../testing/calendar-fixture.ts';
import {testConditions} from '../testing/conditions.ts';

testConditions(
  Object.fromEntries(
    Object.entries(calendarStates).map(([state, bring]) => [
      state,
      () => {
        setToday('2026-12-10');
        return bring(crowdedCalendar());
      },
    ]),
  ),
);
