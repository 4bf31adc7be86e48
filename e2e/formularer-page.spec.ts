import type {Page} from 'playwright/test';

import {watchProblems} from './support/browser.ts';
import {dafolo, expect, test} from './support/test.ts';

/** Returns a form's row, not that of its details. */
const row = (page: Page, egetId: string) =>
  page
    .getByRole('row')
    .filter({has: page.getByRole('rowheader')})
    .filter({hasText: egetId});

/** Sends the request that is selected in the panel. Default of the body: the one in the panel. */
async function call(page: Page, name: string, body?: object): Promise<void> {
  const form = page.getByRole('form', {name: 'Prøv et kald'});
  const [interfaceName = '', kind = ''] = name.split(': ');
  const option = form.locator(`optgroup[label="Snitflade ${interfaceName}"] option`, {hasText: kind}).first();
  await form
    .getByLabel('Kald', {exact: true})
    .selectOption({value: (await option.getAttribute('value')) ?? ''});
  if (body) await form.getByLabel('Indhold (JSON)').fill(JSON.stringify(body));
  await form.getByRole('button', {name: 'Send'}).click();
}

const receipt = (page: Page) => page.locator('#kald-kvittering');

test('shows a supplier’s forms with their states', async ({page, demo}) => {
  await page.goto(`${demo.url}/demo/formularer.html?panel=open`);
  await expect(row(page, 'grav-1')).toContainText('Publiceret');
  await expect(row(page, 'plan-1')).toContainText(/Planlagt\s*1\. januar 2030/);
  await expect(row(page, 'gl-1')).toContainText('Ikke publiceret');
  await expect(page.getByRole('status').filter({hasText: '6 formularer'})).toBeVisible();

  await page.getByLabel('Leverandør').selectOption({label: 'KMD A/S, CVR 26911745'});
  await expect(page.getByText('KMD A/S har ingen formularer. Opret en med et kald.')).toBeVisible();
});

test('creates, changes, deletes and restores a form with requests of both interfaces, and opens its details by keyboard', async ({
  page,
  demo,
}) => {
  const problems = watchProblems(page);
  await page.goto(`${demo.url}/demo/formularer.html?panel=open`);
  await expect(row(page, 'grav-1')).toBeVisible();

  await call(page, 'A: POST');
  await expect(receipt(page)).toContainText('HTTP 201 Created');
  await expect(row(page, 'ny-formular')).toContainText('Københavns Kommune, Aarhus Kommune');
  const diaId = await row(page, 'ny-formular').getByRole('cell').nth(1).innerText();

  const title = page.getByRole('button', {name: 'Ansøg om opstilling af container'});
  await title.focus();
  for (const key of ['Shift+Tab', 'Tab', 'Enter', 'Space']) await page.keyboard.press(key);
  await expect(title).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await expect(title).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('region', {name: `Snitflade A GET /dia/1/formular/${diaId}`})).toContainText(
    '"myndighedsnavn": "Aarhus Kommune"',
  );
  await expect(page.getByRole('region', {name: /^Snitflade B GET/})).toContainText('"titel"');
  await call(page, 'A: PUT');
  await expect(receipt(page)).toContainText('HTTP 201 Created');
  await expect(row(page, 'ny-formular')).toContainText('Odense Kommune');

  await call(page, 'B: DELETE');
  await expect(receipt(page)).toContainText('HTTP 200 OK');
  await expect(row(page, 'ny-formular')).toHaveCount(0);

  await call(page, 'B: PUT');
  await expect(receipt(page)).toContainText('HTTP 201 Created');
  await expect(row(page, 'ny-formular')).toContainText(diaId);
  // Leaves the worker's demo as it was.
  expect(problems).toEqual([]);
  const path = `/dia/2/formular/${dafolo}/ny-formular`;
  const removed = await page.request.post(`${demo.url}/demo/kald`, {
    data: {som: dafolo, method: 'DELETE', path},
  });
  expect(removed.status()).toBe(200);
});

test('shows the errors of each field, and invalid JSON at its field', async ({page, demo}) => {
  await page.goto(`${demo.url}/demo/formularer.html?panel=open`);
  await expect(row(page, 'grav-1')).toBeVisible();
  await call(page, 'A: POST', {egetId: '', titel: ' ', formularType: 'ukendt'});
  await expect(receipt(page)).toContainText('HTTP 422');
  for (const field of ['egetId', 'titel', 'valgteMyndigheder', 'formularType']) {
    await expect(
      receipt(page).getByRole('listitem').locator('code').getByText(field, {exact: true}),
    ).toBeVisible();
  }
  await page.getByLabel('Indhold (JSON)').fill('{');
  await page.getByRole('button', {name: 'Send'}).click();
  await expect(page.getByLabel('Indhold (JSON)')).toBeFocused();
  await expect(page.getByLabel('Indhold (JSON)')).toHaveAccessibleDescription(/^Ikke gyldig JSON/);
});

test('shows that it is loading and that it failed, and retries', async ({page, demo}) => {
  await page.goto(`${demo.url}/demo/formularer.html?failing=true&panel=open`);
  await expect(page.getByText('Formularerne kunne ikke hentes.')).toBeVisible();
  await page.getByLabel('Fejl: ingen kald går igennem').uncheck();
  await page.getByLabel('Langsom: hvert kald tager 3 sekunder').check();
  await page.getByRole('button', {name: 'Prøv igen'}).click();
  await expect(page.getByText('Henter formularer …')).toBeVisible();
  await expect(row(page, 'grav-1')).toBeVisible();
});
