import {addDays, firstDate, type IsoDate, lastDate} from './dates.ts';
import type {Deadlines} from './deadlines.ts';
import type {Period} from './periods.ts';

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

  /** Adds a page of deadlines after the list. @throws {ApiError} */
  async addLater(): Promise<void> {
    if (this.period) await this.#deadlines.addPage(addDays(this.period.to, 1));
  }
}
