/** Whether each measurement runs once with little data, only to see that it works: `npm run bench -- --small`. */
export const isSmall = process.env.TAVLE_BENCH_SMALL === '1';

/** @param {number} usual @param {number} small */
export function sized(usual, small) {
  return isSmall ? small : usual;
}
