import axe from 'axe-core';

import {scenarios} from './entries.mjs';

/**
 * @typedef {import('./bundles.mjs').Bundle} Bundle
 * @typedef {{rule: string, impact: string, nodes: number, isAdvice: boolean}} Finding A broken rule of axe and its number of nodes.
 *   `isAdvice`: a best practice of axe, not a rule of WCAG.
 */

/** @typedef {{month: Finding[], list?: Finding[]}} Findings */

/** Runs axe on the views of each product with 1,000 entries in a year. Uses the first bundle of a product.
 * @param {readonly Bundle[]} bundles @param {import('./pages.mjs').Pages} pages @param {import('../run-one.mjs').Report} report */
export async function findingsOf(bundles, pages, report) {
  const [scenario] = scenarios;
  if (!scenario) throw new Error('There is nothing to show.');
  /** @type {Record<string, Findings>} */
  const byProduct = {};
  for (const [index, bundle] of bundles.entries()) {
    report('calendars checked by axe', index, bundles.length);
    if (byProduct[bundle.product]) continue;
    byProduct[bundle.product] = {
      month: await pages.withView(bundle, scenario, 'month', runAxe),
      ...(bundle.hasList && {list: await pages.withView(bundle, scenario, 'list', runAxe)}),
    };
  }
  return {version: axe.version, byProduct};
}

/** @param {import('playwright').Page} page @returns {Promise<Finding[]>} */
async function runAxe(page) {
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
