/** Runs work under the same key one after the other, within this process. */
export type Mutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

export function createMutex(): Mutex {
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
