import {randomUUID} from 'node:crypto';

import {embedAddresses, embeddingPage, ownScript, scriptTag} from './support/embedding.ts';
import {expect, test} from './support/test.ts';

test.beforeEach(async ({page, site, siteService: {url}}) => {
  const html = embeddingPage([scriptTag((await embedAddresses(url)).url), ownScript]);
  site.html = html.replace('<tavle-dashboard>', '<tavle-dashboard login-url="/log-paa">');
  await page.clock.install();
});

/** Lets the person leave the tab and come back. */
const comeBack = `document.dispatchEvent(new Event('visibilitychange'))`;

test('a person who has signed out in another tab leaves nothing on the page', async ({page, site}) => {
  await page.goto(site.origin);
  await expect(page.getByText('Moms: 1. marts')).toBeVisible();
  site.token = '';
  await page.evaluate(comeBack);
  await page.clock.runFor(1_000);
  await expect(page.getByRole('heading', {name: 'Log på for at se dit overblik'})).toBeVisible();
  await expect(page.getByRole('link', {name: 'Log på'})).toHaveAttribute('href', '/log-paa');
  await expect(page.getByText('Du er blevet logget af.')).toBeVisible();
  // The template still has it.
  await expect(page.locator('tavle-dashboard :not(template)', {hasText: 'Moms: 1. marts'})).toHaveCount(0);
});

test('another person who has signed in behind the same getToken sees their own apps', async ({
  page,
  site,
  issuer,
}) => {
  await page.goto(site.origin);
  await page.getByRole('switch', {name: 'Frister'}).click();
  await expect(page.getByRole('heading', {name: 'Dit overblik er tomt'})).toBeVisible();
  site.token = await issuer.token(randomUUID());
  await page.evaluate(comeBack);
  await page.clock.runFor(1_000);
  await expect(page.getByRole('heading', {name: 'På dit overblik 1'})).toBeVisible();
  await expect(page.getByRole('button', {name: 'Fortryd'})).toHaveCount(0);
});

test('a token with another audience leads to no login, and to its reason on the console', async ({
  page,
  site,
  issuer,
}) => {
  const warnings: string[] = [];
  page.on('console', message => message.type() === 'warning' && warnings.push(message.text()));
  site.token = await issuer.token(randomUUID(), {aud: 'another'});
  await page.goto(site.origin);
  await expect(page.getByRole('alert')).toContainText('Der opstod en fejl.');
  await expect(page.getByRole('link', {name: 'Log på'})).toHaveCount(0);
  expect(warnings).toEqual([expect.stringContaining(`The token's claim "aud" is wrong.`)]);
});
