/** Makes a function remember what it returns for an object, for as long as that object is in use. */
export function oncePer<Given extends object, Result>(
  compute: (given: Given) => Result,
): (given: Given) => Result {
  const results = new WeakMap<Given, {readonly result: Result}>();
  return given => {
    let known = results.get(given);
    if (!known) results.set(given, (known = {result: compute(given)}));
    return known.result;
  };
}

/** Makes a function remember what it returned last, and for which object. */
export function rememberLast<Given extends object, Result>(
  compute: (given: Given) => Result,
): (given: Given) => Result {
  let last: {readonly given: Given; readonly result: Result} | undefined;
  return given => {
    if (last?.given !== given) last = {given, result: compute(given)};
    return last.result;
  };
}

/** Makes a function return what it returned last for an interval, in milliseconds, and while that is not settled. */
export function shareFor<Result>(intervalMs: number, work: () => Promise<Result>): () => Promise<Result> {
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
