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

/**
 * Gives every error the one body. What is not a {@link Problem} is reported to `report` and becomes a 503 where the store is away or has
 * lost what was asked for, else a 500 that says nothing of the inside.
 *
 * @param onRefused Is called for each {@link Problem} that refuses a caller: 401, 403, 429, 503. Default: nothing.
 */
export function errors(
  report: (error: unknown, context: Context) => void,
  onRefused: (problem: Problem, context: Context) => void = () => undefined,
): Middleware {
  return async (context, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof Problem && refusals.includes(error.code)) onRefused(error, context);
      answer(
        context,
        toProblem(error, () => report(error, context)),
      );
      return;
    }
    if (context.status >= 400 && context.body === undefined && context.respond !== false) {
      const message = plainMessages[context.status] ?? STATUS_CODES[context.status] ?? 'Error';
      answer(context, new Problem(context.status, message));
    }
  };
}

function toProblem(error: unknown, report: () => void): Problem {
  if (error instanceof Problem) return error;
  // Logged once, where it was noticed.
  if (error instanceof StoreReplaced)
    return new Problem(503, replacedMessage, {headers: {'Retry-After': '10'}});
  report();
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
  // A tag that was set is that of another answer, which did not come to be.
  context.remove('ETag');
  context.body = errorBody(code, message, errors);
}
