import type {Browser, Page} from 'playwright/test';

import {watchProblems} from './support/browser.ts';
import {tabTo} from './support/keyboard.ts';
import {expect, test} from './support/test.ts';

const appSwitch = (page: Page, name: string) => page.getByRole('switch', {name, exact: true});

/** Resolves when the next change is stored. */
const stored = (page: Page) => page.waitForResponse(response => response.request().method() === 'PUT');

/** Opens the demo in a new browser, which shares nothing with another. */
async function openBrowser(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  await expect(appSwitch(page, 'Frister')).toBeVisible();
  return page;
}

test('a change in one browser is in the other one after a reload', async ({browser, demo: {url}}) => {
  const desk = await openBrowser(browser, url);
  const phone = await openBrowser(browser, url);
  await expect(appSwitch(phone, 'Frister')).toBeChecked();

  const saved = stored(desk);
  await appSwitch(desk, 'Frister').click();
  await saved;
  await phone.reload();
  await expect(appSwitch(phone, 'Frister')).not.toBeChecked();
});

test('two tabs of one browser agree at once', async ({context, demo: {url}}) => {
  const [one, other] = [await context.newPage(), await context.newPage()];
  await Promise.all([one.goto(url), other.goto(url)]);
  await expect(appSwitch(other, 'Tilskud og puljer')).not.toBeChecked();
  await appSwitch(one, 'Tilskud og puljer').click();
  await expect(appSwitch(other, 'Tilskud og puljer')).toBeChecked();
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

test('a next deadline leads to the calendar', async ({page, demo: {url}}) => {
  await page.goto(`${url}/demo/?lang=en`);
  await page
    .getByRole('link', {name: /Moms: /})
    .first()
    .click();
  await expect(page).toHaveURL(/frister\.html\?lang=en&tavle-frist=\d+/);
  await expect(page.getByRole('gridcell').first()).toBeVisible();
});

test('everything can be done by keyboard alone', async ({page, demo}) => {
  const problems = watchProblems(page);
  await page.goto(demo.url);
  await expect(appSwitch(page, 'Frister')).toBeChecked();

  await test.step('turn an app off; its switch keeps the focus', async () => {
    await tabTo(page, appSwitch(page, 'Frister'));
    await page.keyboard.press('Space');
    await expect(page.getByRole('status').filter({hasText: 'Frister vises ikke længere'})).toBeVisible();
    await expect(appSwitch(page, 'Frister')).toBeFocused();
  });

  await test.step('undo that; the focus goes to the app', async () => {
    await tabTo(page, page.getByRole('button', {name: 'Fortryd'}));
    await page.keyboard.press('Enter');
    await expect(appSwitch(page, 'Frister')).toBeChecked();
    await expect(appSwitch(page, 'Frister')).toBeFocused();
  });

  await test.step('try again what could not be saved', async () => {
    const failing = page.getByRole('checkbox', {name: /^Fejl/});
    await tabTo(page, failing);
    await page.keyboard.press('Space');
    await tabTo(page, appSwitch(page, 'Frister'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({hasText: 'Frister blev ikke fjernet'})).toBeVisible();
    await expect(appSwitch(page, 'Frister')).toBeChecked();

    await tabTo(page, failing);
    await page.keyboard.press('Space');
    const saved = stored(page);
    // The second one is that of the deadlines, which could not be loaded either.
    await tabTo(page, page.getByRole('button', {name: 'Prøv igen'}).first());
    await page.keyboard.press('Enter');
    expect((await saved).status()).toBe(200);
    await expect(appSwitch(page, 'Frister')).not.toBeChecked();
  });

  expect(problems).toEqual([]);
});
