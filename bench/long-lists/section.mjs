import {medianOf, show} from '../page/format.mjs';
import {median} from '../support/numbers.mjs';

/** @typedef {import('./measure.mjs').LongLists} LongLists */
/** @typedef {import('./measure.mjs').Costs} Costs */

/** A 304 may cost this part of a 200. */
const maxShare = 0.35;
/** In milliseconds. */
const maxWait = 100;

/** @param {import('../run-one.mjs').Result<LongLists>} result @returns {import('../page/page.mjs').Section} */
export function describe({data: {deadlines, characters, polls, variants, engines}}) {
  const named = Object.entries(engines);
  const rows = named.flatMap(([engine, {feed, list}]) => [
    rowOf(engine, `feed of ${show(deadlines)} deadlines`, feed),
    rowOf(engine, `list of ${show(variants)} variants`, list),
  ]);
  const share = Math.max(...rows.map(({whole, notModified}) => notModified / whole));
  const waits = named.map(([engine, {waits: measured}]) => ({
    engine,
    idle: medianOf(measured.idle, ({elapsed}) => elapsed),
    busy: medianOf(measured.busy, ({elapsed}) => elapsed),
    processor: medianOf(measured.busy, ({processor}) => processor),
  }));
  const wait = Math.max(...waits.map(({processor}) => processor));
  return {
    title: 'Server: long lists and feeds',
    charts: [],
    goals: [
      {
        goal: `A 304 of a long list or feed: at most ${show(maxShare * 100)} % of the processor time of a 200`,
        reached: `${show(share * 100)} %`,
        met: share <= maxShare,
      },
      {
        goal: `Another request while ${polls} companies read long feeds: at most ${maxWait} ms of processor time before its response`,
        reached: `${show(wait)} ms`,
        met: wait <= maxWait,
      },
    ],
    values: {deadlines, characters, polls, variants, rows, waits, rounds: named[0]?.[1].feed.whole.length},
  };
}

/** @param {string} engine @param {string} what @param {Costs} costs */
function rowOf(engine, what, {whole, notModified, bytes}) {
  return {engine, what, bytes, whole: median(whole), notModified: median(notModified)};
}
