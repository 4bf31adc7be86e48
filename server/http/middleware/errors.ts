import {STATUS_CODES} from 'node:http';

import type {Context, Middleware} from 'koa';

import {TooManyConflicts} from '../../store/compare-and-set.ts';
import {DataLost} from '../../store/data-lost.ts';
import {StoreReplaced, StoreUnavailable} from '../../store/store.ts';
import {errorBody, Problem} from '../response/problem.ts';

/** What an answer without a body of its own says. */
const plainMessages: Record<number, string> = {
  404: 'There is nothing at this URL.',
  405: 'This URL does not support that method: see the Allow header.',
  501: 'The service does not support that method.',
};

/** Says nothing of the inside: `/health/ready` and the log tell an operator what happened. */
const replacedMessage = 'The store has lost its data, so changes are refused. Try again later.';

/** Status codes of a {@link Problem} that refuse the caller rather than the content of its request. */
const refusals: readonly number[] = [401, 403, 429, 503];

export interface ErrorRules {
  /** Is told of each error that is not a {@link Problem}, unless it was reported where it was noticed. */
  readonly report: (error: unknown, context: Context) => void;
  /** Is called for each {@link Problem} that refuses a caller: 401, 403, 429, 503. Default: nothing. */
  readonly onRefused?: (problem: Problem, context: Context) => void;
}

/** Gives every error the one body: see {@link toProblem}. */
export function errors({report, onRefused}: ErrorRules): Middleware {
  return async (context, next) => {
    try {
      await next();
    } catch (error) {
      const problem = toProblem(error);
      const isReported = error instanceof Problem || error instanceof StoreReplaced;
      if (!isReported) report(error, context);
      else if (error === problem && refusals.includes(problem.code)) onRefused?.(problem, context);
      answer(context, problem);
      return;
    }
    if (context.status >= 400 && context.body === undefined && context.respond !== false) {
      const message = plainMessages[context.status] ?? STATUS_CODES[context.status] ?? 'Error';
      answer(context, new Problem(context.status, message));
    }
  };
}

/**
 * Returns what a client learns of an error: of one that is not a {@link Problem}, a 503 where the store is away or has lost what was asked
 * for, else a 500 that says nothing of the inside.
 */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StoreReplaced)
    return new Problem(503, replacedMessage, {headers: {'Retry-After': '10'}});
  if (error instanceof StoreUnavailable) {
    return new Problem(503, 'The store is not available. Try again in a moment.', {
      headers: {'Retry-After': '1'},
    });
  }
  if (error instanceof TooManyConflicts) {
    return new Problem(503, 'Too many changes of the same resource at once. Try again in a moment.', {
      headers: {'Retry-After': '1'},
    });
  }
  if (error instanceof DataLost) return new Problem(503, error.message);
  return new Problem(500, 'The service failed. Report the X-Request-Id of this response to the operator.');
}

function answer(context: Context, {code, message, errors, headers}: Problem): void {
  context.status = code;
  context.set(headers);
  context.set('Cache-Control', 'no-store');
  // A tag that was set is that of another response, which did not come to be.
  context.remove('ETag');
  context.body = errorBody(code, message, errors);
}
