// The days of the list view, for `companies.ts`, and the search for the nearest deadline, for `calendar-model.ts`. Here
// you can change how far a search or an extension goes. Load only through `Deadlines`, which keeps all that was loaded.

import {
  addDays,
  firstDate,
  includes,
  type IsoDate,
  lastDate,
  monthsBefore,
  type Period,
} from '../../frist/model/dates.ts';
import type {Frist} from '../../frist/model/frist.ts';
import type {Deadlines} from './deadlines.ts';

/** The maximum number of pages that a search for a later deadline, or an extension of the list, loads. */
const maxPages = 3;

/**
 * The lengths, in months, of the periods that a search for an earlier deadline loads. It loads the second one only if no deadline of the first
 * one matches. The service has no descending order.
 */
const monthsBack = [3, 24];

type Matches = (frist: Frist) => boolean;

export type Direction = 'earlier' | 'later';

/** The closest deadline to a period without deadlines. */
export interface Nearest {
  readonly direction: Direction;
  readonly date: IsoDate;
}

/** Returns the first matching deadline after a period, or otherwise the last one before the period; `undefined` if none is found. */
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

/** Returns the first matching deadline on a day or later; `undefined` if there is none in three pages. @throws {ApiError} */
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
      await deadlines.loadPage(from);
    }
  }
}

/** Returns the last matching deadline on a day or earlier; `undefined` if there is none in 27 months. @throws {ApiError} */
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
      await deadlines.loadPeriod(monthsBefore(addDays(to, 1), months));
    }
  }
}

/** The deadlines of a list: from a day on, as far as they were loaded. */
export class Agenda {
  readonly #deadlines: Deadlines;
  readonly #loadedStarts = new Set<IsoDate>();
  /** Whether the previous list contained the first day. If so, its deadlines stay visible while a page is loading. */
  #isKnown = false;
  /** The first day of the list before earlier deadlines are added. */
  start: IsoDate = '';
  /** The first day of the list now. */
  from: IsoDate = '';
  /** The direction in which the list is being extended. */
  extending: Direction | undefined;

  constructor(deadlines: Deadlines) {
    this.#deadlines = deadlines;
  }

  /** The days of the list; `undefined` while they are loading. */
  get period(): Period | undefined {
    return this.#isKnown || this.isLoaded ? this.#known : undefined;
  }

  /** The known days from the first one on, which may be fewer than a page. */
  get #known(): Period | undefined {
    const {from} = this;
    const to = this.#deadlines.loadedAround(from)?.to;
    return to === undefined ? undefined : {from, to};
  }

  /** Whether a page was loaded from the first day on. */
  get isLoaded(): boolean {
    return this.#loadedStarts.has(this.start) || this.#known?.to === lastDate;
  }

  startAt(day: IsoDate): void {
    this.#isKnown = this.period !== undefined && includes(this.period, day);
    this.start = day;
    this.from = day;
  }

  /** Loads the list, or loads it again. @throws {ApiError} */
  async load(signal: AbortSignal): Promise<void> {
    const {period, start} = this;
    if (period && this.isLoaded) await this.#deadlines.loadPeriod(period, {signal});
    else await this.#deadlines.loadPage(start, {signal});
    this.#loadedStarts.add(start);
  }

  /** Adds the deadlines of the three months before the list. If none of these matches, adds two more years. @throws {ApiError} */
  async addEarlier(matches: Matches): Promise<void> {
    const {start} = this;
    for (const months of monthsBack) {
      const period = monthsBefore(this.from, months);
      await this.#deadlines.loadPeriod(period);
      // The list was started at another day during the request.
      if (start !== this.start) return;
      this.from = period.from;
      if (this.#deadlines.within(period)?.some(matches)) return;
    }
  }

  /** Adds a page of deadlines after the list. If none of these matches, adds more pages. @throws {ApiError} */
  async addLater(matches: Matches): Promise<void> {
    const {period, start} = this;
    // Ends the search if the list was started at another day during the request.
    const areEnough: Matches = frist => start !== this.start || matches(frist);
    if (period) await findLater(this.#deadlines, addDays(period.to, 1), areEnough);
  }
}
