import {atMost, median, range, show, table} from '../page/format.mjs';

/** The operations, with their maximum ratios to bare Koa on the same engine. */
const parts = /** @type {const} */ ([
  {part: 'read', title: 'Reading the states of eight apps', max: {Redis: 0.9, LMDB: 0.95}},
  {part: 'change', title: 'Turning one app on, durably', max: {Redis: 1.3, LMDB: 1.3}},
  {part: 'month', title: 'Reading a month of 20 deadlines', max: {Redis: 1.3, LMDB: 1.3}},
]);

/** Returns the goals and the values for `section.md`, for `write-page.mjs`. Add a figure that the page needs to `values`.
 * @param {import('../run-one.mjs').Result<typeof import('./measure.mjs').measure>} result @returns {import('../write-page.mjs').Section} */
export function describe({tools, data}) {
  const measured = parts.map(({part, title, max}) => {
    const servers = compare(data[part]);
    const rows = servers.map(({name, all, cost, ratio}) => [
      name,
      show(cost, 1),
      range(all, 1),
      show(ratio, 2),
    ]);
    const costs = table(['Server', 'µs per request', 'range', 'ratio'], rows);
    const goals = servers
      .filter(({name}) => name.startsWith('Tavle'))
      .map(({name, ratio}) => {
        const most = name.endsWith('Redis') ? max.Redis : max.LMDB;
        return atMost(
          `${title}: ${name} takes at most ${show(most, 2)} times bare Koa’s time`,
          ratio,
          most,
          2,
        );
      });
    return {goals, text: `\n### ${title}\n\n<!-- chart: "µs per request" by "Server" -->\n\n${costs}`};
  });
  return {
    title: 'Server: requests',
    goals: measured.flatMap(({goals}) => goals),
    values: {
      ...data,
      tools,
      sections: measured.map(({text}) => text).join(''),
      rounds: data.month['bare Koa on Redis']?.length,
    },
  };
}

/** @param {Record<string, number[]>} costs */
function compare(costs) {
  return Object.entries(costs).map(([name, all]) => {
    const base = costs[name.includes('LMDB') ? 'bare Koa on LMDB' : 'bare Koa on Redis'] ?? [];
    const cost = median(all);
    return {name, all, cost, ratio: cost / median(base)};
  });
}
