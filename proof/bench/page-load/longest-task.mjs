/* Reads the longest task of a page load from a trace of Chromium, for `measure.mjs`. A newer Chromium may need other `categories`. */

/** Chromium's trace categories with tasks and threads. */
const categories = ['toplevel', 'devtools.timeline', '__metadata'];

/** @typedef {{name: string, pid: number, tid: number, tdur?: number, args: {name?: string}}} TraceEvent */

/** Runs an action on a page. Returns the processor time of the longest task of the main thread, in milliseconds.
 * @param {import('playwright').Page} page @param {() => Promise<void>} action @returns {Promise<number>} */
export async function longestTask(page, action) {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser to trace.');
  await browser.startTracing(page, {categories});
  await action();
  /** @type {{traceEvents: TraceEvent[]}} */
  const {traceEvents} = JSON.parse((await browser.stopTracing()).toString());

  const threadOf = (/** @type {TraceEvent} */ {pid, tid}) => `${pid} ${tid}`;
  const isMain = (/** @type {TraceEvent} */ {name, args}) =>
    name === 'thread_name' && args.name === 'CrRendererMain';
  const mainThreads = new Set(traceEvents.filter(isMain).map(threadOf));
  const tasks = traceEvents.filter(
    event => event.name.endsWith('RunTask') && mainThreads.has(threadOf(event)),
  );
  if (!tasks.length) throw new Error('Chromium reported no task.');
  return Math.max(...tasks.map(({tdur = 0}) => tdur)) / 1000;
}
