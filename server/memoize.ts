/* Caches of computed results, for all folders: `memoize` by object, `cacheFor` for an interval. Add another kind of
 * cache here. Pass `memoize` only objects that never change. */

/** Returns a function that computes once for each object, which must not change, and keeps the result until the object is garbage collected. */
export function memoize<Given extends object, Result>(
  compute: (given: Given) => Result,
): (given: Given) => Result {
  const results = new WeakMap<Given, {readonly result: Result}>();
  return given => {
    let known = results.get(given);
    if (!known) results.set(given, (known = {result: compute(given)}));
    return known.result;
  };
}

/** Returns a function that returns the same promise for an interval in milliseconds, or until the promise settles if that takes longer. */
export function cacheFor<Result>(intervalMs: number, work: () => Promise<Result>): () => Promise<Result> {
  let shared: Promise<Result> | undefined;
  let started = 0;
  let isRunning = false;
  return () => {
    if (shared && (isRunning || performance.now() - started < intervalMs)) return shared;
    started = performance.now();
    isRunning = true;
    shared = work().finally(() => (isRunning = false));
    return shared;
  };
}
