/** @typedef {import('../support/store.mjs').Store} Store */

/** Counts the changes of the store that `work` makes.
 * @param {Store} store @param {(counted: Store) => Promise<unknown>} work */
export async function countChanges(store, work) {
  let changes = 0;
  const counting = new Proxy(store, {
    get(target, name) {
      const method = target[/** @type {Exclude<keyof Store, 'contents'>} */ (name)];
      return (/** @type {unknown[]} */ ...parameters) => {
        if (name === 'addEntries' || name === 'removeEntries') {
          changes += /** @type {unknown[]} */ (parameters[0]).length;
        } else if (name === 'write' || name === 'remove' || name === 'next') {
          changes += 1;
        }
        return Reflect.apply(method, target, parameters);
      };
    },
  });
  await work(counting);
  return changes;
}
