import type {Context} from 'koa';

import {bounds} from '../../limits/bounds.ts';
import {createHoldings, judgeBody} from '../../limits/shares.ts';
import type {Metrics} from '../metrics.ts';
import type {RequestCheck} from './checks.ts';
import {callerOf, createRefuse, type Overload} from './overload.ts';

const bodies: Overload = {
  name: 'large bodies',
  total: {why: 'bodies', message: 'Too many large bodies at once. Try again in a moment.'},
  share: {
    why: 'share',
    message: 'You have too many large bodies in flight. Wait for their responses, then try again.',
  },
};

/**
 * Reserves memory for the body of a request until its response is closed. A body may grow: the last call counts. What is made
 * of a body takes several times as much.
 *
 * @param size In bytes.
 * @throws {Problem} 503 when nothing is left, 429 when the caller holds its share.
 */
type Reserve = (context: Context, size: number) => void;

interface BodyState {
  reserveBody?: Reserve;
  /** In bytes. */
  reserved?: number;
}

/** Bounds the memory for bodies, in all and for each caller, by what {@link reserveBody} reserves further in. */
export function createBodyBudget(metrics: Metrics): RequestCheck {
  const refuse = createRefuse(metrics);
  const holdings = createHoldings();
  metrics.watch(
    'tavle_http_body_bytes',
    'Bytes of large bodies that are held or waited for.',
    () => holdings.total,
  );

  const reserve: Reserve = (context, size) => {
    const state = context.state as BodyState;
    if (size <= bounds.maxUncountedBodyBytes || context.res.destroyed) return;
    const caller = callerOf(context);
    const {reserved = 0} = state;
    const use = {
      capacity: bounds.maxBodyBytes,
      total: holdings.total - reserved,
      held: holdings.of(caller) - reserved,
    };
    const shortage = judgeBody(use, size);
    if (shortage) refuse(bodies, shortage);
    holdings.add(caller, size - reserved);
    state.reserved = size;
    if (!reserved) context.res.once('close', () => holdings.add(caller, -(state.reserved ?? 0)));
  };

  return context => {
    (context.state as BodyState).reserveBody = reserve;
  };
}

/** As {@link Reserve} does, by the budget of the service that the request came to. */
export const reserveBody: Reserve = (context, size) => {
  (context.state as BodyState).reserveBody?.(context, size);
};
