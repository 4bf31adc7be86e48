import type {Page} from 'playwright/test';

import {freePort} from '../server/store/testing/redis-process.ts';
import {dashboardOf} from './support/dashboard.ts';
import {embeddingPage, ownScript, scriptTag} from './support/embedding.ts';
import type {PortalSite} from './support/portal-site.ts';
import {expect, test} from './support/test.ts';

const frister = (page: Page) => page.getByRole('switch', {name: 'Frister'});
const retry = (page: Page) => page.getByRole('button', {name: 'Prøv igen'});

async function open(page: Page, site: PortalSite, url: string) {
  site.html = embeddingPage([scriptTag(`${url}/embed/tavle.js`), ownScript]);
  await page.goto(site.origin);
}

async function expectFailure(page: Page, reason: string) {
  const alert = page.getByRole('alert').filter({visible: true});
  await expect(alert.getByRole('heading', {name: 'Dit overblik kunne ikke hentes'})).toBeVisible();
  await expect(alert).toContainText(reason);
}

/** Retries by keyboard, and expects the focus on the first heading of the content. */
async function retryByKeyboard(page: Page) {
  await retry(page).focus();
  await page.keyboard.press('Enter');
  await expect(frister(page)).toBeChecked();
  await expect(page.getByRole('heading', {name: 'På dit overblik 1'})).toBeFocused();
}

test('asks a signed-out person to log in, and continues afterwards', async ({page, site, startForSite}) => {
  const {url} = await startForSite();
  const {token} = site;
  site.token = 'outdated';
  await open(page, site, url);
  await expectFailure(page, 'Du er blevet logget af. Log på igen for at fortsætte.');
  site.token = token;
  await retryByKeyboard(page);
});

test('retries after an outage of the store', async ({page, site, startForSite, startDurableRedis}) => {
  const redis = await startDurableRedis();
  const {url} = await startForSite({TAVLE_STORE: redis.url});
  await redis.kill();
  await open(page, site, url);
  await expectFailure(page, 'Vi har problemer lige nu.');
  await redis.restart();
  await expect.poll(async () => (await fetch(`${url}/health/ready`)).status).toBe(200);
  await retryByKeyboard(page);
});

test('reverts a change that a stopped service did not save, and saves it on retry', async ({
  page,
  site,
  startForSite,
}) => {
  // Not an ephemeral port, so no other process uses it in between.
  const TAVLE_PORT = String(await freePort());
  const service = await startForSite({TAVLE_PORT});
  await open(page, site, service.url);
  await expect(frister(page)).toBeChecked();
  await service.stop();

  await frister(page).click();
  await expect(page.getByRole('alert').filter({visible: true})).toHaveText(
    'Frister blev ikke fjernet fra dit overblik.',
  );
  await expect(frister(page)).toBeChecked();
  await expect(page.getByText('Moms: 1. marts')).toBeVisible();

  await startForSite({TAVLE_PORT});
  await retry(page).click();
  await expect(page.getByRole('status').last()).toHaveText('Frister vises ikke længere på dit overblik.');
  const stored = () => dashboardOf(service.url, site.token).states(['frister']);
  await expect.poll(stored).toEqual({frister: 'deactive'});
});

test('rejects a portal of an unknown origin', async ({page, site, start}) => {
  const {url} = await start({TAVLE_ORIGINS: 'https://another.example.dk'});
  await open(page, site, url);
  await expectFailure(page, 'Vi har problemer lige nu.');
});
