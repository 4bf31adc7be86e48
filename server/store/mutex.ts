/** Runs work under the same key one after the other, within this process. */
export type Mutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

export function createMutex(): Mutex {
  /** When the last work under each key ends; never rejects. */
  const ends = new Map<string, Promise<void>>();

  return (key, work) => {
    const result = ends.get(key)?.then(work) ?? work();
    const release = () => {
      if (ends.get(key) === ended) ends.delete(key);
    };
    const ended: Promise<void> = result.then(release, release);
    ends.set(key, ended);
    return result;
  };
}
