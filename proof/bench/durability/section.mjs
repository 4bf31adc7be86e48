import {median, show, table} from '../page/format.mjs';

const base = 'Redis, `appendfsync everysec`';

/** Returns the goals and the values for `section.md`, for `write-page.mjs`. Add a figure that the page needs to `values`.
 * @param {import('../run-one.mjs').Result<typeof import('./measure.mjs').measure>} result @returns {import('../write-page.mjs').Section} */
export function describe({data: {writers, rates}}) {
  const rows = Object.entries(rates).map(([name, own]) => [
    name,
    ...writers.map((_, column) => {
      const all = own.map(round => round[column] ?? NaN);
      const ratios = all.map((rate, round) => rate / (rates[base][round]?.[column] ?? NaN));
      return `${show(median(all))} (${show(median(ratios), 2)})`;
    }),
  ]);
  const head = writers.map(count => `${count} ${count === 1 ? 'writer' : 'writers'}`);
  return {
    title: 'Server: the cost of durability',
    goals: [],
    values: {rounds: rates[base].length, table: table(['Setting', ...head], rows)},
  };
}
