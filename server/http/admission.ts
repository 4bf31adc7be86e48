import type {Middleware} from 'koa';
import type {Logger} from 'pino';

import type {Metrics} from './metrics.ts';
import {Problem} from './problem.ts';

/** How many requests a process takes at once, unless it is told otherwise. */
export const defaultRequests = 500;

/** The least time, in milliseconds, between two lines in the log about requests that are turned away. */
const linePause = 10_000;

/**
 * Turns requests away with 503 while `most` others are under way: early, before anything is read or checked, rather than
 * keep all of them waiting. Who looks after the service always gets in.
 */
export function admission(most: number, metrics: Metrics, log: Logger): Middleware {
  let underWay = 0;
  let nextLine = 0;
  metrics.watch('tavle_http_requests_in_flight', 'Requests under way.', () => underWay);

  function refuse(): never {
    metrics.refused('requests');
    if (Date.now() >= nextLine) {
      nextLine = Date.now() + linePause;
      log.warn({most}, 'too many requests at once; the further ones get 503');
    }
    throw new Problem(503, 'Too many requests at once. Try again in a moment.', {
      headers: {'Retry-After': '1'},
    });
  }

  return (context, next) => {
    if (isForOperators(context.path)) return next();
    if (underWay >= most) refuse();
    underWay += 1;
    context.res.on('close', () => (underWay -= 1));
    return next();
  };
}

function isForOperators(path: string): boolean {
  return path.startsWith('/health/') || path === '/metrics';
}
