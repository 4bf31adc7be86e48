import {atMost, median, show} from '../page/format.mjs';

/** A 304 may cost this part of a 200, in percent. */
const maxShare = 35;
/** In milliseconds. */
const maxWait = 100;

/** @param {import('../run-one.mjs').Result<typeof import('./measure.mjs').measure>} result @returns {import('../write-page.mjs').Section} */
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
  return {
    title: 'Server: long lists and feeds',
    goals: [
      atMost(
        `A 304 of a long list or feed: at most ${maxShare} % of the processor time of a 200`,
        Math.max(...rows.map(({whole, notModified}) => notModified / whole)) * 100,
        maxShare,
        0,
        ' %',
      ),
      atMost(
        `Another request while ${polls} companies read long feeds: at most ${maxWait} ms of processor time before its response`,
        Math.max(...waits.map(({processor}) => processor)),
        maxWait,
        0,
        ' ms',
      ),
    ],
    values: {...data, rows, waits, rounds: engines.LMDB.feed.whole.length},
  };
}
