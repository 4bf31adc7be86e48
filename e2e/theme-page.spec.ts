import type {Page} from 'playwright/test';

import {watchProblems} from './support/browser.ts';
import {expect, test} from './support/test.ts';

const css = (page: Page) => page.locator('#css');
/** Returns the part of a switch that has the primary colour while it is on. */
const track = (page: Page) => page.getByRole('switch', {name: 'Digital Post'}).locator('.track');

/** Opens the page, and waits until everything is visible. */
async function open(page: Page, url: string, query = '?panel=open'): Promise<void> {
  await page.goto(`${url}/demo/tema.html${query}`);
  await page.locator('tavle-dashboard .arrange').click();
  await expect(page.getByRole('switch')).toHaveCount(3);
  await expect(page.getByRole('gridcell').first()).toBeVisible();
}

test('a changed property applies to the elements immediately, and is in the style sheet to copy', async ({
  page,
  demo,
}) => {
  const problems = watchProblems(page);
  await page.emulateMedia({colorScheme: 'light'});
  await open(page, demo.url);
  await expect(css(page)).toHaveText('/* Intet er ændret. */');
  const colour = () => track(page).evaluate(node => getComputedStyle(node).backgroundColor);
  await expect.poll(colour).toBe('rgb(0, 89, 179)');

  await page.getByLabel(/^Hovedfarve/).fill('#8a1c5b');
  await expect(css(page)).toHaveText(
    /:root \{\s+--tavle-color-primary: light-dark\(#8a1c5b, #7ab8f5\);\s+\}/,
  );
  await expect.poll(colour).toBe('rgb(138, 28, 91)');

  await page.getByLabel('Farver').selectOption('dark');
  await expect(page.locator('#tavle-color-primary')).toHaveValue('#7ab8f5');

  await page.getByRole('button', {name: 'Nulstil'}).click();
  await expect(css(page)).toHaveText('/* Intet er ændret. */');
  expect(problems).toEqual([]);
});

test('has the same style sheet to copy in a browser with colours of the person’s choice', async ({
  page,
  demo,
}) => {
  await page.emulateMedia({colorScheme: 'light', forcedColors: 'active'});
  await open(page, demo.url);
  await page.getByLabel(/^Hovedfarve/).fill('#7a1fa2');
  await expect(css(page)).toHaveText(/--tavle-color-primary: light-dark\(#7a1fa2, #7ab8f5\);/);
});

test('names colours with too little contrast, and rejects invalid values', async ({page, demo}) => {
  await page.emulateMedia({colorScheme: 'light'});
  await open(page, demo.url, '?lang=en&panel=open');
  const contrast = page.getByRole('status').filter({hasText: 'colours'});
  await expect(contrast).toHaveText('All colours have enough contrast with each other (WCAG 2.1 AA).');
  await page.locator('#tavle-color-primary').fill('#ffee88');
  await expect(page.locator('#kontrast')).toContainText(
    '“Text on the primary colour” against “Primary colour”: 1.1:1',
  );

  const corners = page.getByLabel('Corners');
  await corners.fill('round');
  await expect(corners).toHaveAccessibleDescription('That is not a valid value.');
  await expect(css(page)).not.toContainText('--tavle-radius');
  await corners.fill('0; } * { display: none');
  await expect(css(page)).not.toContainText('--tavle-radius');
  await corners.fill('1em');
  await expect(css(page)).toContainText('--tavle-radius: 1em;');
  await expect(corners).not.toHaveAttribute('aria-invalid');

  const shadow = page.getByLabel('Shadow');
  await shadow.fill('');
  await shadow.pressSequentially('0 0 4px red');
  await expect(css(page)).toContainText('--tavle-shadow: 0 0 4px red;');
});
