import {medianOf, show, table} from '../page/format.mjs';

/** @typedef {import('./measure.mjs').PageLoad} PageLoad */

/** Above this, a task is a long task (W3C Long Tasks). */
const maxTaskMs = 50;

/** @param {import('../run-one.mjs').Result<PageLoad>} result @returns {import('../page/page.mjs').Section} */
export function describe({data: {watch, pages}}) {
  const all = Object.entries(pages);
  const shift = Math.max(...all.flatMap(([, loads]) => loads.map(load => load.shift)));
  const busy = Math.max(...all.flatMap(([, loads]) => loads.map(load => load.busy)));
  const task = Math.max(...all.map(([, loads]) => medianOf(loads, load => load.task)));
  return {
    title: 'Browser: loading the demo’s pages',
    charts: [],
    goals: [
      {
        goal: 'Loading a page: no layout shift from our elements',
        reached: shift ? show(shift, 4) : 'none',
        met: shift === 0,
      },
      {
        goal: `Loading a page: no task takes more than ${maxTaskMs} ms of processor time, in any load`,
        reached: `${show(busy)} ms`,
        met: busy <= maxTaskMs,
      },
      {
        goal: `Loading a page: no task over ${maxTaskMs} ms of elapsed time, in the median load`,
        reached: task ? `${show(task)} ms` : 'none',
        met: task <= maxTaskMs,
      },
    ],
    text: `
The window has 1280 × 900 pixels and an empty cache. Tasks include the browser's layout and painting of the whole page; "our script" is the code from
\`/embed/\`. Unless stated otherwise, times are elapsed times, which include other load of the machine, such as other processes of the browser and the
service. A dash means that the browser reported none, since it was at most ${maxTaskMs} ms, or in a frame of at most ${maxTaskMs} ms.
Processor time is from a separate load with Chromium's tracing.

${table(
  [
    'Page',
    'first paint, ms',
    'largest paint, ms',
    'layout shift, worst',
    'longest task, ms of processor, worst',
    'loads without a long task',
    'longest task, ms',
    'blocked, ms',
    'longest run of our script, ms',
  ],
  all.map(([name, loads]) => [
    name,
    show(medianOf(loads, load => load.paint)),
    show(medianOf(loads, load => load.largest)),
    show(Math.max(...loads.map(load => load.shift)), 4),
    show(Math.max(...loads.map(load => load.busy))),
    `${loads.filter(load => load.task <= maxTaskMs).length} of ${loads.length}`,
    format(medianOf(loads, load => load.task)),
    show(medianOf(loads, load => load.blocked)),
    format(medianOf(loads, load => load.ours)),
  ]),
)}
Unless stated otherwise, medians of ${all[0]?.[1].length ?? 0} loads in turns, each observed for ${watch / 1000} s after loading.
`,
  };
}

/** @param {number} milliseconds */
function format(milliseconds) {
  return milliseconds ? show(milliseconds) : '–';
}
