import {show, table} from '../page/format.mjs';
import {median} from '../support/numbers.mjs';

/** @typedef {import('./measure.mjs').Durability} Durability */

const base = 'Redis, `appendfsync everysec`';

/** @param {import('../run-one.mjs').Result<Durability>} result @returns {import('../page/page.mjs').Section} */
export function describe({data: {writers, rates}}) {
  const rounds = rates[base]?.length ?? 0;
  const rows = Object.entries(rates).map(([name, own]) => [
    name,
    ...writers.map((_, column) => {
      const column_ = own.map(round => round[column] ?? NaN);
      const ratios = column_.map((rate, round) => rate / (rates[base]?.[round]?.[column] ?? NaN));
      return `${show(median(column_))} (${show(median(ratios), 2)})`;
    }),
  ]);
  return {
    title: 'Server: the cost of durability',
    charts: [],
    goals: [],
    values: {
      rounds,
      table: table(
        ['Setting', ...writers.map(count => `${count} ${count === 1 ? 'writer' : 'writers'}`)],
        rows,
      ),
    },
  };
}
