import type {Page} from 'playwright/test';

import {expect, test} from './support/test.ts';

const title = 'Bekræft jeres reelle ejere';

const dayOf = (page: Page, name: string) => page.getByRole('gridcell', {name});

test('shows errors of a delivery at its fields; a valid delivery appears in the calendar', async ({
  page,
  demo: {url},
}) => {
  await page.goto(`${url}/demo/frister.html?panel=open`);
  const form = page.getByRole('form', {name: 'Levér en frist'});
  const [heading, date] = [form.getByLabel('Overskrift'), form.getByLabel('Fristdato')];
  await form.getByLabel('Afsender').selectOption('Skattestyrelsen');
  await heading.fill('');
  await date.fill('2020-02-29');
  await form.getByRole('button', {name: 'Levér'}).click();

  await expect(page.getByText('Ikke leveret. Ret felterne.')).toBeVisible();
  await expect(page.getByText('HTTP 422')).toBeVisible();
  await expect(heading).toHaveAccessibleDescription('Must not be blank.');
  await expect(date).toHaveAccessibleDescription('Must be after today (Danish time).');
  await expect(heading).toBeFocused();

  await heading.fill(title);
  await date.fill('2097-09-14');
  await form.getByRole('button', {name: 'Levér'}).click();
  await expect(page.getByText(/^Leveret: frist \d+, til 1 virksomhed\.$/)).toBeVisible();
  await expect(heading).toHaveAccessibleDescription('');
  const command = page.getByRole('region', {name: 'Det samme fra en terminal'});
  await expect(command).toContainText('skst.key');
  await expect(command).toContainText(`"overskrift":"${title}"`);
  await form.getByRole('link', {name: 'Vis den i kalenderen'}).click();
  await expect(dayOf(page, 'lørdag den 14. september 2097, 1 frist, 1 ulæst')).toContainText(title);
});
