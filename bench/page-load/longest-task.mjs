/** The events of Chromium's tracing about tasks and threads. */
const categories = ['toplevel', 'devtools.timeline', '__metadata'];

/** @typedef {{name: string, pid: number, tid: number, tdur?: number, args: {name?: string}}} TraceEvent */

/** Does something with a page, and returns the processor time of the longest task of its main thread during that, in milliseconds.
 * @param {import('playwright').Page} page @param {() => Promise<void>} action @returns {Promise<number>} */
export async function longestTask(page, action) {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser that could be traced.');
  await browser.startTracing(page, {categories});
  await action();
  /** @type {{traceEvents: TraceEvent[]}} */
  const {traceEvents} = JSON.parse((await browser.stopTracing()).toString());

  const place = (/** @type {TraceEvent} */ {pid, tid}) => `${pid} ${tid}`;
  const isMain = (/** @type {TraceEvent} */ {name, args}) =>
    name === 'thread_name' && args.name === 'CrRendererMain';
  const mainThreads = new Set(traceEvents.filter(isMain).map(place));
  const tasks = traceEvents.filter(event => event.name.endsWith('RunTask') && mainThreads.has(place(event)));
  if (!tasks.length) throw new Error('Chromium reported no task.');
  return Math.max(...tasks.map(({tdur = 0}) => tdur)) / 1000;
}
