import {addDays, firstDate, type IsoDate, lastDate} from '../../frist/model/dates.ts';
import type {Deadlines} from './deadlines.ts';
import type {Frist} from '../../frist/model/frist.ts';
import {monthsBefore, type Period} from './periods.ts';

/** The maximum number of pages that a search for a later deadline loads. */
const maxPages = 3;

/** The periods that a search for an earlier deadline loads, in months: two years in all. The service has no descending order. */
const monthsBack = [3, 21];

type Matches = (frist: Frist) => boolean;

export type Direction = 'earlier' | 'later';

/** The closest deadline to a period without deadlines. */
export interface Nearest {
  readonly direction: Direction;
  readonly date: IsoDate;
}

/** Returns the first deadline after a period that matches, or otherwise the last one before it; `undefined` if none is found. */
export async function findNearest(
  deadlines: Deadlines,
  period: Period,
  matches: Matches,
): Promise<Nearest | undefined> {
  const later = await findLater(deadlines, addDays(period.to, 1), matches).catch(() => undefined);
  if (later) return {direction: 'later', date: later.fristDato};
  const earlier = await findEarlier(deadlines, addDays(period.from, -1), matches).catch(() => undefined);
  return earlier && {direction: 'earlier', date: earlier.fristDato};
}

/** Returns the first deadline on a day or later that matches; `undefined` if there is none in three pages. @throws {ApiError} */
async function findLater(deadlines: Deadlines, day: IsoDate, matches: Matches): Promise<Frist | undefined> {
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
async function findEarlier(deadlines: Deadlines, day: IsoDate, matches: Matches): Promise<Frist | undefined> {
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
