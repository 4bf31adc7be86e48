import {readFile} from 'node:fs/promises';

import type {Page} from 'playwright/test';

import type {Manifest} from '../scripts/elements/manifest.mjs';
import {addAxe, expectAccessible} from './support/axe.ts';
import {demoToken, readFeed} from './support/demo-calendar.ts';
import {expect, test} from './support/test.ts';

const appSwitch = (page: Page, name: string) => page.getByRole('switch', {name, exact: true});

test('each sample user has an own dashboard, also after another one was chosen', async ({
  page,
  demo: {url},
}) => {
  await page.goto(url);
  const user = page.getByLabel('Bruger');
  const cvr = appSwitch(page, 'CVR-oplysninger');
  const saved = page.waitForResponse(response => response.request().method() === 'PUT');
  await page.getByRole('button', {name: 'Tilpas overblik'}).click();
  await cvr.click();
  await saved;
  await user.selectOption({value: 'demo-bjorn'});
  await page.getByRole('button', {name: 'Tilpas overblik'}).click();
  await expect(cvr).toBeChecked();
  await user.selectOption({value: 'demo-anna'});
  await page.getByRole('button', {name: 'Tilpas overblik'}).click();
  await expect(cvr).not.toBeChecked();

  await page.goto(`${url}/demo/?user=demo-bjorn`);
  await expect(user).toHaveValue('demo-bjorn');
  await page.getByRole('button', {name: 'Tilpas overblik'}).click();
  await expect(cvr).toBeChecked();
});

test('the panel for developers is closed until a person opens it, and lies over the page', async ({
  page,
  demo: {url},
}) => {
  const panel = page.getByRole('complementary', {name: 'Til udviklere'});
  const toggle = panel.getByRole('button', {name: 'Til udviklere'});
  const content = panel.locator('section:visible');
  const portalWidth = () => page.locator('.portal').evaluate(portal => portal.clientWidth);
  await page.setViewportSize({width: 1400, height: 900});
  await page.goto(`${url}/demo/`);
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(content).toHaveCount(0);
  const width = await portalWidth();
  await toggle.click();
  await expect(content).not.toHaveCount(0);
  expect(await portalWidth()).toBe(width);
  await toggle.click();
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
    for (const name of ['', 'formularer.html']) {
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
  const solution = page.getByRole('link', {name: 'Continue to the solution'});
  await expect(solution).toHaveAttribute('href', new RegExp(`^${url}/demo/loesning.html`));

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
  const manifest = await readFile(new URL('../dist/custom-elements.json', import.meta.url), 'utf8');
  const attributesOf = (tag: string) =>
    (JSON.parse(manifest) as Manifest).modules
      .flatMap(({declarations}) => declarations.filter(({tagName}) => tagName === tag))
      .flatMap(({attributes = []}) => attributes.map(({name}) => name));
  const attributes = page.locator('section').filter({hasText: 'Attributter'}).locator('label');
  // The panel lies over the edge of the page, and covers buttons in a narrower window.
  await page.setViewportSize({width: 1920, height: 1080});
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
  await page.getByRole('button', {name: 'Tilpas overblik'}).click();
  await page.getByRole('button', {name: 'Flyt Frister én plads senere'}).click();
  await expect(events.first()).toContainText(/tavle-order\s+apps: /);
  await page.getByRole('button', {name: 'Flyt Frister én plads tidligere'}).click();
  await expect(events.filter({hasText: 'tavle-order'})).toHaveCount(2);
  await page.getByRole('button', {name: 'Lad Digital Post fejle én gang'}).click();
  await expect(events.filter({hasText: 'tavle-app-error'})).toHaveCount(1);
});

test('shows errors of a delivery at its fields; a valid delivery appears in the calendar', async ({
  page,
  demo: {url},
}) => {
  const title = 'Bekræft virksomhedens reelle ejere';
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
  await expect(
    page.getByRole('gridcell', {name: 'lørdag den 14. september 2097, 1 frist, 1 ulæst'}),
  ).toContainText(title);
});

test('shows the mails that it would send, with the code for an address', async ({page, demo: {url}}) => {
  await page.goto(`${url}/demo/frister.html?user=demo-bjorn`);
  await page.getByRole('button', {name: 'Få besked om frister'}).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Din mailadresse').fill('bjorn@example.dk');
  await dialog.getByRole('button', {name: 'Få mails'}).click();
  const code = dialog.getByLabel('Koden fra mailen');
  await expect(code).toBeVisible();

  const mails = await page.context().newPage();
  await addAxe(mails);
  await mails.goto(`${url}/demo/mails.html`);
  const mail = (text: string) => mails.getByRole('article').filter({hasText: text});
  const [digits = ''] = /\d{6}/.exec(await mail('bjorn@example.dk').first().innerText()) ?? [];
  await code.fill(digits);
  await code.press('Enter');
  await expect(dialog.getByText('Du får mails på bjorn@example.dk.')).toBeVisible();
  await dialog.getByRole('button', {name: 'Stop mails'}).click();
  await expect(dialog.getByText('Du får ikke flere mails')).toBeVisible();

  await expect(mail('bjorn@example.dk').first().frameLocator('iframe').locator('body')).toContainText(digits);
  await expectAccessible(mails);
});

test('a bookkeeper chooses three of thirty companies for a calendar link and for mails, and the mails’ language', async ({
  page,
  demo: {url},
}) => {
  const names = ['Bakkegårdens Mejeri A/S', 'Skagen Ishus I/S', 'Viborg Revisionshus ApS'];
  const companies = ['31000289', '31003261', '31003687'].map((cvr, index) => ({cvr, navn: names[index]}));
  const headers = {authorization: `Bearer ${await demoToken(url, 'demo-erik')}`};
  const stored = async (path: string): Promise<unknown> =>
    (await page.request.get(`${url}${path}`, {headers})).json();
  await addAxe(page);
  await page.goto(`${url}/demo/frister.html?user=demo-erik`);
  await page.getByRole('button', {name: 'Få besked om frister'}).click();
  const dialog = page.getByRole('dialog');
  const choose = async (index: number) => {
    await dialog.getByLabel('Virksomheder', {exact: true}).nth(index).selectOption('Vælg virksomheder');
    const group = dialog.getByRole('group', {name: 'Vælg virksomheder'}).first();
    for (const name of names) {
      await group.getByRole('searchbox', {name: 'Find virksomhed'}).fill(name.slice(0, 6));
      await page.keyboard.press('Tab');
      await expect(group.getByRole('checkbox', {name})).toBeFocused();
      await page.keyboard.press('Space');
    }
    await expect(group.getByRole('status')).toHaveText('3 af 30 valgt, 1 fundet');
    await expectAccessible(page);
  };

  await choose(1);
  await page.keyboard.press('Enter');
  const link = await dialog.getByRole('textbox', {name: 'Kalenderlink'}).inputValue();
  expect(await stored('/calendar/1/mine/abonnementer')).toMatchObject([{virksomheder: companies}]);
  const feed = (await readFeed(link)).map(({summary, description}) => `${summary}\n${description}`);
  for (const name of names) expect(feed.join()).toContain(name);
  for (const text of feed) expect(names.some(name => text.includes(name))).toBe(true);
  expect(feed.join()).not.toContain('Havblik Bageri');

  await dialog.getByLabel('Sprog i mails').selectOption('English');
  await choose(0);
  await dialog.getByRole('button', {name: 'Gem'}).click();
  await expect(dialog.getByText('Dit valg er gemt.')).toBeVisible();
  const mails = {virksomheder: companies, alle: false, sprog: 'en'};
  expect(await stored('/calendar/1/mine/paamindelser')).toMatchObject(mails);
});
