import {sharedEn} from '../../localize/shared-en.ts';
import {groupThousands} from './formats.ts';
import type {DeadlinesStrings} from './da.ts';

/** The English texts of the next deadlines, with the keys of `da.ts`. `localize/en.ts` exports them. */
export const en: DeadlinesStrings = {
  ...sharedEn,
  reasons: {...sharedEn.reasons, forbidden: 'You do not have access to the deadlines of this company.'},
  loading: 'Loading deadlines …',
  signedOut: 'Sign in to see your deadlines',
  loadFailed: 'The deadlines could not be loaded',
  due: (unit, count) =>
    ({
      past: 'Passed',
      today: 'Today',
      tomorrow: 'Tomorrow',
      days: `in ${count} days`,
      weeks: `in ${count} weeks`,
      months: `in ${count} months`,
      years: `in ${count} years`,
    })[unit],
  next: 'Next deadlines',
  noneLater: 'There are no later deadlines.',
  noneNext: 'There are no upcoming deadlines.',
  companies: (count, missing) =>
    `${groupThousands(count, ',')} companies${missing ? `, ${groupThousands(missing, ',')} to do` : ''}`,
  isDone: 'Done',
  isUnread: 'Unread',
  refreshFailed: 'The deadlines could not be updated.',
};
