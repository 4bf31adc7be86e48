import axe from 'axe-core';

import {scenarios} from './entries.mjs';

/**
 * @typedef {import('./bundles.mjs').Bundle} Bundle
 * @typedef {{rule: string, impact: string, nodes: number, isAdvice: boolean}} Finding A rule of axe that is broken, and in how many
 *   places; `isAdvice`: it belongs to axe's best practices, not to WCAG.
 */

/** @typedef {{month: Finding[], list?: Finding[]}} Findings `list` where a calendar has one. */

/** Has axe judge each product's views of a year with 1,000 entries; one that is measured in two ways is judged in the first.
 * @param {readonly Bundle[]} bundles @param {import('./pages.mjs').Pages} pages @param {import('../take.mjs').Report} report */
export async function findingsOf(bundles, pages, report) {
  const [scenario] = scenarios;
  if (!scenario) throw new Error('There is nothing to show.');
  /** @type {Record<string, Findings>} */
  const byProduct = {};
  for (const [place, bundle] of bundles.entries()) {
    report('calendars judged by axe', place, bundles.length);
    if (byProduct[bundle.product]) continue;
    byProduct[bundle.product] = {
      month: await pages.judge(bundle, scenario, 'month', judge),
      ...(bundle.hasList && {list: await pages.judge(bundle, scenario, 'list', judge)}),
    };
  }
  return {version: axe.version, byProduct};
}

/** @param {import('playwright').Page} page @returns {Promise<Finding[]>} */
async function judge(page) {
  await page.evaluate(axe.source);
  /** @type {import('axe-core').AxeResults} */
  const {violations} = await page.evaluate('axe.run()');
  return violations.map(({id, impact, nodes, tags}) => ({
    rule: id,
    impact: impact ?? 'unknown',
    nodes: nodes.length,
    isAdvice: tags.includes('best-practice'),
  }));
}
