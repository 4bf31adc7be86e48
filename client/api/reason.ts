import type {Reason} from '../localize/shared-strings.ts';
import {ApiError} from './api.ts';

/** Returns the text that explains a failure to a person. Logs an error that is not about a request: it is a defect of the elements or of the browser. */
export function reasonOf(error: unknown): Reason {
  if (!(error instanceof ApiError)) {
    console.error(error);
    return isOutdated() ? 'outdated' : 'other';
  }
  if (!navigator.onLine) return 'offline';
  const {status} = error;
  if (status === 401) return 'signedOut';
  if (status === 403) return 'forbidden';
  return status === 0 || status >= 500 ? 'away' : 'other';
}

/** Returns whether the browser is older than Chrome 106, Firefox 110 or Safari 16.4. */
function isOutdated(): boolean {
  return 'CSS' in globalThis && !CSS.supports('container-type', 'inline-size');
}
