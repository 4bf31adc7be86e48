import type {Context, Middleware} from 'koa';
import type {Logger} from 'pino';

import {bounds} from '../limits/bounds.ts';
import {createHoldings, judgeBody} from '../limits/shares.ts';
import type {Metrics} from './metrics.ts';
import {callerOf, createRefuse, onceClosed, type Overload} from './overload.ts';

const bodies: Overload = {
  name: 'large bodies',
  total: {why: 'bodies', message: 'Too many large bodies at once. Try again in a moment.'},
  share: {
    why: 'share',
    message: 'You have too many large bodies in flight. Wait for their responses, then try again.',
  },
};

/**
 * Reserves memory for a body of `size` bytes until the response is closed. A body may grow: the last call counts. What is made of
 * a body takes several times as much.
 *
 * @throws {Problem} 503 when nothing is left, 429 when the caller holds its share.
 */
type Reserve = (size: number) => void;

/** Bounds the memory for bodies, in all and for each caller, by what {@link reserveBody} reserves further in. */
export function createBodyBudget(metrics: Metrics, log: Logger): Middleware {
  const refuse = createRefuse(metrics, log);
  const holdings = createHoldings();
  metrics.watch(
    'tavle_http_body_bytes',
    'Bytes of large bodies that are held or waited for.',
    () => holdings.total,
  );

  return (context, next) => {
    let reserved = 0;

    const reserve: Reserve = size => {
      if (size <= bounds.maxUncountedBodyBytes) return;
      const caller = callerOf(context);
      const use = {
        capacity: bounds.maxBodyBytes,
        total: holdings.total - reserved,
        held: holdings.of(caller) - reserved,
      };
      const shortage = judgeBody(use, size);
      if (shortage) refuse(bodies, shortage);
      const isFirst = reserved === 0;
      holdings.add(caller, size - reserved);
      reserved = size;
      if (isFirst) onceClosed(context.res, () => holdings.add(caller, -reserved));
    };

    (context.state as {reserveBody?: Reserve}).reserveBody = reserve;
    return next();
  };
}

/** As {@link Reserve} does, for the body of this request. */
export function reserveBody(context: Context, size: number): void {
  (context.state as {reserveBody?: Reserve}).reserveBody?.(size);
}
