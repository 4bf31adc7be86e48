import {atMost, median, show, under} from '../page/format.mjs';

/** Returns the goals and the values for `section.md`, for `write-page.mjs`. Add a figure that the page needs to `values`.
 * @param {import('../run-one.mjs').Result<typeof import('./measure.mjs').measure>} result @returns {import('../write-page.mjs').Section} */
export function describe({data: {companies, readsPerSecond, engines}}) {
  const rows = Object.entries(engines).map(([engine, {seconds, p99}]) => {
    return {engine, seconds: median(seconds), p99, rounds: seconds.length};
  });
  return {
    title: 'Server: delivering while others read',
    goals: rows.flatMap(({engine, seconds, p99}) => {
      const what = `A deadline to ${show(companies)} companies, ${engine}`;
      const max = engine === 'LMDB' ? 0.4 : 1;
      return [
        atMost(`${what}: at most ${show(max, 1)} s`, seconds, max, 2, ' s'),
        under(`${what}: the 99th percentile of other requests under 60 ms`, p99, 60, 0, ' ms'),
      ];
    }),
    values: {companies, readsPerSecond, rows},
  };
}
