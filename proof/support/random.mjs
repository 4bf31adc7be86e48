/** Returns a seeded generator of numbers from 0 to 1 (mulberry32), for `damage.mjs` and `mutations.mjs`. It returns the same numbers for the same seed.
 * @param {number} seed */
export function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
