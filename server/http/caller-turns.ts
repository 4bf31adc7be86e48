import {bounds} from '../bounds.ts';
import {Problem} from '../problem.ts';

/* Turns of responses that the process prepares one at a time: large documents (`large-reply.ts`) and lists of many
 * companies (`reply.ts`). A few hundred at once could fill the memory. Callers that wait must take turns (`startNext`),
 * so that nobody waits for all requests of another caller. */

/** Returns the turns of one kind of response. @param what The responses, for a message. */
export function createTurns(what: string) {
  /** The requests that wait, by caller, in the order of the callers' next turns. */
  const waiting = new Map<string, (() => void)[]>();
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
     * @throws {Problem} 503 after a wait of more than `bounds.longResponseWaitMs`.
     */
    async take(caller: string): Promise<() => void> {
      const until = performance.now() + bounds.longResponseWaitMs;
      if (isBusy) {
        const queue = waiting.get(caller) ?? [];
        waiting.set(caller, queue);
        await new Promise<void>(resolve => queue.push(resolve));
      }
      isBusy = true;
      if (performance.now() <= until) return startNext;
      startNext();
      throw new Problem(503, `Too many ${what} are read at once. Try again in a moment.`, {
        headers: {'Retry-After': '1'},
      });
    },
  };
}
