import {show, table} from '../page/format.mjs';
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
  const wait = Math.max(...named.map(([, {waits}]) => median(waits.busy.map(({processor}) => processor))));
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
    text: `
A company's feed has ${show(deadlines)} deadlines to all companies, each with a description of ${show(characters)} characters. A supplier has ${show(variants)} form
variants. The table shows the processor time of the service for a complete response and for a 304.

${table(
  ['Engine', 'response', 'MB', '200, ms', '304, ms'],
  rows.map(({engine, what, bytes, whole, notModified}) => [
    engine,
    what,
    show(bytes / 1e6, 1),
    show(whole),
    show(notModified),
  ]),
)}
The longest time until \`/health/live\` responds, while nothing else happens and while ${polls} companies read their feeds at the same time, and the
processor time of the service's thread in it. The elapsed time includes that of other programs on the machine.

${table(
  ['Engine', 'idle, ms', `${polls} feeds, ms`, 'of it processor, ms'],
  named.map(
    ([
      engine,
      {
        waits: {idle, busy},
      },
    ]) => [
      engine,
      show(median(idle.map(({elapsed}) => elapsed))),
      show(median(busy.map(({elapsed}) => elapsed))),
      show(median(busy.map(({processor}) => processor))),
    ],
  ),
)}
Medians of ${named[0]?.[1].feed.whole.length ?? 0} rounds.
`,
  };
}

/** @param {string} engine @param {string} what @param {Costs} costs */
function rowOf(engine, what, {whole, notModified, bytes}) {
  return {engine, what, bytes, whole: median(whole), notModified: median(notModified)};
}
