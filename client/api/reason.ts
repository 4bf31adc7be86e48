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

/** Whether the browser lacks what all browsers have that the elements support, from Chrome 106, Firefox 110 and Safari 16.4 on. */
function isOutdated(): boolean {
  return 'CSS' in globalThis && !CSS.supports('container-type', 'inline-size');
}
