import {sharedDa} from '../../localize/shared-strings.ts';
import {groupThousands} from './formats.ts';
import type {DueUnit} from '../model/dates.ts';

/** The Danish texts of the next deadlines, shared by the calendar and `<tavle-deadlines>`. */
export const da = {
  ...sharedDa,
  reasons: {...sharedDa.reasons, forbidden: 'Du har ikke adgang til denne virksomheds frister.'},
  loading: 'Henter frister …',
  /** Heading when nobody is signed in. */
  signedOut: 'Log på for at se dine frister',
  loadFailed: 'Fristerne kunne ikke hentes',
  /** The time until a deadline. The count is 2 or more; 0 for `past`, `today` and `tomorrow`. */
  due: (unit: DueUnit, count: number) =>
    ({
      past: 'Udløbet',
      today: 'I dag',
      tomorrow: 'I morgen',
      days: `om ${count} dage`,
      weeks: `om ${count} uger`,
      months: `om ${count} måneder`,
      years: `om ${count} år`,
    })[unit],
  /** Heading of the next deadlines. */
  next: 'Næste frister',
  /** After the next deadlines, if there are no others. */
  noneLater: 'Der er ingen senere frister.',
  /** In place of the next deadlines. */
  noneNext: 'Der er ingen kommende frister.',
  /** The companies of a deadline of several; `missing`: those that have not done it, if others have. */
  companies: (count: number, missing: number) =>
    `${groupThousands(count, '.')} virksomheder${missing ? `, ${groupThousands(missing, '.')} mangler` : ''}`,
  /** The tag of a deadline that is done. */
  isDone: 'Klaret',
  /** An unread deadline: spoken, and in the legend of the year. */
  isUnread: 'Ulæst',
  /** When a reload has failed and older content is shown. */
  refreshFailed: 'Fristerne kunne ikke opdateres.',
};

/** Every text of `<tavle-deadlines>`; a host may replace any of them, so the keys are public. */
export type DeadlinesStrings = typeof da;
