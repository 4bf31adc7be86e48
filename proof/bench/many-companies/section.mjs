import {atMost, median, show} from '../page/format.mjs';

/** Returns the goals and the values for `section.md`, for `write-page.mjs`. Add a figure that the page needs to `values`.
 * @param {import('../run-one.mjs').Result<typeof import('./measure.mjs').measure>} result @returns {import('../write-page.mjs').Section} */
export function describe({data: {engines, ...data}}) {
  const {companies, deadlines, sharedBy} = data;
  const named = Object.entries(engines);
  const rowsOf = (/** @type {'month' | 'feed'} */ what) =>
    named.map(
      ([
        engine,
        {
          [what]: {bytes, rounds},
        },
      ]) => {
        const middle = (/** @type {keyof (typeof rounds)[number]} */ figure) =>
          median(rounds.map(round => round[figure]));
        const idle = middle('idle');
        const [whole, notModified] = [middle('whole') - idle, middle('notModified') - idle];
        return {engine, what, bytes, whole, notModified, turn: middle('turn')};
      },
    );
  const [month, feed] = [rowsOf('month'), rowsOf('feed')];
  const ones = named.map(([engine, {one}]) => {
    const ratios = one.shared.map((cost, round) => cost / (one.own[round] ?? NaN));
    return {engine, shared: median(one.shared), own: median(one.own), ratio: median(ratios)};
  });
  const highest = (/** @type {number[]} */ ...values) => Math.max(...values);
  const many = `${show(companies)} companies`;
  return {
    title: 'Server: a person with many companies',
    goals: [
      atMost(`A month of ${many}: at most 80 ms`, highest(...month.map(row => row.whole)), 80, 0, ' ms'),
      atMost(
        `A month of ${many}: the longest turn at most 10 ms`,
        highest(...month.map(row => row.turn)),
        10,
        0,
        ' ms',
      ),
      atMost(
        'A month of a person with one company: `/calendar/1/mine/frister` takes at most 1.1 times the processor time of `/calendar/1/virksomheder/{cvr}/frister`',
        highest(...ones.map(({ratio}) => ratio)),
        1.1,
        1,
      ),
      atMost(`A feed of ${many}: at most 100 ms`, highest(...feed.map(row => row.whole)), 100, 0, ' ms'),
      atMost(
        `A 304 of the feed of ${many}: at most 5 ms`,
        highest(...feed.map(row => row.notModified)),
        5,
        0,
        ' ms',
      ),
    ],
    values: {
      ...{...data, ones, rows: [...month, ...feed], rounds: engines.LMDB.month.rounds.length},
      perCompany: deadlines.own + deadlines.shared,
      all: deadlines.toAll + companies * (deadlines.own + deadlines.shared / sharedBy),
    },
  };
}
