import {existsSync, readFileSync, writeFileSync} from 'node:fs';

import type {Locator, Page, TestInfo} from 'playwright/test';
import {expect, test} from 'playwright/test';

import {type LooksService, openLooksPage} from './support/looks-page.ts';
import {sheetOf} from './support/sheet.ts';

/** Brings an element into a state; gives what says that it is there. */
type Bring = (page: Page, service: LooksService) => Promise<Locator>;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', {name, exact: true});

async function openDashboard(page: Page, service: LooksService): Promise<Locator> {
  await openLooksPage(page, 'dashboard', service);
  return page.getByRole('switch').first();
}

async function openCalendar(page: Page, service: LooksService): Promise<Locator> {
  await openLooksPage(page, 'calendar', service);
  return page.getByText(/^\d+ frister, /);
}

/** Opens the list, with an entry or the address for calendar programs over it. */
async function openDialog(page: Page, service: LooksService, opener: string): Promise<Locator> {
  await (await openCalendar(page, service)).waitFor();
  await button(page, 'Liste').click();
  await page.getByRole('button', {name: opener}).first().click();
  return page.getByRole('dialog');
}

const states: Record<string, Bring> = {
  dashboard: openDashboard,
  'dashboard-loading': async (page, service) => {
    service.hangs = true;
    await openDashboard(page, service);
    return page.locator('.skeleton').first();
  },
  'dashboard-failed': async (page, service) => {
    service.fails = true;
    await openDashboard(page, service);
    return button(page, 'Prøv igen');
  },
  'dashboard-empty': async (page, service) => {
    service.isEmpty = true;
    await openDashboard(page, service);
    return page.getByText('Du har ingen aktive apps');
  },
  'dashboard-undo': async (page, service) => {
    await (await openDashboard(page, service)).focus();
    await page.keyboard.press('Space');
    return button(page, 'Fortryd');
  },
  'dashboard-app-broken': async (page, service) => {
    await (await openDashboard(page, service)).waitFor();
    await page.locator('tavle-app p').first().dispatchEvent('tavle-app-error');
    return button(page, 'Prøv igen');
  },
  'calendar-month': async (page, service) => {
    await (await openCalendar(page, service)).waitFor();
    await button(page, 'Måned').click();
    return page.getByRole('grid');
  },
  'calendar-month-loading': async (page, service) => {
    service.hangs = true;
    await openCalendar(page, service);
    await button(page, 'Måned').click();
    return page.getByRole('grid');
  },
  'calendar-list': async (page, service) => {
    await (await openCalendar(page, service)).waitFor();
    await button(page, 'Liste').click();
    await page.getByLabel('Vis skjulte').check();
    return page.getByText('Skjult frist');
  },
  'calendar-failed': async (page, service) => {
    service.fails = true;
    await openCalendar(page, service);
    return button(page, 'Prøv igen');
  },
  'calendar-empty': async (page, service) => {
    service.isEmpty = true;
    await openCalendar(page, service);
    await button(page, 'Liste').click();
    return page.getByText('Der er ingen frister');
  },
  'calendar-save-failed': async (page, service) => {
    service.fails = 'PUT';
    await (await openCalendar(page, service)).waitFor();
    await button(page, 'Måned').click();
    await page.getByText('A-skat').click();
    await button(page, 'Skjul').click();
    return page.getByText('blev ikke skjult.');
  },
  'calendar-day': async (page, service) => {
    await (await openCalendar(page, service)).waitFor();
    await button(page, 'Måned').click();
    await page.getByRole('gridcell', {name: '16. december'}).press('Enter');
    return page.getByRole('dialog');
  },
  'calendar-deadline': async (page, service) => {
    await (await openDialog(page, service, 'Arbejdsskade')).waitFor();
    return page.getByText('Vejledning');
  },
  'calendar-subscription': (page, service) => openDialog(page, service, 'Abonnér'),
  'calendar-address': async (page, service) => {
    await (await openDialog(page, service, 'Abonnér')).waitFor();
    await button(page, 'Lav en adresse').click();
    return page.getByText('Adressen er klar.');
  },
  'calendar-print': async (page, service) => {
    await (await openCalendar(page, service)).waitFor();
    await page.emulateMedia({media: 'print'});
    return page.getByText('30. november–6. december');
  },
};

const pictures = new URL('looks/', import.meta.url);

/** The release of Chromium that drew the pictures: another one may draw letters and the browser's own fields a little otherwise. */
const drawnBy = new URL('chromium.txt', pictures);

/** @param version Chromium's, like `156.0.8078.79`. */
function toleranceFor(version: string, {config}: TestInfo) {
  const release = version.split('.', 1)[0] ?? '';
  if (['all', 'changed'].includes(config.updateSnapshots)) writeFileSync(drawnBy, `${release}\n`);
  const isSame = readFileSync(drawnBy, 'utf8').trim() === release;
  return isSame ? {maxDiffPixels: 50, threshold: 0.1} : {maxDiffPixelRatio: 0.01, threshold: 0.2};
}

test.use({
  locale: 'da-DK',
  timezoneId: 'Europe/Copenhagen',
  deviceScaleFactor: 1,
});

for (const [state, bring] of Object.entries(states)) {
  test(`${state} looks as in its picture`, async ({page, browser}, testInfo) => {
    const service: LooksService = {hangs: false, fails: false, isEmpty: false};
    const sheet = await sheetOf(page, async () => {
      await expect(await bring(page, service)).toBeVisible();
    });
    const tolerance = toleranceFor(browser.version(), testInfo);
    const picture = await sheet.screenshot();
    const path = new URL(`${state}.png`, pictures);
    // Most pictures are equal to the byte. To decode and compare two takes a second.
    if (existsSync(path) && readFileSync(path).equals(picture)) return;
    expect(picture).toMatchSnapshot(`${state}.png`, tolerance);
  });
}
