import {ApiError} from './api.ts';
import type {Reason} from '../localize/shared-strings.ts';

/** What to tell a person of a call that failed. */
export function reasonOf(error: unknown): Reason {
  if (!navigator.onLine) return 'offline';
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 401 || status === 403) return 'signedOut';
  return status === 0 || status >= 500 ? 'away' : 'other';
}
