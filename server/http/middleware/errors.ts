import {STATUS_CODES} from 'node:http';

import type {Context} from 'koa';

import {TooManyConflicts} from '../../store/compare-and-set.ts';
import {DataLost} from '../../store/data-lost.ts';
import {StoreReplaced, StoreUnavailable} from '../../store/store.ts';
import {errorBody, Problem} from '../response/problem.ts';

/** Messages of responses that Koa and the routers leave without a body. */
const plainMessages: Record<number, string> = {
  404: 'There is nothing at this URL.',
  405: 'This URL does not support that method: see the Allow header.',
  501: 'The service does not support that method.',
};

/** What clients learn of failures that may pass. They reveal nothing of the inside: `/health/ready` and the log do. */
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

/** Returns what a client learns of an error: 503 where the store is away or has lost data, 500 for what is not expected. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const failure = temporaryFailures.find(({of}) => error instanceof of);
  if (failure) return new Problem(503, failure.message, {headers: {'Retry-After': failure.retryAfter}});
  if (error instanceof DataLost) return new Problem(503, error.message);
  return new Problem(500, 'The service failed. Report the X-Request-Id of this response to the operator.');
}

export function sendProblem(context: Context, {code, message, errors, headers}: Problem): void {
  context.status = code;
  context.set(headers);
  context.set('Cache-Control', 'no-store');
  // An earlier tag belongs to a response that was not sent.
  context.remove('ETag');
  context.body = errorBody(code, message, errors);
}

/** Adds the error body to a response that has the status of an error and no body. */
export function completeError(context: Context): void {
  const {status, body} = context;
  if (status < 400 || body !== undefined) return;
  sendProblem(context, new Problem(status, plainMessages[status] ?? STATUS_CODES[status] ?? 'Error'));
}
