import type {Page, Route} from 'playwright/test';

import {freePort} from '../server/store/testing/redis-process.ts';
import {dashboardOf} from './support/dashboard.ts';
import {embeddingPage, ownScript, scriptTag} from './support/embedding.ts';
import type {PortalSite} from './support/portal-site.ts';
import {expect, test} from './support/test.ts';

const states = '**/dashboard/1/apps/state?*';

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

test('announces that it is loading from a slow service', async ({page, site, startForSite}) => {
  const {url} = await startForSite();
  const held: Route[] = [];
  await page.route(states, route => void held.push(route));
  await open(page, site, url);
  await expect(page.getByRole('status')).toHaveText('Henter dit overblik …');
  await expect(frister(page)).toHaveCount(0);
  // The announcement precedes the request.
  await expect.poll(() => held.length).toBe(1);
  await Promise.all(held.map(route => route.continue()));
  await expect(frister(page)).toBeChecked();
  await expect(page.getByText('Henter dit overblik …')).toHaveCount(0);
});

test('asks a signed-out person to log in, and continues afterwards', async ({page, site, startForSite}) => {
  const {url} = await startForSite();
  const {token} = site;
  site.token = 'outdated';
  await open(page, site, url);
  await expectFailure(page, 'Du er blevet logget af. Log på igen for at fortsætte.');
  site.token = token;
  await retryByKeyboard(page);
});

test('reports missing access to a company’s deadlines without a login link', async ({
  page,
  site,
  startForSite,
}) => {
  const {url} = await startForSite();
  site.html = `<!doctype html><html lang="da"><title>En portal</title>
    <tavle-calendar cvr="10000009"></tavle-calendar>${scriptTag(`${url}/embed/tavle.js`)}${ownScript}</html>`;
  await page.goto(site.origin);
  const alert = page.getByRole('alert').filter({visible: true});
  await expect(alert).toContainText('Du har ikke adgang til denne virksomheds frister.');
  await expect(alert).not.toContainText('Log på');
});

test('retries after an error of the service', async ({page, site, startForSite}) => {
  const {url} = await startForSite();
  await page.route(states, route =>
    route.fulfill({status: 500, headers: {'access-control-allow-origin': site.origin}, json: {}}),
  );
  await open(page, site, url);
  await expectFailure(page, 'Vi har problemer lige nu.');
  await page.unroute(states);
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
