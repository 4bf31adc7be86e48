import axe from 'axe-core';
import {expect} from 'vitest';

/**
 * Fails with what axe finds wrong with an element and all that it shows, by the rules of WCAG 2.2 AA and good practice.
 *
 * @param only The rules to check. Default: all.
 */
export async function expectAccessible(element: Element, only?: readonly string[]): Promise<void> {
  const {violations} = await axe.run(element, {
    // These speak of whole pages.
    rules: {region: {enabled: false}, 'page-has-heading-one': {enabled: false}},
    ...(only && {runOnly: [...only]}),
  });
  const found = violations.map(({id, nodes}) => `${id}: ${nodes.map(node => node.html).join(' ')}`);
  expect(found).toEqual([]);
}
