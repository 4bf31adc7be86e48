import type {Reason} from '../localize/shared-strings.ts';
import {ApiError} from './api.ts';

/** Returns what to tell a person about a failure. Logs an error that is not about a call: it is a defect of the elements. */
export function reasonOf(error: unknown): Reason {
  if (!(error instanceof ApiError)) {
    console.error(error);
    return 'other';
  }
  if (!navigator.onLine) return 'offline';
  const {status} = error;
  if (status === 401) return 'signedOut';
  if (status === 403) return 'forbidden';
  return status === 0 || status >= 500 ? 'away' : 'other';
}
