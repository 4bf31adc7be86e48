/**
 * @typedef {import('./bundles.mjs').Bundle} Bundle
 * @typedef {import('playwright').JSHandle<typeof import('./page/stage.js')>} Stage The steps of a measurement in a page.
 */

/** Loads the entries and the code without showing the calendar.
 * @param {Stage} stage @param {Bundle} bundle @param {import('./entries.mjs').Scenario} scenario */
export async function prepare(stage, bundle, {name}) {
  await stage.evaluate((page, name) => page.fetchEntries(name), name);
  await loadCode(stage, bundle);
  await stage.evaluate(page => page.convertEntries());
}

/** @param {Stage} stage @param {Bundle} bundle */
export async function loadCode(stage, {scripts, sheets}) {
  const sources = {scripts, sheets};
  await stage.evaluate((page, {scripts, sheets}) => page.loadCode(scripts, sheets), sources);
}
