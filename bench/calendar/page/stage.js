/**
 * What the page does on behalf of the measurement, step by step.
 *
 * @typedef {import('../entries.mjs').Entry} Entry
 * @typedef {() => unknown} Turn Goes to the next month.
 * @typedef {object} Calendar
 * @property {(entries: readonly Entry[]) => unknown} shape Puts entries into the calendar's own words.
 * @property {(host: Element, entries: unknown, view: string, day: string, service: string) => Turn | Promise<Turn>} mount
 */

/** How long something may take to show, in milliseconds. */
const patience = 60_000;

/** @type {Calendar} */
let calendar;
/** @type {readonly Entry[]} */
let entries;
/** @type {unknown} */
let shaped;
/** @type {Turn} */
let turn;

/** @param {string} scenario */
export async function fetchEntries(scenario) {
  entries = /** @type {Entry[]} */ (await (await fetch(`/entries/${scenario}`)).json());
}

/** @param {readonly string[]} scripts The last one is the calendar's own. @param {readonly string[]} sheets */
export async function loadCode(scripts, sheets) {
  await Promise.all(sheets.map(loadSheet));
  for (const script of scripts) calendar = await import(script);
}

/** Not a part of what is measured: a host may have its entries in any words. */
export function shapeEntries() {
  shaped = calendar.shape(entries);
}

/**
 * Shows the first month, and gives the milliseconds until it is seen.
 *
 * @param {string} view @param {string} day @param {string} service Where the deadlines can be read.
 * @param {string} mark A text that is seen when the calendar is.
 */
export function mount(view, day, service, mark) {
  const host = /** @type {Element} */ (document.querySelector('#host'));
  return timed(async () => {
    turn = await calendar.mount(host, shaped, view, day, service);
    shaped = undefined;
  }, mark);
}

/** Shows the next month. @param {string} mark */
export function next(mark) {
  return timed(turn, mark);
}

/** What two frames take, when nothing is done. */
export function nothing() {
  return timed(() => undefined, '');
}

/** Elements in the page's body, those in open shadow roots as well. */
export function countElements() {
  return [...walk(document.body)].filter(node => node instanceof Element).length;
}

/** Until two frames after the calendar is done, and as many more as it needs to show `mark`.
 * @param {() => unknown} act @param {string} mark */
async function timed(act, mark) {
  await frame();
  const started = performance.now();
  await act();
  await frame();
  for (;;) {
    await frame();
    const took = performance.now() - started;
    if (isSeen(mark)) return took;
    if (took > patience) throw new Error(`${mark} is not shown.`);
  }
}

function frame() {
  return new Promise(resolve => requestAnimationFrame(resolve));
}

/** @param {string} text */
function isSeen(text) {
  if (!text) return true;
  for (const node of walk(document.body)) {
    if (node instanceof Text && node.data.includes(text)) return true;
  }
  return false;
}

/** All that is below a node, open shadow roots as well.
 * @param {Node} parent @returns {Generator<Node>} */
function* walk(parent) {
  for (const node of parent.childNodes) {
    yield node;
    yield* walk(node);
    if (node instanceof Element && node.shadowRoot) yield* walk(node.shadowRoot);
  }
}

/** @param {string} href */
function loadSheet(href) {
  const link = Object.assign(document.createElement('link'), {rel: 'stylesheet', href});
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => reject(new Error(`${href} can't be loaded.`)));
  });
}
