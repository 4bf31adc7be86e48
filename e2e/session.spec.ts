import {randomUUID} from 'node:crypto';

import {cvrClaim} from '../server/testing/issuer.ts';
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
  // The template still contains the text.
  await expect(page.locator('tavle-dashboard :not(template)', {hasText: 'Moms: 1. marts'})).toHaveCount(0);
});

for (const [awaited, wait] of [
  ['token', `document.querySelector('tavle-dashboard').getToken = () => new Promise(() => {})`],
  // The browser may wait for the preflight of another origin: it then has not sent the change.
  [
    'response',
    'fetch = (send => (url, init) => (init?.method === "PUT" ? new Promise(() => {}) : send(url, init)))(fetch)',
  ],
] as const)
  test(`the browser asks a person who leaves the page while a change waits for its ${awaited}`, async ({
    page,
    site,
  }) => {
    await page.goto(site.origin);
    await page.getByRole('button', {name: 'Tilpas overblik'}).click();
    await page.evaluate(wait);
    await page.getByRole('switch', {name: 'Frister'}).click();
    await expect(page.getByRole('heading', {name: 'Dit overblik er tomt'})).toBeVisible();
    const question = page.waitForEvent('dialog');
    await page.evaluate('setTimeout(() => location.reload())');
    expect((await question).type()).toBe('beforeunload');
    await (await question).dismiss();
    await expect(page.getByRole('heading', {name: 'Dit overblik er tomt'})).toBeVisible();
  });

test('another person who has signed in behind the same getToken sees their own apps', async ({
  page,
  site,
  issuer,
}) => {
  await page.goto(site.origin);
  await page.getByRole('button', {name: 'Tilpas overblik'}).click();
  await page.getByRole('switch', {name: 'Frister'}).click();
  await expect(page.getByRole('heading', {name: 'Dit overblik er tomt'})).toBeVisible();
  site.token = await issuer.token(randomUUID());
  await page.evaluate(comeBack);
  await page.clock.runFor(1_000);
  await expect(page.getByRole('heading', {name: 'På dit overblik 1'})).toBeVisible();
  await expect(page.getByRole('button', {name: 'Fortryd'})).toHaveCount(0);
});

test('another person who goes back to a page with their token sees their own apps, not the browser’s copy', async ({
  page,
  site,
  issuer,
  siteService: {url},
}) => {
  site.headers = {'cache-control': 'no-store'};
  // When a person goes back, the browser takes responses to requests during the load of the page from its cache, even old ones.
  const signIn = async () => {
    const token = await issuer.token(randomUUID());
    const own = `<script>document.querySelector('tavle-dashboard').getToken = () => '${token}'</script>`;
    site.html = embeddingPage([own, scriptTag(`${url}/embed/tavle.js`)]);
  };
  await signIn();
  await page.goto(site.origin);
  await page.getByRole('button', {name: 'Tilpas overblik'}).click();
  const saved = page.waitForResponse(response => response.request().method() === 'PUT');
  await page.getByRole('switch', {name: 'Frister'}).click();
  await saved;
  await page.reload();
  await expect(page.getByRole('heading', {name: 'Dit overblik er tomt'})).toBeVisible();
  await page.goto('about:blank');
  await signIn();
  await page.goBack();
  await expect(page.getByRole('heading', {name: 'På dit overblik 1'})).toBeVisible();
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

/** Answers requests with responses whose headers are three days old, as a service worker with a cache does. */
const worker = `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', event => event.waitUntil(clients.claim()));
  addEventListener('fetch', event => {
    if (!event.request.url.includes('/calendar/1/')) return;
    const date = new Date(Date.now() - 3 * 86400000).toUTCString();
    const copy = async response =>
      new Response(await response.text(), {headers: {...Object.fromEntries(response.headers), date}});
    event.respondWith(fetch(event.request).then(copy));
  });
`;

test('the copies of a service worker do not move today', async ({page, site, issuer, siteService: {url}}) => {
  site.worker = worker;
  site.token = await issuer.token(randomUUID(), {[cvrClaim]: '12345674'});
  site.html = `<!doctype html><html lang="da"><title>En portal</title><tavle-calendar cvr="12345674" view="month"></tavle-calendar>
    ${scriptTag(`${url}/embed/tavle.js`)}${ownScript}</html>`;
  await page.goto(site.origin);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  const loaded = page.waitForResponse(response => response.url().includes('/calendar/1/'));
  await page.clock.runFor(2_000);
  expect((await loaded).fromServiceWorker()).toBe(true);
  await page.clock.runFor(2_000);
  await expect(page.locator('[part=month]:not(.waiting)')).toBeVisible();
  const today = new Date().toLocaleDateString('sv-SE', {timeZone: 'Europe/Copenhagen'});
  await expect(page.locator('td[aria-current=date]')).toHaveAttribute('data-date', today);
});
