import {addDays, firstDate, type IsoDate, lastDate} from '../../frist/model/dates.ts';
import type {Deadlines} from './deadlines.ts';
import type {Frist} from '../../frist/model/frist.ts';
import {monthsBefore, type Period} from './periods.ts';

/** The periods that are added before a list, in months: the longer one if the shorter one has no deadline. */
const monthsBack = [3, 24];

/** The deadlines of a list: from a day on, as far as they were loaded. */
export class Agenda {
  readonly #deadlines: Deadlines;
  readonly #loadedStarts = new Set<IsoDate>();
  /** The original first day of the list. */
  start: IsoDate = '';
  /** The first day of the list. */
  from: IsoDate = '';
  /** The direction in which the list is being extended. */
  extending: 'earlier' | 'later' | undefined;

  constructor(deadlines: Deadlines) {
    this.#deadlines = deadlines;
  }

  /** The days of the list; `undefined` while they are loading. */
  get period(): Period | undefined {
    const to = this.#deadlines.loadedAround(this.from)?.to;
    if (to === undefined) return undefined;
    return this.#loadedStarts.has(this.start) || to === lastDate ? {from: this.from, to} : undefined;
  }

  get hasEarlier(): boolean {
    return this.from > firstDate;
  }

  get hasLater(): boolean {
    return this.period !== undefined && this.period.to < lastDate;
  }

  /** Sets the first day of the list. */
  startAt(day: IsoDate): void {
    this.start = day;
    this.from = day;
  }

  /** Loads the list, or loads it again. Returns whether the load was completed, not aborted. @throws {ApiError} */
  async load(): Promise<boolean> {
    const {period} = this;
    if (period) return this.#deadlines.load(period);
    const start = this.start;
    const isComplete = await this.#deadlines.loadPage(start);
    if (isComplete) this.#loadedStarts.add(start);
    return isComplete;
  }

  /** Adds the deadlines of the months before the list: of three months, or if none of these matches, of two years more. @throws {ApiError} */
  async addEarlier(matches: (frist: Frist) => boolean): Promise<void> {
    const {start} = this;
    for (const months of monthsBack) {
      const period = monthsBefore(this.from, months);
      await this.#deadlines.addPeriod(period);
      // The list has another first day now.
      if (start !== this.start) return;
      this.from = period.from;
      if (this.#deadlines.within(period)?.some(matches)) return;
    }
  }

  /** Adds a page of deadlines after the list. @throws {ApiError} */
  async addLater(): Promise<void> {
    if (this.period) await this.#deadlines.addPage(addDays(this.period.to, 1));
  }
}
