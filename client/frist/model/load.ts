/* Requests the deadlines of companies, for the calendar and `<tavle-deadlines>`. */

import {type Api, ApiError, type CallOptions} from '../../api/api.ts';
import type {ErrorBody, SharedFrist} from '../../api/responses.ts';
import {companiesQuery, findCvrs, sharedPath} from './cvrs.ts';

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
    const path = `${sharedPath}?${query}${companiesQuery(cvrs)}`;
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
