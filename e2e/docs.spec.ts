import type {Page} from 'playwright/test';

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

  for (const summary of ['Read the states of apps', 'List the deadlines of a company']) {
    const tried = operation(page, summary);
    await tried.getByRole('button', {name: summary}).click();
    await tried.getByRole('button', {name: 'Try it out'}).click();
    await tried.getByRole('button', {name: 'Execute'}).click();
    await expect(tried.locator('.live-responses-table .response-col_status').last()).toContainText('200');
  }
  expect(problems).toEqual([]);
  expect([...hosts]).toEqual([new URL(url).host]);

  await page.setViewportSize({width: 320, height: 900});
  const long = operation(page, 'Create or update a form variant');
  await long.getByRole('button', {name: 'Create or update a form variant'}).click();
  await expect(long.getByText('Try it out')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
