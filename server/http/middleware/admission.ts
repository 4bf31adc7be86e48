import type {Context} from 'koa';

import {createHoldings, judgeRequest} from '../../limits/shares.ts';
import type {Metrics} from '../metrics.ts';
import {whenClosed} from './observe.ts';
import {createRefuse, type Overload} from './overload.ts';

const requests: Overload = {
  name: 'requests',
  total: {why: 'requests', message: 'Too many requests at once. Try again in a moment.'},
  share: {
    why: 'share',
    message: 'You have too many requests in flight. Wait for their responses, then try again.',
  },
};

/**
 * Counts a request for its caller, once that is known: `person:{owner}`, `cvr:{number}`, or another name with a prefix of its
 * own. A request counts once, for its first caller. The caller may have one request in flight, and more in proportion to what is left.
 *
 * @throws {Problem} 429 when the caller has its share in flight.
 */
export type Admit = (context: Context, caller: string) => void;

export interface Admission {
  /** Counts a request from here to the end of its response. @throws {Problem} 503 when `max` others are in flight. */
  readonly enter: (context: Context) => void;
  readonly admit: Admit;
}

/**
 * Bounds the requests in flight, in all and for each caller. It refuses early, before anything is read or computed, rather
 * than let all of them wait.
 */
export function createAdmission(max: number, metrics: Metrics): Admission {
  const refuse = createRefuse(metrics);
  let inFlight = 0;
  const holdings = createHoldings();
  metrics.watch('tavle_http_requests_in_flight', 'Requests in flight.', () => inFlight);

  return {
    enter(context) {
      if (inFlight >= max) refuse(requests, 'total');
      const slot: Slot = {caller: undefined};
      (context.state as {slot?: Slot}).slot = slot;
      inFlight += 1;
      whenClosed(context, () => {
        inFlight -= 1;
        if (slot.caller !== undefined) holdings.add(slot.caller, -1);
      });
    },

    admit({state, res}, caller) {
      const {slot} = state as {slot?: Slot};
      // A client that left while its caller was determined gave its slot back already.
      if (!slot || slot.caller !== undefined || res.destroyed) return;
      // The request itself is counted in total already.
      const shortage = judgeRequest({capacity: max, total: inFlight - 1, held: holdings.of(caller)});
      if (shortage) refuse(requests, shortage);
      holdings.add(caller, 1);
      slot.caller = caller;
    },
  };
}

/** What a counted request occupies. */
interface Slot {
  /** Whose share it is part of; `undefined` before the caller is admitted. */
  caller: string | undefined;
}
