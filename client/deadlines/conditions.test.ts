import {setToday} from '../testing/calendar-fixture.ts';
import {testConditions} from '../testing/conditions.ts';
import {deadlinesStates, upcomingDeadlines} from '../testing/deadlines-states.ts';

testConditions(
  Object.fromEntries(
    Object.entries(deadlinesStates).map(([state, bring]) => [
      state,
      () => {
        setToday('2026-12-10');
        return bring(upcomingDeadlines());
      },
    ]),
  ),
);
