import axe from 'axe-core';
import {expect} from 'vitest';

/**
 * Fails if axe finds violations of WCAG 2.2 AA or best practices in an element and its content. For the tests of elements and themes. Exclude a
 * rule here only with a reason.
 *
 * @param only The rules to check. Default: all.
 */
export async function expectAccessible(element: Element, only?: string[]): Promise<void> {
  renderOffscreen(element);
  const {violations} = await axe.run(element, {
    resultTypes: ['violations'],
    rules: {
      // These rules apply to whole pages.
      region: {enabled: false},
      'page-has-heading-one': {enabled: false},
      // Not enabled by default in axe (WCAG 2.5.8).
      ...(!only && {'target-size': {enabled: true}}),
    },
    ...(only && {runOnly: only}),
  });
  const found = violations.map(({id, nodes}) => `${id}: ${nodes.map(node => node.html).join(' ')}`);
  expect(found).toEqual([]);
}

const rendersAll = new CSSStyleSheet();
rendersAll.replaceSync('* { content-visibility: visible !important; }');

/** Renders content far outside the window. The browser would only estimate its layout, and axe would report overlaps. */
function renderOffscreen(element: Element): void {
  const root = element.shadowRoot ?? element.getRootNode();
  if (root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(rendersAll)) {
    root.adoptedStyleSheets.push(rendersAll);
  }
}
