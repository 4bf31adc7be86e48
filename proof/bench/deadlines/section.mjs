import {atMost, median, show, under} from '../page/format.mjs';

/** Returns the goals and the values for `section.md`, for `write-page.mjs`. Add a figure that the page needs to `values`.
 * @param {import('../run-one.mjs').Result<typeof import('./measure.mjs').measure>} result @returns {import('../write-page.mjs').Section} */
export function describe({data: {turns, engines}}) {
  const named = Object.entries(engines);
  const reads = named.flatMap(([engine, figures]) => {
    const smallest = median(figures.reads[0]?.costs ?? []);
    return figures.reads.map(({entries, costs}) => {
      const cost = median(costs);
      return {engine, entries, cost, ratio: cost / smallest, rounds: costs.length};
    });
  });
  const deliveries = named.flatMap(([engine, figures]) =>
    figures.deliveries.map(({companies, seconds}) => {
      const time = median(seconds) * 1000;
      return {engine, companies, time, perCompany: (time * 1000) / companies};
    }),
  );
  const broadcasts = named.map(([engine, {toAll}]) => ({
    engine,
    time: median(toAll.seconds) * 1000,
    changes: toAll.changes,
  }));

  const [few = NaN, many = NaN] = [reads[0]?.entries, reads.at(-1)?.entries];
  const growth = Math.max(...reads.filter(({entries}) => entries === many).map(({ratio}) => ratio));
  const changes = Math.max(...broadcasts.map(broadcast => broadcast.changes));
  const month = `A company's month among ${show(many)} entries: at most 1.3 times its cost among ${show(few)}`;
  const toAll = 'A deadline to all companies: fewer than 10 changes of the store';
  return {
    title: 'Server: a company’s month, and delivering to many',
    goals: [atMost(month, growth, 1.3, 2), under(toAll, changes, 10)],
    values: {
      ...{turns, reads, deliveries, broadcasts},
      rounds: engines.LMDB.toAll.seconds.length,
    },
  };
}
