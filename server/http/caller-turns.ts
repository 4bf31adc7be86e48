import type {Context} from 'koa';

import {Problem} from '../problem.ts';
import {callerOf, countRefusal} from './admission.ts';

/* Turns of responses that the process prepares one at a time: large documents (`large-reply.ts`), and lists of several
 * companies (`reply.ts`). A few hundred at once could fill the memory. Callers that wait must take turns (`startNext`),
 * so that nobody waits for all requests of another caller. */

/**
 * Creates the turns of one kind of response.
 *
 * @param what The responses, for a message.
 * @param waitMs The maximum wait for a turn.
 */
export function createTurns(what: string, waitMs: number) {
  /** The functions that start the requests that wait, by caller, in the order of the callers' next turns. */
  const waiting = new Map<string, (() => void)[]>();
  let isBusy = false;

  /** Waits until `startNext` passes on the turn. Resolves to `false` when the client has left. Rejects with a {@link Problem} 503 after `waitMs`. */
  function wait(context: Context): Promise<boolean> {
    const caller = callerOf(context);
    const queue = waiting.get(caller) ?? [];
    waiting.set(caller, queue);
    return new Promise((resolve, reject) => {
      const stopWatching = () => {
        clearTimeout(timer);
        context.res.off('close', leave);
      };
      const start = () => {
        stopWatching();
        resolve(true);
      };
      const giveUp = () => {
        stopWatching();
        queue.splice(queue.indexOf(start), 1);
        if (!queue.length) waiting.delete(caller);
      };
      const leave = () => {
        giveUp();
        resolve(false);
      };
      const timer = setTimeout(() => {
        giveUp();
        countRefusal(context);
        reject(
          new Problem(503, `Too many ${what} are read at once. Try again in a moment.`, {
            headers: {'Retry-After': '1'},
          }),
        );
      }, waitMs);
      queue.push(start);
      context.res.once('close', leave);
    });
  }

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
     * Waits for a turn. Returns the function that ends the turn; `undefined` when the client has left.
     *
     * @throws {Problem} 503 after the maximum wait.
     */
    async take(context: Context): Promise<(() => void) | undefined> {
      if (isBusy && !(await wait(context))) return undefined;
      isBusy = true;
      return startNext;
    },
  };
}
