/* Returns the responses to errors, for `audit.ts`, `request-logging.ts` and interface E. To return 503 for another
 * error, add it to `temporaryFailures`. The responses must reveal no internals: the log has these for operators. */

import {STATUS_CODES} from 'node:http';

import type {Context} from 'koa';

import {TooManyConflicts} from '../store/saving.ts';
import {DocumentUnreadable, StoreReplaced, StoreUnavailable} from '../store/engine.ts';
import {errorBody, nothingHere, Problem} from '../problem.ts';
import {jsonText} from './send.ts';

/** Messages for responses of Koa and the routers without a body. */
const plainMessages: Record<number, string> = {
  404: nothingHere().message,
  405: 'This URL does not support that method: see the Allow header.',
  501: 'The service does not support that method.',
};

/** The 503 responses to temporary failures. They reveal no internals: `/health/ready` and the log do. */
const temporaryFailures = [
  {
    of: StoreReplaced,
    message: 'The store has lost its data, so changes are refused. Try again later.',
    retryAfter: '10',
  },
  {of: StoreUnavailable, message: 'The store is not available. Try again in a moment.', retryAfter: '1'},
  {
    of: TooManyConflicts,
    message: 'Too many changes of the same resource at once. Try again in a moment.',
    retryAfter: '1',
  },
];

/**
 * Returns the response to an error: 503 if the store is unavailable or was replaced, if a document is unreadable, or if too many requests change
 * one document; 500 for unexpected errors.
 */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const failure = temporaryFailures.find(({of}) => error instanceof of);
  if (failure) return new Problem(503, failure.message, {headers: {'Retry-After': failure.retryAfter}});
  if (error instanceof DocumentUnreadable) return new Problem(503, error.message);
  return new Problem(500, 'The service failed. Report the X-Request-Id of this response to the operator.');
}

export function sendProblem(context: Context, {code, message, errors, headers}: Problem): void {
  context.status = code;
  context.set(headers);
  context.set('Cache-Control', 'no-store');
  context.type = 'json';
  context.body = jsonText(errorBody(code, message, errors));
}

/** Adds the error body to an error response without a body. */
export function completeError(context: Context): void {
  const {status, body} = context;
  if (status < 400 || body !== undefined) return;
  sendProblem(context, new Problem(status, plainMessages[status] ?? STATUS_CODES[status] ?? 'Error'));
}
