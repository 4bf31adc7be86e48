import type {Browser, Page} from 'playwright/test';

import {expect, test} from './support/test.ts';

const appSwitch = (page: Page, name: string) => page.getByRole('switch', {name, exact: true});

/** Resolves when the next change is stored. */
const stored = (page: Page) => page.waitForResponse(response => response.request().method() === 'PUT');

/** Opens the demo in a new browser context. */
async function openBrowser(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  await expect(appSwitch(page, 'Frister')).toBeVisible();
  return page;
}

test('a change in one browser is visible in another one after a reload', async ({browser, demo: {url}}) => {
  const desk = await openBrowser(browser, url);
  const phone = await openBrowser(browser, url);
  await expect(appSwitch(phone, 'Frister')).toBeChecked();

  const saved = stored(desk);
  await appSwitch(desk, 'Frister').click();
  await saved;
  await phone.reload();
  await expect(appSwitch(phone, 'Frister')).not.toBeChecked();
});

test('two people never see each other’s state', async ({browser, demo: {url}}) => {
  const anna = await openBrowser(browser, url);
  const bjorn = await openBrowser(browser, `${url}/demo/?user=demo-bjorn`);
  await expect(bjorn.getByLabel('Bruger')).toHaveValue('demo-bjorn');

  const saved = stored(anna);
  await appSwitch(anna, 'CVR-oplysninger').click();
  await saved;
  await bjorn.reload();
  await expect(appSwitch(bjorn, 'CVR-oplysninger')).toBeChecked();
  await expect(appSwitch(bjorn, 'Frister')).toBeChecked();

  await anna.getByLabel('Bruger').selectOption({value: 'demo-bjorn'});
  await expect(appSwitch(anna, 'CVR-oplysninger')).toBeChecked();
  await anna.getByLabel('Bruger').selectOption({value: 'demo-anna'});
  await expect(appSwitch(anna, 'CVR-oplysninger')).not.toBeChecked();
});
