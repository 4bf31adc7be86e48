import ical from 'ical.js';
import type {Page} from 'playwright/test';

import {expect, test} from './support/test.ts';

const skattestyrelsen = '19552101';
const anna = '12345674';

/** Delivers a deadline to Anna's company as an authority of the demo. */
async function deliver(url: string, fields: Record<string, string>): Promise<void> {
  const frist = {afsender: skattestyrelsen, beskrivelse: '<p>Prøve</p>', modtagere: anna, ...fields};
  const response = await fetch(`${url}/demo/frister`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify(frist),
  });
  expect(response.status).toBe(201);
}

const calendarPage = (url: string, date: string) => `${url}/demo/frister.html?tavle-dato=${date}`;

/** Opens the calendar on the month of a day, whose deadlines are there. */
async function openCalendar(page: Page, url: string, date: string): Promise<void> {
  await page.goto(calendarPage(url, date));
  await page
    .locator('tavle-calendar')
    .evaluate((calendar, day) => (calendar as unknown as {goTo: (day: string) => void}).goTo(day), date);
}

for (const timezoneId of ['Pacific/Kiritimati', 'Europe/Copenhagen', 'America/New_York', 'Pacific/Niue']) {
  test(`the days are the same for somebody in ${timezoneId}`, async ({browser, startDemo}) => {
    const {url} = await startDemo();
    await deliver(url, {overskrift: 'Sommertid begynder', fristDato: '28-03-2027'});
    await deliver(url, {overskrift: 'Sommertid slutter', fristDato: '31-10-2027'});
    const page = await (await browser.newContext({timezoneId})).newPage();
    await openCalendar(page, url, '2027-03-28');
    const spring = page.getByRole('gridcell', {name: /^søndag den 28. marts 2027/});
    await expect(spring).toContainText('Sommertid begynder');
    await openCalendar(page, url, '2027-10-31');
    const autumn = page.getByRole('gridcell', {name: /^søndag den 31. oktober 2027/});
    await expect(autumn).toContainText('Sommertid slutter');
  });
}

const attacks = [
  '<script>window.attacked = 1</script>',
  '<img src=x onerror="window.attacked = 1">',
  '<svg onload="window.attacked = 1"></svg>',
  '<svg><script>window.attacked = 1</script></svg>',
  '<a href="javascript:window.attacked = 1">Følg mig</a>',
  '<iframe srcdoc="<script>parent.attacked = 1</script>"></iframe>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--><img src=x onerror=window.attacked=1>">',
  '<details open ontoggle="window.attacked = 1">x</details>',
  '<form><button formaction="javascript:window.attacked = 1">Tryk</button></form>',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=javascript:1">',
];

test('hostile markup does nothing, in the month, the dialog and the feed', async ({page, startDemo}) => {
  const {url} = await startDemo();
  const attack = attacks.join('');
  await deliver(url, {
    overskrift: `Angreb ${attacks[1] ?? ''}`,
    beskrivelse: `<p>Harmløs <strong>tekst</strong></p>${attack}`,
    fristDato: '14-09-2027',
  });
  await openCalendar(page, url, '2027-09-14');
  await page
    .getByRole('gridcell', {name: /^tirsdag den 14. september 2027/})
    .getByText('Angreb')
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Harmløs tekst')).toBeVisible();
  await expect(dialog.locator('strong')).toHaveText('tekst');
  await expect(
    dialog.locator('script, iframe, form, base, meta, [href^="javascript"], [onerror], [onload], [ontoggle]'),
  ).toHaveCount(0);
  expect(await page.evaluate(() => 'attacked' in window)).toBe(false);

  const token = await page.evaluate(async () => {
    const response = await fetch('/demo/token', {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: '{"sub":"demo-anna"}',
    });
    return ((await response.json()) as {token: string}).token;
  });
  const subscription = await fetch(`${url}/calendar/1/virksomheder/${anna}/abonnement`, {
    method: 'POST',
    headers: {authorization: `Bearer ${token}`},
  });
  const address = ((await subscription.json()) as {url: string}).url;
  const feed = new ical.Component(ical.parse(await (await fetch(address)).text()) as unknown[]);
  const events = feed.getAllSubcomponents('vevent').map(event => new ical.Event(event));
  expect(events.find(({summary}) => summary.startsWith('Angreb'))?.description).toContain('Harmløs tekst');
});

test('by keyboard alone: next month’s deadline is found, read, hidden and brought back', async ({
  page,
  startDemo,
}) => {
  const {url} = await startDemo();
  await deliver(url, {overskrift: 'Kun med tastatur', fristDato: '14-09-2027'});
  await openCalendar(page, url, '2027-08-14');
  await page.getByRole('gridcell', {name: /^lørdag den 14. august 2027/}).focus();
  await page.keyboard.press('PageDown');
  await expect(page.getByRole('gridcell', {name: /^tirsdag den 14. september 2027/})).toBeFocused();
  await expect(page.getByText('Kun med tastatur').first()).toBeVisible();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', {name: /Kun med tastatur/}).press('Enter');
  await expect(dialog.getByText('Prøve')).toBeVisible();
  await dialog.getByRole('button', {name: 'Skjul'}).press('Enter');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell', {name: /^tirsdag den 14. september 2027/})).toContainText(
    'Kun med tastatur',
  );
});

test('the sanitiser is loaded when a deadline is first opened, and not before', async ({page, startDemo}) => {
  const {url} = await startDemo();
  const loaded: string[] = [];
  page.on('request', request => loaded.push(new URL(request.url()).pathname));
  await openCalendar(page, url, '2027-09-01');
  await page.getByText('Moms, kvartal').first().click();
  await expect(page.getByRole('dialog').getByText('Indberet og betal moms')).toBeVisible();
  expect(loaded.filter(path => path.endsWith('/sanitise.js'))).toHaveLength(1);
  expect(loaded.indexOf('/embed/sanitise.js')).toBeGreaterThan(
    loaded.findIndex(path => path.endsWith('/frister')),
  );
});
