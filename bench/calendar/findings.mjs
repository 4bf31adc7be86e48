import axe from 'axe-core';

import {report} from '../support/progress.mjs';

/** @typedef {{rule: string, impact: string, nodes: number, isAdvice: boolean}} Finding A broken rule of axe and its number of nodes.
 *   `isAdvice`: a best practice of axe, not a rule of WCAG. */

/** @typedef {{month: Finding[], list?: Finding[]}} Findings */

/** Runs axe on the views of each calendar with 1,000 entries in a year.
 * @param {readonly import('./bundles.mjs').Bundle[]} bundles @param {import('./pages.mjs').Pages} pages */
export async function findingsOf(bundles, pages) {
  /** @type {Record<string, Findings>} */
  const findings = {};
  for (const [index, bundle] of bundles.entries()) {
    report('calendars checked by axe', index, bundles.length);
    findings[bundle.name] = {
      month: await pages.show(bundle, 'month', runAxe),
      ...(bundle.hasList && {list: await pages.show(bundle, 'list', runAxe)}),
    };
  }
  return {version: axe.version, findings};
}

/** @param {{page: import('playwright').Page}} shown @returns {Promise<Finding[]>} */
async function runAxe({page}) {
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
