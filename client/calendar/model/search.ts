import {addDays, firstDate, type IsoDate, lastDate} from './dates.ts';
import type {DeadlineCache} from './deadline-cache.ts';
import type {Frist} from './frist.ts';
import {monthsBefore} from './periods.ts';

/** The maximum number of pages that are loaded to find a later deadline. */
const maxPages = 3;

/** The periods that are loaded to find an earlier deadline, in months: two years in all. The service has no order from late to early. */
const monthsBack = [3, 21];

type Matches = (frist: Frist) => boolean;

/** Returns the first deadline on a day or later that matches; `undefined` if there is none in three pages. @throws {ApiError} */
export async function findLater(
  deadlines: DeadlineCache,
  day: IsoDate,
  matches: Matches,
): Promise<Frist | undefined> {
  for (let from = day, pages = 0; ;) {
    const loaded = deadlines.loadedAround(from);
    if (loaded) {
      const found = deadlines.within({from, to: loaded.to})?.find(matches);
      if (found || loaded.to === lastDate) return found;
      from = addDays(loaded.to, 1);
    } else {
      if (pages === maxPages) return undefined;
      pages += 1;
      await deadlines.addPage(from);
    }
  }
}

/** Returns the last deadline on a day or earlier that matches; `undefined` if there is none in about two years. @throws {ApiError} */
export async function findEarlier(
  deadlines: DeadlineCache,
  day: IsoDate,
  matches: Matches,
): Promise<Frist | undefined> {
  for (let to = day, periods = 0; ;) {
    const loaded = deadlines.loadedAround(to);
    if (loaded) {
      const found = deadlines.within({from: loaded.from, to})?.findLast(matches);
      if (found || loaded.from === firstDate) return found;
      to = addDays(loaded.from, -1);
    } else {
      const months = monthsBack[periods];
      if (months === undefined) return undefined;
      periods += 1;
      await deadlines.addPeriod(monthsBefore(addDays(to, 1), months));
    }
  }
}
