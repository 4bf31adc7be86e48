import {atMost, median, show} from '../page/format.mjs';

/** Returns the goals and the values for `section.md`, for `write-page.mjs`. Add a figure that the page needs to `values`.
 * @param {import('../run-one.mjs').Result<typeof import('./measure.mjs').measure>} result @returns {import('../write-page.mjs').Section} */
export function describe({data: {engines, ...data}}) {
  const {deadlines, polls, variants} = data;
  const named = Object.entries(engines);
  const rows = named.flatMap(([engine, {feed, list}]) =>
    Object.entries({
      [`feed of ${show(deadlines)} deadlines`]: feed,
      [`list of ${show(variants)} variants`]: list,
    }).map(([what, {whole, notModified, bytes}]) => ({
      ...{engine, what, bytes},
      whole: median(whole),
      notModified: median(notModified),
    })),
  );
  const waits = named.map(([engine, {waits}]) => ({
    engine,
    idle: median(waits.idle.map(({elapsed}) => elapsed)),
    busy: median(waits.busy.map(({elapsed}) => elapsed)),
    processor: median(waits.busy.map(({processor}) => processor)),
  }));
  const share = Math.max(...rows.map(({whole, notModified}) => notModified / whole)) * 100;
  const wait = Math.max(...waits.map(({processor}) => processor));
  const other = `Another request while ${polls} companies read long feeds`;
  return {
    title: 'Server: long lists and feeds',
    goals: [
      atMost('A 304 of a long list or feed: at most 35 % of the processor time of a 200', share, 35, 0, ' %'),
      atMost(`${other}: at most 100 ms of processor time before its response`, wait, 100, 0, ' ms'),
    ],
    values: {...data, rows, waits, rounds: engines.LMDB.feed.whole.length},
  };
}
