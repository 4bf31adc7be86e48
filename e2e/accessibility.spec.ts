import type {Locator, Page} from 'playwright/test';

import {isThorough} from '../server/testing/thoroughness.ts';
import {addAxe, expectAccessible} from './support/axe.ts';
import {watchProblems} from './support/browser.ts';
import {expect, test} from './support/test.ts';

/** The demo's pages, each with a locator that is visible once it is loaded. `conditions.test.ts` checks every state of the elements. */
const pages: Record<string, (page: Page) => Locator> = {
  index: page => page.locator('tavle-dashboard .arrange'),
  frister: page => page.getByRole('gridcell').first(),
  formularer: page => page.locator('.forms-details code').last(),
  'find-formular': page => page.getByRole('listitem').first(),
  redaktion: page => page.getByRole('listitem').first(),
  'myndigheder/stat/MST/Beregn_bidrag_for_emballage': page => page.getByRole('heading', {level: 1}),
  mails: page => page.getByRole('status').filter({hasText: /\bmails?\b/}),
  'nemlogin/login': page => page.getByRole('alert'),
  'nemlogin/login?f=/integration/MST/Beregn_bidrag_for_emballage': page => page.locator('#videre'),
  loesning: page => page.getByRole('heading', {level: 1}),
  tema: page => page.locator('tavle-dashboard .arrange'),
};

/** Pages of the manual, which mostly differ in their text. `npm test` checks the first two, `npm run proof` checks all. */
const manualPages = ['manual', 'manual-guides-embed', 'manual-reference-words', 'manual-operate-benchmarks'];

/** `npm test` checks one language: the pages only differ in their text, and `conditions.test.ts` checks the elements in both. */
for (const language of isThorough ? ['da', 'en'] : ['da']) {
  test(`axe finds no violation on the demo’s pages, ${language}`, async ({page, demo: {url}}) => {
    await addAxe(page);
    for (const [name, ready] of Object.entries(pages)) {
      await test.step(name, async () => {
        const address = new URL(`${url}/demo/${name}${name.includes('/') ? '' : '.html'}`);
        address.searchParams.set('lang', language);
        address.searchParams.set('panel', 'open');
        await page.goto(address.href);
        if (name === 'formularer') await page.getByRole('button', {name: 'Ansøg om gravetilladelse'}).click();
        await expect(ready(page)).toBeVisible();
        if (name === 'tema') await page.locator('#tavle-radius').fill('round');
        await expectAccessible(page);
        if (name === 'index') {
          await page.emulateMedia({media: 'print'});
          await expect(page.locator('.panel')).toBeHidden();
          await page.emulateMedia({media: 'screen'});
        }
        for (const tab of name === 'index' ? ['lever', 'kode'] : []) {
          await page.locator(`#fane-${tab}`).click();
          await expectAccessible(page, '.panel');
        }
        if (name === 'index') {
          await page.locator('#udviklere').click();
          await expectAccessible(page, '.panel');
        }
      });
    }
    await page.setViewportSize({width: 320, height: 900});
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
}

test('axe finds no violation on the manual’s pages, light and dark, and they fit 320 pixels', async ({
  page,
  demo: {url},
}) => {
  const problems = watchProblems(page);
  await addAxe(page);
  for (const name of isThorough ? manualPages : manualPages.slice(0, 2)) {
    await page.goto(`${url}/docs/${name}`);
    await expect(page.getByRole('heading', {level: 1})).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({width: 320, height: 900});
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.setViewportSize({width: 1280, height: 720});
  }
  expect(problems).toEqual([]);
});
