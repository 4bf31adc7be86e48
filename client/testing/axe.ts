import axe from 'axe-core';
import {expect} from 'vitest';

/**
 * Fails if axe finds violations of WCAG 2.2 AA or best practices in an element and its content.
 *
 * @param rules The rules to check. Default: all.
 */
export async function expectAccessible(
  element: Element,
  rules: {only?: string[]; without?: string[]} = {},
): Promise<void> {
  renderOffscreen(element);
  // The first two rules apply to whole pages.
  const without = ['region', 'page-has-heading-one', ...(rules.without ?? [])];
  const {violations} = await axe.run(element, {
    rules: {
      // Not enabled by default in axe (WCAG 2.5.8).
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

/** Renders content far outside the window, which the browser would only place by an estimate: axe would report overlaps. */
function renderOffscreen(element: Element): void {
  const root = element.shadowRoot ?? element.getRootNode();
  if (root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(rendersAll)) {
    root.adoptedStyleSheets.push(rendersAll);
  }
}
