/* Requests the deadlines of companies, for the calendar and `<tavle-deadlines>`. */

import {type Api, ApiError, type CallOptions} from '../../api/api.ts';
import type {ErrorBody, SharedFrist} from '../../api/responses.ts';
import {findCvrs} from './cvrs.ts';

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
