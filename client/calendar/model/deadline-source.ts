import type {IsoDate} from './dates.ts';
import type {DeadlineCache} from './deadline-cache.ts';
import type {Frist} from './frist.ts';
import type {Period} from './periods.ts';

export interface LoadOptions {
  readonly signal: AbortSignal;
  /** `low`: a prefetch, which reloads nothing. */
  readonly priority?: RequestPriority;
  /** Whether the load goes beyond the visible period: then it does not change `failures`. Default: `false`. */
  readonly adds?: boolean;
}

/** A source of deadlines: one company, or several combined. */
export interface DeadlineSource {
  /** Names of authorities by CVR number. */
  readonly senders: ReadonlyMap<string, string>;
  /** Returns the deadlines of one of the companies. */
  of(cvr: string): DeadlineCache | undefined;
  /** Returns the deadlines of a period, hidden ones included, in no order, as far as they are known. */
  between(period: Period): readonly Frist[];
  /** Returns the loaded days around a day without a gap; `undefined` if the day was not loaded. */
  loadedAround(day: IsoDate): Period | undefined;
  /** Returns the last day up to which the deadlines from a day on, other than hidden ones, are known; '' if they are not known. */
  knownTo(day: IsoDate): IsoDate;
  /** Loads a period. @throws {ApiError} */
  loadPeriod(period: Period, options: LoadOptions): Promise<void>;
  /** Loads the first deadlines from a day on: about `length`, or all of a day if it has more. @throws {ApiError} */
  loadPage(from: IsoDate, length: number, options: LoadOptions): Promise<void>;
  /** Loads the next deadlines, without hidden ones. @throws {ApiError} */
  loadNext(today: IsoDate, options: LoadOptions): Promise<void>;
  /** Stops calling listeners. Saves in progress still reach the service. The source must not be used afterwards. */
  stop(): void;
}
