/**
 * The figures of one page load, for `measure.mjs`: milliseconds, except for the shift. Add a figure here and to `observe`.
 *
 * @typedef {{paint: number, largest: number, shift: number, task: number, blocked: number, ours: number}} Figures
 */

/** Runs in the page before other scripts. Must not use anything outside the function. */
export function observe() {
  const figures = {paint: 0, largest: 0, shift: 0, task: 0, blocked: 0, ours: 0};
  Object.assign(globalThis, {figures});
  /** @param {string} type @param {(entry: any) => void} note */
  const on = (type, note) =>
    new PerformanceObserver(list => list.getEntries().forEach(note)).observe({type, buffered: true});
  on('paint', ({name, startTime}) => {
    if (name === 'first-contentful-paint') figures.paint = startTime;
  });
  on('largest-contentful-paint', ({startTime}) => (figures.largest = startTime));
  on('layout-shift', ({value}) => (figures.shift += value));
  on('longtask', ({duration}) => {
    figures.task = Math.max(figures.task, duration);
    figures.blocked += duration - 50;
  });
  on('long-animation-frame', ({scripts}) => {
    for (const {sourceURL, duration} of scripts) {
      if (sourceURL.includes('/embed/')) figures.ours = Math.max(figures.ours, duration);
    }
  });
}
