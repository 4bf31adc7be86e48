import type {Browser, Page} from 'playwright/test';

import {createManifest, elementsOf} from '../scripts/elements/manifest.mjs';
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

test('the panel for developers is closed below 1400 pixels, and stays as a person has left it', async ({
  page,
  demo: {url},
}) => {
  const panel = page.getByRole('complementary', {name: 'Til udviklere'});
  const toggle = panel.getByRole('button', {name: 'Til udviklere'});
  const content = panel.locator('section:visible');
  const portalWidth = () => page.locator('.portal').evaluate(portal => portal.clientWidth);
  for (const name of ['', 'frister.html', 'formularer.html', 'tema.html']) {
    for (const [width, isOpen] of [
      [390, false],
      [1160, false],
      [1399, false],
      [1400, true],
    ] as const) {
      await page.setViewportSize({width, height: 900});
      await page.goto(`${url}/demo/${name}`);
      await expect(toggle).toHaveAttribute('aria-expanded', String(isOpen));
      await (isOpen ? expect(content).not.toHaveCount(0) : expect(content).toHaveCount(0));
    }
  }
  await page.goto(`${url}/demo/`);
  await toggle.click();
  await expect(content).toHaveCount(0);
  expect(await portalWidth()).toBeGreaterThan(1340);
  await page.getByRole('link', {name: 'Frister', exact: true}).click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');

  await page.setViewportSize({width: 390, height: 844});
  await page.getByRole('link', {name: 'Kode'}).click();
  await expect(page.getByRole('tab', {name: 'Kode'})).toBeFocused();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
});

test('the menu for visitors fits one line of 390 pixels, and has no register of suppliers', async ({
  page,
  demo: {url},
}) => {
  await page.setViewportSize({width: 390, height: 844});
  const menu = page.getByRole('navigation', {name: 'Mit Virke'}).getByRole('link');
  for (const [lang, labels] of [
    ['da', ['Overblik', 'Frister', 'Find formular', 'Tema']],
    ['en', ['Overview', 'Deadlines', 'Find a form', 'Theme']],
  ] as const) {
    for (const name of ['', 'find-formular.html', 'formularer.html']) {
      await page.goto(`${url}/demo/${name}?lang=${lang}`);
      await expect(menu).toHaveText([...labels]);
      for (const links of [menu, page.locator('.strip-links > *')]) {
        const tops = await links.evaluateAll(all => all.map(link => link.getBoundingClientRect().top));
        expect(new Set(tops).size).toBe(1);
      }
    }
  }
  await page.getByRole('link', {name: 'Registry'}).click();
  await expect(page.getByRole('heading', {name: 'Registry of forms', level: 1})).toBeVisible();
});

test('the language and the search words carry over from a search to a form, its login, and back', async ({
  page,
  demo: {url},
}) => {
  await page.goto(`${url}/demo/find-formular.html?lang=en`);
  await page.getByRole('searchbox').fill('udstationerede');
  await expect(page.getByRole('heading', {name: '1 form', exact: true})).toBeVisible();
  await page.getByRole('link', {name: 'Anmeld udstationerede medarbejdere'}).click();
  await expect(page).toHaveURL(/\/myndigheder\/stat\/ERST\/Anmeld_udstationerede_medarbejdere\?lang=en$/);
  await page.getByRole('link', {name: 'Anmeld medarbejdere'}).click();
  await expect(page.getByRole('heading', {name: 'Log in', level: 1})).toBeVisible();

  await page.goBack();
  await page.getByRole('button', {name: 'Dansk'}).click();
  await page.getByRole('link', {name: 'Tilbage til søgningen'}).click();
  await expect(page.getByRole('searchbox')).toHaveValue('udstationerede');
  await expect(page.getByRole('heading', {name: '1 formular', exact: true})).toBeVisible();
});

test('the panel has a control for every attribute of the page’s element, and logs its events', async ({
  page,
  demo: {url},
}) => {
  const attributesOf = (tag: string) =>
    elementsOf(createManifest())
      .filter(({tagName}) => tagName === tag)
      .flatMap(({attributes = []}) => attributes.map(({name}) => name));
  const attributes = page.locator('section').filter({hasText: 'Attributter'}).locator('label');
  await page.goto(`${url}/demo/frister.html?panel=open`);
  await page.getByRole('tab', {name: 'Prøv'}).click();
  await expect(attributes).toHaveText(attributesOf('tavle-calendar'));
  await page.getByLabel('view').selectOption('year');
  await expect(page.getByRole('button', {name: /^januar \d{4}, /})).toBeVisible();
  await page.getByRole('tab', {name: 'Kode'}).click();
  await expect(page.getByRole('region', {name: 'Siden'})).toContainText('view="year"');

  await page.goto(`${url}/demo/?panel=open`);
  await expect(attributes).toHaveText(attributesOf('tavle-dashboard'));
  const events = page.getByRole('region', {name: 'Hændelser'}).getByRole('listitem');
  await page.getByRole('button', {name: 'Skift rækkefølge'}).click();
  await page.getByRole('button', {name: 'Flyt Frister én plads tilbage'}).click();
  await expect(events.first()).toContainText(/tavle-order\s+apps: /);
  await page.getByRole('button', {name: 'Flyt Frister én plads frem'}).click();
  await expect(events.filter({hasText: 'tavle-order'})).toHaveCount(2);
  await page.getByRole('button', {name: 'Lad Digital Post fejle én gang'}).click();
  await expect(events.filter({hasText: 'tavle-app-error'})).toHaveCount(1);
});
