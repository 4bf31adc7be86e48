/** Runs work on the same key one after the other, within this process. */
export type Queue = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Writers that compare and set the same document get in each other's way; in a queue all of them get on. What is right does not
 * depend on it: other processes have queues of their own.
 */
export function createQueue(): Queue {
  const last = new Map<string, Promise<unknown>>();

  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const result = before.then(work, work);
    const ended = result
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === ended) last.delete(key);
      });
    last.set(key, ended);
    return result;
  };
}
