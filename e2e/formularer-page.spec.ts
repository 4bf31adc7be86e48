import type {Page} from 'playwright/test';

import {watchProblems} from './support/browser.ts';
import {expect, test} from './support/test.ts';

const row = (page: Page, egetId: string) => page.getByRole('listitem').filter({hasText: egetId});

test('shows a supplier’s forms with their states', async ({page, demo}) => {
  await page.goto(`${demo.url}/demo/formularer.html?panel=open`);
  await expect(row(page, 'grav-1')).toContainText('Publiceret');
  await expect(row(page, 'plan-1')).toContainText(/Planlagt\s*1\. januar 2030/);
  await expect(row(page, 'gl-1')).toContainText('Ikke publiceret');
  await expect(page.getByRole('status').filter({hasText: '6 formularer'})).toBeVisible();

  await page.getByLabel('Leverandør').selectOption({label: 'KMD A/S, CVR 26911745'});
  await expect(page.getByText('Leverandøren har ingen formularer.')).toBeVisible();
});

test('opens a form’s representations in both interfaces by keyboard', async ({page, demo}) => {
  const problems = watchProblems(page);
  await page.goto(`${demo.url}/demo/formularer.html`);
  await expect(row(page, 'grav-1')).toBeVisible();
  const diaId = await row(page, 'grav-1').locator('code').nth(1).innerText();
  const title = page.getByRole('button', {name: 'Ansøg om gravetilladelse'});
  await title.focus();
  for (const key of ['Shift+Tab', 'Tab', 'Enter', 'Space']) await page.keyboard.press(key);
  await expect(title).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await expect(title).toHaveAttribute('aria-expanded', 'true');
  const representation = (name: RegExp) => page.getByRole('region', {name});
  await expect(representation(new RegExp(`^Snitflade A GET /dia/1/formular/${diaId}`))).toContainText(
    '"myndighedsnavn"',
  );
  await expect(representation(/^Snitflade B GET/)).toContainText('"titel"');
  expect(problems).toEqual([]);
});

test('shows that it is loading and that it failed, and retries', async ({page, demo}) => {
  await page.goto(`${demo.url}/demo/formularer.html?failing=true&panel=open`);
  await expect(page.getByText('Vi kunne ikke hente formularerne.')).toBeVisible();
  await page.getByLabel('Fejl: ingen kald går igennem').uncheck();
  await page.getByLabel('Langsom: hvert kald tager 3 sekunder').check();
  await page.getByRole('button', {name: 'Prøv igen'}).click();
  await expect(page.getByText('Henter formularer …')).toBeVisible();
  await expect(row(page, 'grav-1')).toBeVisible();
});
