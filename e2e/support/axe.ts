import {AxeBuilder} from '@axe-core/playwright';
import {expect, type Page} from 'playwright/test';

/** The part of the page in `within` (a selector), as it is now, breaks none of axe's rules. */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  const {violations} = await new AxeBuilder({page}).include(within).analyze();
  expect(violations.map(({id, nodes}) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual([]);
}
