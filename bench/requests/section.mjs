import {picture, range, show, table, times} from '../page/format.mjs';
import {median} from '../support/numbers.mjs';

/**
 * @typedef {import('./measure.mjs').Costs} Costs
 * @typedef {import('./measure.mjs').Requests} Requests
 */

/** Maximum ratios to bare Koa on the same engine. */
const max = {read: 0.9, change: 1.3, month: 1.5};

const titles = {
  read: 'Reading the states of eight apps',
  change: 'Turning one app on, durably',
  month: 'Reading a month of 20 deadlines',
};

const parts = /** @type {const} */ (['read', 'change', 'month']);

/** @param {import('../run-one.mjs').Result<Requests>} result @returns {import('../page/page.mjs').Section} */
export function describe({tools, data}) {
  const measured = parts.map(part => ({part, servers: compare(data[part])}));
  const charts = measured.map(({part, servers}) => ({
    name: `requests-${part}`,
    title: titles[part],
    scale: 'µs of processor, and times bare Koa',
    bars: servers.map(({name, cost, ratio}) => ({
      label: name,
      value: cost,
      text: `${show(cost)} µs, ${times(ratio)}`,
      own: name.startsWith('Tavle'),
    })),
  }));
  const sections = measured.map(
    ({part, servers}, index) => `
### ${titles[part]}

${charts[index] ? picture(charts[index]) : ''}
${table(
  ['Server', 'µs per request', 'range', 'ratio'],
  servers.map(({name, all, cost, ratio}) => [name, show(cost, 1), range(all, 1), show(ratio, 2)]),
)}`,
  );
  return {
    title: 'Server: requests',
    charts,
    goals: measured.flatMap(({part, servers}) =>
      servers
        .filter(({name}) => name.startsWith('Tavle') && !name.includes('audit'))
        .map(({name, ratio}) => ({
          goal: `${titles[part]}: ${name} takes at most ${show(max[part], 2)} times bare Koa`,
          reached: show(ratio, 2),
          // Rounded to the two digits that are shown.
          met: Number(ratio.toFixed(2)) <= max[part],
        })),
    ),
    values: {
      ...data,
      tools,
      sections: sections.join(''),
      rounds: data.read['bare Koa on Redis']?.length,
    },
  };
}

/** @param {Costs} costs */
function compare(costs) {
  return Object.entries(costs).map(([name, all]) => {
    const base = costs[name.includes('LMDB') ? 'bare Koa on LMDB' : 'bare Koa on Redis'] ?? [];
    const cost = median(all);
    return {name, all, cost, ratio: cost / median(base)};
  });
}
