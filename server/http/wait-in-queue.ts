import type {Context} from 'koa';

/* The queues of requests for `admission.ts` and `caller-turns.ts`. A request that no longer waits must not stay in its queue. */

/** The functions that start the requests that wait, by the name of the queue. Empty queues are removed. */
export type Queues = Map<string, (() => void)[]>;

type Outcome = 'started' | 'disconnected' | 'timedOut';

/** Adds a request to a queue, and waits until another request starts it, the client disconnects, or `waitMs` have passed. */
export function waitInQueue(queues: Queues, name: string, {res}: Context, waitMs: number): Promise<Outcome> {
  const queue = queues.get(name) ?? [];
  queues.set(name, queue);
  return new Promise(resolve => {
    const end = (outcome: Outcome) => {
      clearTimeout(timer);
      res.off('close', leave);
      if (outcome !== 'started') {
        queue.splice(queue.indexOf(start), 1);
        if (!queue.length) queues.delete(name);
      }
      resolve(outcome);
    };
    const start = () => end('started');
    const leave = () => end('disconnected');
    const timer = setTimeout(end, waitMs, 'timedOut');
    queue.push(start);
    res.once('close', leave);
  });
}
