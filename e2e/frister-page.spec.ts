import {randomUUID} from 'node:crypto';

import type {Page} from 'playwright/test';

import {correctDeadline, deliver, readFeed, subscribe} from './support/demo-calendar.ts';
import {tabTo} from './support/keyboard.ts';
import {expect, test} from './support/test.ts';

const title = 'Bekræft jeres reelle ejere';
const delivery = {
  overskrift: title,
  beskrivelse: '<p>Mindst <strong>én gang</strong> om året.</p>',
  fristDato: '14-09-2099',
};

const dayOf = (page: Page, name: string) => page.getByRole('gridcell', {name});

/** Resolves when the next mark is stored. */
const stored = (page: Page) => page.waitForResponse(response => response.request().method() === 'PUT');

test('an accountant, whose token lists several companies, reads and marks the deadlines of each in one calendar', async ({
  page,
  demo: {url},
}) => {
  const title = `Fælles frist, ${randomUUID().slice(0, 8)}`;
  await deliver(url, {
    ...delivery,
    overskrift: title,
    fristDato: '14-09-2095',
    modtagere: '12345674,44556677',
  });
  await page.goto(`${url}/demo/frister.html?user=demo-dorte&tavle-dato=2095-09-14&tavle-visning=month`);
  const day = dayOf(page, 'onsdag den 14. september 2095, 2 frister, 2 ulæste');
  await expect(day).toContainText('Havblik Bageri ApS');
  const read = stored(page);
  await day.getByText('Rørbæk Specialmaskiner A/S').click();
  expect(new URL((await read).url()).pathname).toContain('/virksomheder/44556677/frister/');
  await expect(page.getByRole('dialog')).toContainText('Til Rørbæk Specialmaskiner A/S (CVR 44 55 66 77)');
  await expect(page).toHaveURL(/tavle-frist=44556677-\d+/);
  await page.keyboard.press('Escape');
  await expect(dayOf(page, 'onsdag den 14. september 2095, 2 frister, 1 ulæst')).toBeVisible();

  await page.getByRole('button', {name: 'Filter'}).click();
  await page.getByLabel('Virksomhed', {exact: true}).selectOption('Havblik Bageri ApS');
  await expect(dayOf(page, 'onsdag den 14. september 2095, 1 frist, 1 ulæst')).toContainText(title);
});

test('a deadline whose date is corrected moves to the new date and is unread again', async ({
  page,
  startDemo,
  directory,
}) => {
  const demo = await startDemo();
  const fristId = await deliver(demo.url, delivery);
  const address = await subscribe(demo.url);
  const inFeed = async () => (await readFeed(address)).find(({summary}) => summary.startsWith(title));
  const before = await inFeed();

  await page.goto(`${demo.url}/demo/frister.html?tavle-dato=2099-09-14&panel=open`);
  const read = stored(page);
  await dayOf(page, 'mandag den 14. september 2099').getByText(title).click();
  await read;
  await page.keyboard.press('Escape');
  await expect(dayOf(page, 'mandag den 14. september 2099, 1 frist, ingen ulæste')).toBeVisible();

  await correctDeadline(demo, directory, fristId, {...delivery, fristDato: '17-09-2099'});
  await tabTo(page, page.getByRole('tab', {name: 'Levér'}));
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', {name: 'Kald refresh()'}).click();
  await expect(dayOf(page, 'torsdag den 17. september 2099, 1 frist, 1 ulæst')).toContainText(title);
  await expect(dayOf(page, 'mandag den 14. september 2099')).not.toContainText(title);

  const after = await inFeed();
  expect([before?.startDate.toString(), after?.startDate.toString()]).toEqual(['2099-09-14', '2099-09-17']);
  expect(after?.uid).toBe(before?.uid);
  expect(after?.sequence).toBeGreaterThan(before?.sequence ?? Infinity);
});

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
