import axe from 'axe-core';
import {expect, type Page} from 'playwright/test';

/** The rules whose outcome depends on colours, and so on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Checks the part of the page in `within` (a selector), as it is now: all of axe's rules on a light page, and those about colours on a
 * dark one too.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  await expectNoViolations(page, 'dark', within, {runOnly: colourRules});
  await expectNoViolations(page, 'light', within);
}

/** Checks the part of a page in another language, whose colours are those of the page that {@link expectAccessible} checked. */
export async function expectAccessibleTexts(page: Page, within = 'html'): Promise<void> {
  const rules = Object.fromEntries(colourRules.map(id => [id, {enabled: false}]));
  await expectNoViolations(page, 'light', within, {rules});
}

async function expectNoViolations(
  page: Page,
  colorScheme: 'dark' | 'light',
  within: string,
  options: axe.RunOptions = {},
): Promise<void> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  await page.emulateMedia({colorScheme});
  const found = await page.evaluate(violationsIn, {within, options});
  expect(found, colorScheme).toEqual([]);
}

/** Runs in the page: returns each rule that is broken, with the elements that break it. */
async function violationsIn({within, options}: {within: string; options: axe.RunOptions}): Promise<string[]> {
  // Colours that change with the scheme by a transition are judged at its end.
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition) animation.finish();
  const {violations} = await (window as unknown as {axe: typeof axe}).axe.run(within, {
    resultTypes: ['violations'],
    ...options,
  });
  return violations.map(({id, nodes}) => `${id}: ${nodes.map(({html}) => html).join(' ')}`);
}
