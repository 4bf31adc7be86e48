import type {Context} from 'koa';

import {Problem} from '../problem.ts';
import {callerOf, countRefusal} from './admission.ts';
import {clientClosedRequest} from './request-logging.ts';
import {type Queues, waitInQueue} from './wait-in-queue.ts';

/* Mutexes for large documents (`large-reply.ts`), lists of several companies (`reply.ts`) and changes for many companies
 * (`routes.ts`): a few hundred at once could fill the memory. The callers that wait take turns (round robin), so that nobody
 * waits for all requests of another caller. */

/**
 * Creates the mutex of one kind of work.
 *
 * @param what The work, for a message, such as "lists are read".
 * @param waitMs The maximum wait for a turn.
 */
export function createTurns(what: string, waitMs: number) {
  /** By caller, in the order of the callers' next turns. */
  const waiting: Queues = new Map();
  let isBusy = false;

  function startNext(): void {
    const [next] = waiting;
    isBusy = next !== undefined;
    if (!next) return;
    const [caller, queue] = next;
    const start = queue.shift();
    waiting.delete(caller);
    if (queue.length) waiting.set(caller, queue);
    start?.();
  }

  return {
    /** Whether a request has the turn. */
    get isBusy() {
      return isBusy;
    },

    /**
     * Waits for a turn. Returns the function that ends the turn.
     *
     * @throws {Problem} 503 after the maximum wait; 499 when the client has disconnected.
     */
    async take(context: Context): Promise<() => void> {
      const disconnected = () => new Problem(clientClosedRequest, '');
      // No further `close` event comes.
      if (context.res.destroyed) throw disconnected();
      const outcome = isBusy ? await waitInQueue(waiting, callerOf(context), context, waitMs) : 'started';
      if (outcome === 'disconnected') throw disconnected();
      if (outcome === 'timedOut') {
        countRefusal(context);
        throw new Problem(503, `Too many ${what} at once. Try again in a moment.`, {
          headers: {'Retry-After': '1'},
        });
      }
      isBusy = true;
      return startNext;
    },
  };
}
