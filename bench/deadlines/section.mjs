import {median} from '../support/numbers.mjs';
import {picture, show, times} from '../page/format.mjs';

/** @typedef {import('./measure.mjs').Deadlines} Deadlines */

const max = {read: 1.3, changes: 10};

/** @param {import('../run-one.mjs').Result<Deadlines>} result @returns {import('../page/page.mjs').Section} */
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

  const sizes = [reads[0]?.entries, reads.at(-1)?.entries];
  const readChart = {
    name: 'company-read',
    title: 'Reading a company’s month',
    scale: 'µs of processor, by all entries there are',
    bars: reads
      .filter(({entries}) => sizes.includes(entries))
      .map(({engine, entries, cost, ratio}) => ({
        label: `${engine}, ${show(entries)} entries`,
        value: cost,
        text: `${show(cost)} µs, ${times(ratio)}`,
        own: true,
      })),
  };
  const deliveryChart = {
    name: 'fan-out',
    title: 'Delivering to many companies',
    scale: 'µs for each company, by how many',
    bars: deliveries
      .filter(({companies}) => companies >= 1_000)
      .map(({engine, companies, time, perCompany}) => ({
        label: `${engine}, to ${show(companies)} companies`,
        value: time / companies,
        text: `${show(perCompany, 1)} µs`,
        own: true,
      })),
  };
  const growth = Math.max(...reads.filter(({entries}) => entries === sizes[1]).map(({ratio}) => ratio));
  const changes = Math.max(...broadcasts.map(broadcast => broadcast.changes));
  return {
    title: 'Server: a company’s month, and delivering to many',
    charts: [readChart, deliveryChart],
    goals: [
      {
        goal: `A company's month among ${show(sizes[1] ?? NaN)} entries: at most ${max.read} times its cost among ${show(sizes[0] ?? NaN)}`,
        reached: show(growth, 2),
        met: Number(growth.toFixed(2)) <= max.read,
      },
      {
        goal: `A deadline to all companies: fewer than ${max.changes} changes of the store, regardless of the number of companies`,
        reached: String(changes),
        met: changes < max.changes,
      },
    ],
    values: {
      readPicture: picture(readChart),
      deliveryPicture: picture(deliveryChart),
      ...{turns, reads, deliveries, broadcasts, changes},
      rounds: named[0]?.[1].toAll.seconds.length,
    },
  };
}
