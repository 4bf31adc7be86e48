import {fileURLToPath} from 'node:url';

import type axe from 'axe-core';
import {expect, type Page} from 'playwright/test';

/* Accessibility checks by axe-core of whole pages, for the end-to-end tests. `client/testing/axe.ts` checks single
 * elements. */

/** Runs axe's script in each page that is opened later. Call it before {@link expectAccessible} and {@link expectContrast}. */
export const addAxe = (page: Page) =>
  page.addInitScript({path: fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))});

/** The rules that depend on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Fails if axe finds violations in the part of the page in `within` (a selector). Checks all rules in light colours, and the rules about colours
 * in dark colours as well.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  await expectNoViolations(page, 'dark', within, {runOnly: colourRules});
  await expectNoViolations(page, 'light', within);
}

/** Checks only the colours of a page, in a colour scheme. For pages whose markup is not part of this project, such as Swagger UI. */
export const expectContrast = (page: Page, scheme: 'dark' | 'light') =>
  expectNoViolations(page, scheme, 'html', {runOnly: colourRules});

async function expectNoViolations(
  page: Page,
  colorScheme: 'dark' | 'light',
  within: string,
  options: axe.RunOptions = {},
): Promise<void> {
  await page.emulateMedia({colorScheme});
  const found = await page.evaluate(violationsIn, {within, options});
  expect(found, colorScheme).toEqual([]);
}

/** Runs in the page: returns the violated rules with their elements. */
async function violationsIn({within, options}: {within: string; options: axe.RunOptions}): Promise<string[]> {
  // Waits for the end of transitions between colours.
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition) animation.finish();
  const {violations} = await (window as unknown as {axe: typeof axe}).axe.run(within, {
    resultTypes: ['violations'],
    ...options,
  });
  return violations.map(({id, nodes}) => `${id}: ${nodes.map(({html}) => html).join(' ')}`);
}
