// Requests the deadlines of companies, for the models of the calendar and `<tavle-deadlines>`. Here you can change how
// many pages and companies a request has, within the limits of the service. If the service refuses one company, the
// others must still be shown.

import {type Api, ApiError, type CallOptions} from '../../api/api.ts';
import type {ErrorBody, SharedFrist} from '../../api/responses.ts';
import {findCvrs} from './cvrs.ts';
import {addDays, fromApiDate, type IsoDate, lastDate, toApiDate} from './dates.ts';
import {type Deadline, fristerOf, mergeEqual} from './frist.ts';

/** The number of deadlines on a page of several companies: the maximum of the service. */
export const severalLength = 100;

/** The maximum number of pages of the next deadlines of several companies. */
const maxPages = 5;

/** The maximum number of companies that a request names, since servers limit the length of a URL. With more companies, a request is for all companies of the token. */
const maxNamed = 100;

/**
 * Requests the deadlines of companies. Leaves out companies that the token lacks: a page may name a company that the person has no access to any
 * more, and must still show the deadlines of the other companies.
 *
 * @param query Parameters besides `cvr`.
 * @returns The deadlines, and the companies that were not refused.
 * @throws {ApiError} With status 403 if the token has none of the companies.
 */
export async function loadFrister(
  api: Api,
  query: string,
  cvrs: readonly string[],
  options: CallOptions,
): Promise<{items: readonly SharedFrist[]; cvrs: readonly string[]}> {
  try {
    const named = cvrs.length > maxNamed ? [] : cvrs.map(cvr => `&cvr=${cvr}`);
    const path = `/calendar/1/mine/frister?${query}${named.join('')}`;
    const items = (await api.call('GET', path, options)) as SharedFrist[];
    if (!Array.isArray(items)) throw new ApiError(0, 'The response is not a list.');
    return {items, cvrs};
  } catch (error) {
    const refused = refusedCompanies(error);
    const others = cvrs.filter(cvr => !refused.includes(cvr));
    if (!others.length || others.length === cvrs.length) throw error;
    return loadFrister(api, query, others, options);
  }
}

/** Returns companies that the token lacks, as far as the error names them. */
function refusedCompanies(error: unknown): string[] {
  const {cause, status} = error as ApiError;
  const messages = status === 403 ? (cause as ErrorBody | undefined)?.errors?.cvr : undefined;
  return findCvrs(messages?.join() ?? '');
}

/** The next deadlines that companies have not done. */
interface NextDeadlines {
  readonly items: readonly SharedFrist[];
  /** The last day of the items. {@link lastDate}: there are no later deadlines. */
  readonly to: IsoDate;
  /** Whether the search has ended before it has found enough deadlines, or all. */
  readonly isPartial: boolean;
}

/**
 * Loads the next deadlines. Those of several companies may need more pages: equal deadlines are merged, and the token may have companies that
 * are not shown. Loads the last day of a full page completely if too few deadlines are before it, since it may have more deadlines.
 *
 * @param load Loads the deadlines of a query.
 * @param cvrs The companies that are shown.
 * @param count The minimum number of deadlines.
 * @param from The first day. Default: today by the clock of the service.
 */
export async function loadNext(
  load: (query: string) => Promise<readonly SharedFrist[]>,
  cvrs: readonly string[],
  count: number,
  from: IsoDate = '',
): Promise<NextDeadlines> {
  const areSeveral = cvrs.length > 1;
  const length = areSeveral ? severalLength : count;
  const areEnough = (found: readonly SharedFrist[]) => mergeShared(found, cvrs).length >= count;
  let items: readonly SharedFrist[] = [];
  for (let pages = 1, first = from; ; pages += 1) {
    const fra = first && `fra=${toApiDate(first)}&`;
    const page = await load(`${fra}antal=${length}&klarede=false`);
    const day = page[length - 1]?.fristDato;
    items = items.concat(page);
    if (day === undefined) return {items, to: lastDate, isPartial: false};
    const before = items.filter(({fristDato}) => fristDato !== day);
    let isPartial = areSeveral && !areEnough(before);
    if (isPartial) {
      items = before.concat(await load(`fra=${day}&til=${day}&klarede=false`));
      isPartial = !areEnough(items);
    }
    const to = fromApiDate(day);
    if (!isPartial || pages === maxPages) return {items, to, isPartial};
    first = addDays(to, 1);
  }
}

/** Merges equal deadlines of the service for the companies that are shown. */
export function mergeShared(items: readonly SharedFrist[], cvrs: readonly string[]): Deadline[] {
  const shown = new Set(cvrs);
  return mergeEqual(items.flatMap(fristerOf).filter(({cvr}) => shown.has(cvr)));
}
