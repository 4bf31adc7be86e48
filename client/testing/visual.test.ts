import {test} from 'vitest';

import {expectMatchesPicture} from './contact-sheet.ts';
import {elementStates} from './element-states.ts';

test.each([
  ['calendar', 'as a month, with the filter open'],
  ['calendar', 'while a month is loading'],
  ['calendar', 'as a list, hidden deadlines too'],
  ['calendar', 'when saving failed'],
  ['calendar', 'with a day open'],
  ['calendar', 'with the steps of a calendar app'],
  ['calendar', 'on paper'],
  ['dashboard', 'while it is loading'],
  ['dashboard', 'when the service is away'],
  ['dashboard', 'when there is something to undo'],
  ['dashboard', 'when an app broke'],
  ['editorial', 'after a conflict'],
] as const)('the %s matches its picture %s', async (element, state) => {
  await expectMatchesPicture(`${element} ${state}`, elementStates[element][state]);
});
