import {expect, type Locator, type Page} from 'playwright/test';

/** Presses Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const hasFocus = () =>
    target.evaluate(element => (element.getRootNode() as Document | ShadowRoot).activeElement === element);
  for (let press = 0; press < 60 && !(await hasFocus()); press += 1) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}
