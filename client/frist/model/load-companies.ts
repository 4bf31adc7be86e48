import {ApiError} from '../../api/api.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import type {DeadlinesStrings} from '../strings/da.ts';
import {type CompanyNames, companyName} from './cvrs.ts';
import {groupBy} from './frist.ts';

/**
 * The maximum number of companies whose data is requested at the same time: the connections of a browser to a host with HTTP/1.1. If all of the
 * first ones fail, the service counts as away.
 */
const maxRequests = 6;

/** Runs a limited number of tasks at a time, in their order; those of low priority after all others. */
export class RequestQueue {
  readonly #waiting: (() => void)[] = [];
  readonly #waitingLow: (() => void)[] = [];
  #running = 0;

  /** Runs a task when fewer than the maximum run, and returns its result. A task must have its own timeout. */
  async run<Result>(task: () => Promise<Result>, isLow = false): Promise<Result> {
    // A completed task passes its slot on directly.
    if (this.#running === maxRequests)
      await new Promise<void>(resolve => (isLow ? this.#waitingLow : this.#waiting).push(resolve));
    else this.#running += 1;
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift() ?? this.#waitingLow.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/** The reasons of failed loads, by the company's CVR number. */
export type Failures = ReadonlyMap<string, Reason>;

/**
 * Runs `load` for several companies, a few at a time. A company that fails does not stop the others. Used by the calendar and `<tavle-deadlines>`.
 *
 * @param isWanted Returns whether the result is still needed; otherwise, waiting companies are not loaded.
 * @param queue For several calls, which then share the maximum.
 * @returns The failed companies' errors.
 * @throws {ApiError} If the person is signed out (401), or the first ones of many companies have no response.
 */
export async function loadCompanies<Company>(
  companies: readonly Company[],
  load: (company: Company) => Promise<void>,
  isWanted: () => boolean,
  queue = new RequestQueue(),
): Promise<Map<Company, unknown>> {
  const causes = new Map<Company, unknown>();
  let loaded = 0;
  let away = 0;
  let fatal: {readonly cause: unknown} | undefined;
  const loadOne = async (company: Company) => {
    if (fatal || !isWanted()) return;
    try {
      await load(company);
      loaded += 1;
    } catch (cause) {
      causes.set(company, cause);
      const status = cause instanceof ApiError ? cause.status : undefined;
      if (status !== undefined && (status === 0 || status >= 500)) away += 1;
      if (status === 401 || (!loaded && away === maxRequests)) fatal ??= {cause};
    }
  };
  await Promise.all(companies.map(company => queue.run(() => loadOne(company))));
  if (fatal) throw fatal.cause;
  return causes;
}

/** The maximum number of companies that are named for one reason. */
const maxNames = 5;

/** Returns a text for each reason, with its companies, for the calendar, its print and `<tavle-deadlines>`. */
export function describeFailures(
  companyFailures: Failures,
  names: CompanyNames | null,
  {companiesFailed, reasons}: DeadlinesStrings,
): string[] {
  const byReason = groupBy(companyFailures, ([, reason]) => reason);
  return [...byReason].map(([reason, failures]) => {
    const known = failures.slice(0, maxNames).map(([cvr]) => companyName(cvr, names));
    const text = companiesFailed(known.join(', '), failures.length - known.length);
    return `${text} ${reasons[reason]}`;
  });
}
