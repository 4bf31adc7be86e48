import {sharedDa} from '../../localize/shared-strings.ts';
import type {DueUnit} from '../model/due.ts';

/** The texts of the next deadlines in Danish: those that the calendar shares with `<tavle-deadlines>`. */
export const da = {
  ...sharedDa,
  reasons: {...sharedDa.reasons, forbidden: 'Du har ikke adgang til denne virksomheds frister.'},
  loading: 'Henter frister …',
  loadFailed: 'Fristerne kunne ikke hentes',
  /** How long it is until a deadline. The count is 2 or more; 0 for `past`, `today` and `tomorrow`. */
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
  /** After the next deadlines, if they are all that there are. */
  noneLater: 'Der er ingen senere frister.',
  /** In place of the next deadlines. */
  noneNext: 'Der er ingen kommende frister.',
  /** Next to a deadline that is. */
  isUnread: 'Ulæst',
  /** When a reload has failed and older content is shown. */
  refreshFailed: 'Fristerne kunne ikke opdateres.',
};
