import type {Context} from 'koa';

/* The wait of a request for a place, for `admission.ts` and `caller-turns.ts`. A request that no longer waits must not stay in its queue. */

/** The functions that start the requests that wait, by the name of the queue. Empty queues are removed. */
export type Queues = Map<string, (() => void)[]>;

/**
 * Waits until the first function of the queue is called. Leaves the queue when the client disconnects, or after the maximum wait.
 *
 * @param name The queue.
 */
export function waitInQueue(
  queues: Queues,
  name: string,
  {res}: Context,
  waitMs: number,
): Promise<'started' | 'disconnected' | 'late'> {
  const queue = queues.get(name) ?? [];
  queues.set(name, queue);
  return new Promise(resolve => {
    const end = (outcome: 'started' | 'disconnected' | 'late') => {
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
    const timer = setTimeout(end, waitMs, 'late');
    queue.push(start);
    res.once('close', leave);
  });
}
