/**
 * The steps of a measurement in the page, which `pages.mjs` calls. They must treat all calendars alike.
 *
 * @typedef {import('../entries.mjs').Entry} Entry
 * @typedef {object} Actions
 * @property {() => unknown} showNext Shows the next month.
 * @property {() => unknown} [openEntry] Opens an entry in the calendar's own dialog or popover, if it has one.
 * @typedef {object} Calendar
 * @property {(entries: readonly Entry[]) => unknown} convert Converts entries to the calendar's format.
 * @property {(host: Element, entries: unknown, view: string, day: string, service: string) => Actions} mount
 */

const timeoutMs = 60_000;

/** @type {Calendar} */
let calendar;
/** @type {readonly Entry[]} */
let entries;
/** @type {unknown} */
let converted;
/** @type {Actions} */
let actions;

/** @param {string} scenario */
export async function fetchEntries(scenario) {
  entries = /** @type {Entry[]} */ (await (await fetch(`/entries/${scenario}`)).json());
}

/** @param {{scripts: readonly string[], sheets: readonly string[]}} code The last script exports the calendar. */
export async function loadCode({scripts, sheets}) {
  await Promise.all(sheets.map(loadSheet));
  for (const script of scripts) calendar = await import(script);
}

/** Converts the entries. This is not measured: a host may have its entries in any format. With the source `page`, the page itself responds to
 * requests for deadlines from now on, so that no measured time includes a network or a service.
 * @param {'service' | 'page'} source */
export async function prepareEntries(source) {
  converted = calendar.convert(entries);
  if (source === 'service') return;
  const servicePath = '/service.mjs';
  /** @type {typeof import('../service.mjs')} */
  const {respond} = await import(servicePath);
  globalThis.fetch = async url => new Response(respond(new URL(String(url))));
}

/** Shows the first month. Returns the milliseconds until it is visible.
 * @param {{view: string, day: string, service: string, probeText: string}} parameters `service`: URL of the service with the deadlines.
 *   `probeText`: a text that is visible with the month. */
export function mount({view, day, service, probeText}) {
  const host = /** @type {Element} */ (document.querySelector('#host'));
  return timed(() => {
    actions = calendar.mount(host, converted, view, day, service);
    converted = undefined;
  }, probeText);
}

/** Shows the next month. @param {string} probeText */
export function next(probeText) {
  return timed(actions.showNext, probeText);
}

/** Opens an entry. Returns whether the calendar can open entries. */
export async function openEntry() {
  await actions.openEntry?.();
  return actions.openEntry !== undefined;
}

/** Returns the duration of two empty frames. */
export function emptyFrames() {
  return timed(() => undefined, '');
}

/** Counts the elements in the page's body, including those in open shadow roots. */
export function countElements() {
  return [...walk(document.body)].filter(node => node instanceof Element).length;
}

/** Returns the milliseconds until two frames after `act`, or until the first later frame that shows `probeText`.
 * @param {() => unknown} act @param {string} probeText */
async function timed(act, probeText) {
  await frame();
  const started = performance.now();
  act();
  await frame();
  for (;;) {
    await frame();
    const duration = performance.now() - started;
    if (isVisible(probeText)) return duration;
    if (duration > timeoutMs) throw new Error(`${probeText} is not shown.`);
  }
}

function frame() {
  return new Promise(resolve => requestAnimationFrame(resolve));
}

/** @param {string} text */
function isVisible(text) {
  if (!text) return true;
  for (const node of walk(document.body)) {
    if (node instanceof Text && node.data.includes(text)) return true;
  }
  return false;
}

/** Yields the descendants of a node, including those in open shadow roots.
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
    link.addEventListener('error', () => reject(new Error(`${href} cannot be loaded.`)));
  });
}
