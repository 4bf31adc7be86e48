import type {Page} from 'playwright/test';

import {addAxe, expectAccessible, expectContrast} from './support/axe.ts';
import {watchProblems} from './support/browser.ts';
import {expect, test} from './support/test.ts';

const operation = (page: Page, summary: string) => page.locator('.opblock').filter({hasText: summary});

test('/docs sends requests with a token to the demo and to no other host, and fits a phone', async ({
  page,
  demo: {url},
}) => {
  const problems = watchProblems(page);
  const hosts = new Set<string>();
  page.on('request', request => {
    const {protocol, host} = new URL(request.url());
    if (protocol !== 'data:') hosts.add(host);
  });
  const response = await page.request.post(`${url}/demo/token`, {data: {sub: 'demo-anna'}});
  const {token} = (await response.json()) as {token: string};

  await page.goto(`${url}/docs`);
  await page.getByRole('button', {name: 'Authorize'}).click();
  const scheme = page.locator('.auth-container').filter({hasText: 'adgangstoken'});
  await scheme.getByRole('textbox').fill(token);
  await scheme.getByRole('button', {name: 'Apply credentials'}).click();
  await scheme.getByRole('button', {name: 'Close'}).click();

  for (const [group, summary] of [
    ['Dashboard', 'Read the states of apps'],
    ['Calendar of a company', 'List the deadlines of a company'],
  ] as const) {
    await page.getByRole('link', {name: group}).click();
    const tried = operation(page, summary);
    await tried.getByRole('button', {name: summary}).click();
    await tried.getByRole('button', {name: 'Try it out'}).click();
    await tried.getByRole('button', {name: 'Execute'}).click();
    await expect(tried.locator('.live-responses-table .response-col_status').last()).toContainText('200');
  }
  expect(problems).toEqual([]);
  expect([...hosts]).toEqual([new URL(url).host]);

  await page.setViewportSize({width: 320, height: 900});
  await page.getByRole('link', {name: 'Form variants, version 2'}).click();
  const long = operation(page, 'Create or update a form variant');
  await long.getByRole('button', {name: 'Create or update a form variant'}).click();
  await expect(long.getByText('Try it out')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('/docs shows each reader the groups of operations that they use, closed, and says which need a certificate', async ({
  page,
  demo: {url},
}) => {
  await page.goto(`${url}/docs`);
  const groups = page.locator('.opblock-tag');
  const names = () => groups.locator('a').allTextContents();
  await expect(groups.first()).toBeVisible();
  const all = await names();
  const seen = new Set<string>();
  for (const reader of ['Portal', 'Authority', 'Supplier', 'Editor', 'Operator']) {
    await page.getByRole('link', {name: reader, exact: true}).click();
    await expect(groups.first()).toBeVisible();
    await expect(page.locator('[aria-current]')).toHaveText(reader);
    const shown = await names();
    expect(shown.length, reader).toBeLessThan(all.length);
    for (const name of shown) seen.add(name);
  }
  expect([...seen].sort()).toEqual(all.sort());
  await page.getByRole('link', {name: 'Authority', exact: true}).click();
  await expect(groups).toHaveCount(3);
  await expect(groups.filter({hasText: 'need a client certificate'})).toHaveCount(3);
  await expect(page.locator('.opblock')).toHaveCount(0);
  for (const reader of ['unknown', 'constructor', 'toString', '__proto__']) {
    await page.goto(`${url}/docs?reader=${reader}`);
    await expect(groups).toHaveCount(all.length);
    await expect(page.locator('[aria-current]')).toHaveText('All');
  }
});

test('axe finds no violation in the bar of /docs, and enough contrast on the page, light and dark', async ({
  page,
  demo: {url},
}) => {
  await addAxe(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({colorScheme});
    await page.goto(`${url}/docs?reader=editor`);
    await page.getByRole('link', {name: 'Editors'}).click();
    await page.locator('.opblock-summary-control').first().click();
    await expect(page.getByText('Try it out')).toBeVisible();
    await expectContrast(page, colorScheme);
  }
  await expectAccessible(page, 'header');
});
