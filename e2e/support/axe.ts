import axe from 'axe-core';
import {expect, type Page} from 'playwright/test';

/** The rules whose outcome depends on colours, and so on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Checks the part of the page in `within` (a selector), as it is now: all of axe's rules on a light page, and those about colours on a
 * dark one too.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  const found: string[] = [];
  for (const [colorScheme, rules] of [
    ['dark', colourRules],
    ['light', undefined],
  ] as const) {
    await page.emulateMedia({colorScheme});
    found.push(
      ...(await page.evaluate(violationsIn, {within, rules})).map(each => `${colorScheme}: ${each}`),
    );
  }
  expect(found).toEqual([]);
}

/** Runs in the page: returns each rule that is broken, with the elements that break it. */
async function violationsIn({
  within,
  rules,
}: {
  within: string;
  rules?: readonly string[] | undefined;
}): Promise<string[]> {
  // Colours that change with the scheme by a transition are judged at its end.
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition) animation.finish();
  const {violations} = await (window as unknown as {axe: typeof axe}).axe.run(within, {
    resultTypes: ['violations'],
    ...(rules && {runOnly: [...rules]}),
  });
  return violations.map(({id, nodes}) => `${id}: ${nodes.map(({html}) => html).join(' ')}`);
}
