import {test} from 'vitest';

import {calendarStates, crowdedCalendar} from './calendar-states.ts';
import {expectMatchesPicture} from './contact-sheet.ts';
import {crowdedDashboard, dashboardStates} from './dashboard-states.ts';
import {editorialStates} from './editorial-states.ts';

test.each([
  'when apps are on and off',
  'while it is loading',
  'when the service is away',
  'when there is something to undo',
  'when an app broke',
])('a dashboard matches its picture %s', async state => {
  await expectMatchesPicture(`dashboard ${state}`, () => dashboardStates[state]?.(crowdedDashboard()));
});

test.each([
  'as a month',
  'while a month is loading',
  'as a list, hidden deadlines too',
  'when saving failed',
  'with a day open',
  'with a deadline of long words open',
  'with the steps of a calendar app',
  'on paper',
])('a calendar matches its picture %s', async state => {
  await expectMatchesPicture(`calendar ${state}`, () => calendarStates[state]?.(crowdedCalendar()));
});

test.each(['with new suggestions', 'while a form is being edited', 'after a conflict'])(
  'an editorial list matches its picture %s',
  async state => {
    await expectMatchesPicture(`editorial ${state}`, () => editorialStates[state]?.());
  },
);
