import axe from 'axe-core';
import {expect} from 'vitest';

/**
 * Fails with what axe finds wrong with an element and all that it shows, by the rules of WCAG 2.2 AA and good practice.
 *
 * @param rules Which rules to check. Default: all.
 */
export async function expectAccessible(
  element: Element,
  rules: {only?: string[]; without?: string[]} = {},
): Promise<void> {
  renderOffscreen(element);
  // The first two speak of whole pages.
  const without = ['region', 'page-has-heading-one', ...(rules.without ?? [])];
  const {violations} = await axe.run(element, {
    rules: {
      // Not among the default rules of axe (WCAG 2.5.8).
      ...(!rules.only && {'target-size': {enabled: true}}),
      ...Object.fromEntries(without.map(id => [id, {enabled: false}])),
    },
    ...(rules.only && {runOnly: rules.only}),
  });
  const found = violations.map(({id, nodes}) => `${id}: ${nodes.map(node => node.html).join(' ')}`);
  expect(found).toEqual([]);
}

const rendersAll = new CSSStyleSheet();
rendersAll.replaceSync('* { content-visibility: visible !important; }');

/** The browser skips content far outside the window, and places it by an estimate; axe would take overlapping estimates for the layout. */
function renderOffscreen({shadowRoot}: Element): void {
  if (shadowRoot && !shadowRoot.adoptedStyleSheets.includes(rendersAll)) {
    shadowRoot.adoptedStyleSheets.push(rendersAll);
  }
}
