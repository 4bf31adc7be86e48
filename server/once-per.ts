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
