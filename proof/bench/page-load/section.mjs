import {atMost, median, show} from '../page/format.mjs';

/** Returns the goals and the values for `section.md`, for `write-page.mjs`. Add a figure that the page needs to `values`.
 * @param {import('../run-one.mjs').Result<typeof import('./measure.mjs').measure>} result @returns {import('../write-page.mjs').Section} */
export function describe({data: {watch, pages}}) {
  const rows = Object.entries(pages).map(([name, all]) => ({
    name,
    paint: median(all.map(load => load.paint)),
    largest: median(all.map(load => load.largest)),
    shift: Math.max(...all.map(load => load.shift)),
    busy: Math.max(...all.map(load => load.busy)),
    quick: all.filter(load => load.task <= maxTaskMs).length,
    loads: all.length,
    task: median(all.map(load => load.task)) || '–',
    blocked: median(all.map(load => load.blocked)),
    ours: median(all.map(load => load.ours)) || '–',
  }));
  const shift = Math.max(...rows.map(row => row.shift));
  const task = Math.max(...rows.map(row => Number(row.task) || 0));
  const busy = Math.max(...rows.map(row => row.busy));
  const noTask = 'Loading a page: no task';
  return {
    title: 'Browser: loading the demo’s pages',
    goals: [
      {
        goal: 'Loading a page: no layout shift from our elements',
        reached: shift ? show(shift, 4) : 'none',
        met: shift === 0,
      },
      atMost(`${noTask} over ${maxTaskMs} ms of processor time, in any load`, busy, maxTaskMs, 0, ' ms'),
      {
        goal: `${noTask} over ${maxTaskMs} ms of elapsed time, in the median load`,
        reached: task ? `${show(task)} ms` : 'none',
        met: task <= maxTaskMs,
      },
    ],
    values: {maxTaskMs, seconds: watch / 1000, rows},
  };
}

/** A task that takes longer is a long task (W3C Long Tasks). */
const maxTaskMs = 50;
