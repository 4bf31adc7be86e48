import {ApiError} from '../../api/api.ts';
import {RequestQueue} from '../../api/request-queue.ts';
import type {Reason} from '../../localize/shared-strings.ts';

/** The maximum number of companies whose data is requested at the same time. */
const maxRequests = 6;

/** The reasons of failed loads, by the company's CVR number. */
export type Failures = ReadonlyMap<string, Reason>;

/** Returns a queue for several calls of {@link loadCompanies}, which then share the maximum. */
export function createQueue(): RequestQueue {
  return new RequestQueue(maxRequests);
}

/**
 * Runs `load` for several companies, a few at a time. A company that fails does not stop the others. Used by the calendar and `<tavle-deadlines>`.
 *
 * @param isWanted Returns whether the result is still needed; otherwise, waiting companies are not loaded.
 * @returns The failed companies' errors.
 * @throws {ApiError} If the person is signed out (401), or the first ones of many companies have no response.
 */
export async function loadCompanies<Company>(
  companies: readonly Company[],
  load: (company: Company) => Promise<void>,
  isWanted: () => boolean,
  queue = createQueue(),
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
      if (status === 401 || (!loaded && away === queue.max)) fatal ??= {cause};
    }
  };
  await Promise.all(companies.map(company => queue.run(() => loadOne(company))));
  if (fatal) throw fatal.cause;
  return causes;
}
