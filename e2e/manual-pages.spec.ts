import {readdirSync, readFileSync} from 'node:fs';

import {elementsOf, type Manifest} from '../scripts/elements/manifest.mjs';
import {createSearch, type Section} from '../scripts/manual/search.mjs';
import {settingNames} from '../server/settings.ts';
import {watchProblems} from './support/browser.ts';
import {expect, test} from './support/test.ts';

test('the manual’s pages link to each other, and every link to a heading finds it', () => {
  const pages = readdirSync('dist/docs')
    .filter(name => /^manual.*\.html$/.test(name))
    .map(name => {
      const html = readFileSync(`dist/docs/${name}`, 'utf8');
      return {url: `http://demo/${name}`, main: /<main[^]*<\/main>/.exec(html)?.[0] ?? ''};
    });
  const valuesOf = (attribute: string, main: string) =>
    [...main.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
  const targets = new Set([
    ...readdirSync('dist/docs').map(name => `http://demo/${name}`),
    ...pages.flatMap(({url, main}) => valuesOf('id', main).map(id => `${url}#${id}`)),
  ]);
  const links = pages
    .flatMap(({url, main}) => valuesOf('href', main).map(href => new URL(href, url).href))
    .filter(link => link.startsWith('http://demo/'))
    .map(link => link.replace(/\?[^#]*/, ''));
  expect(pages.filter(({main}) => main.match(/<h1/g)?.length !== 1)).toEqual([]);
  expect(pages.length).toBeGreaterThan(10);
  expect(links.filter(link => !targets.has(link))).toEqual([]);
});

test('each page of the manual links to the next one, marks its place in the navigation, and lists its headings', async ({
  page,
  demo: {url},
}) => {
  const problems = watchProblems(page);
  await page.goto(`${url}/docs/manual`);
  await page.getByRole('searchbox', {name: 'Search the manual'}).fill('logrot');
  await expect(page.getByRole('status')).toHaveText(/^\d+ found$/);
  await page.getByRole('link', {name: 'The audit log: Rotation'}).click();
  await expect(page).toHaveURL(/manual-operate-audit\.html#rotation$/);

  const marked = page.getByRole('navigation', {name: 'Pages'}).locator('[aria-current="page"]');
  await expect(marked).toHaveText('The audit log');
  await page.getByRole('navigation', {name: 'On this page'}).getByRole('link', {name: 'Questions'}).click();
  await expect(page).toHaveURL(/#questions$/);
  const next = page.getByRole('navigation', {name: 'Previous and next page'}).locator('[rel="next"]');
  const address = await next.getAttribute('href');
  await next.click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  expect(problems).toEqual([]);
});

test('the search of the manual finds words of readers and shows them in an excerpt', async ({
  page,
  demo: {url},
}) => {
  const problems = watchProblems(page);
  await page.goto(`${url}/docs/manual`);
  const results = page.locator('#results');
  for (const [query, title, excerpt] of [
    ['react 18', 'Frameworks', /React/i],
    ['SSO', 'Sign-in', /token/i],
    ['angular', 'Frameworks', /angular/i],
    ['pagination', 'antal', /antal/],
    ['vulnerability', 'Security', /vulnerability/i],
    ['high availability', 'Redis', /Sentinel/i],
    ['glossary', 'Glossary: Words', /Meaning/],
    ['redis+sentinel', '', /redis.sentinel/],
  ] as const) {
    await page.getByRole('searchbox').fill(query);
    const first = results.getByRole('listitem').filter({hasText: title}).first();
    await expect(first.getByRole('paragraph'), query).toHaveText(excerpt);
  }
  await page.getByRole('searchbox').fill('logrotate');
  await expect(results.locator('mark').first()).toHaveText('logrotate');
  await page.getByRole('searchbox').fill('xyzzy');
  await expect(page.getByRole('status')).toHaveText('0 found');
  expect(problems).toEqual([]);
});

test('the search of the manual finds pages by words of readers, also among other words and with a typing error', () => {
  const index: unknown = JSON.parse(readFileSync('dist/docs/manual-index.json', 'utf8'));
  const find = createSearch(index as Section[]);
  for (const [page, queries] of Object.entries({
    'operate-data': ['persondata', 'GDPR', 'personoplysninger'],
    'guides-frameworks': ['next.js', 'Nextjs', 'nuxt', 'SSR', 'next.js hydration', 'Angular 19'],
    'guides-portal': ['drupal', 'umbraco', 'sitecore', 'typo3', 'wordpress plugin', 'logout button'],
    'guides-sign-in': ['authorize', 'authorisation', 'OIDC', 'OAuth', 'how to authorize', 'login'],
    'guides-theming': ['colors', 'change colors', 'styling', 'stylesheet', 'CSS', 'farver'],
    'guides-use-elements': ['logout', 'log out'],
    'guides-certificate-files': ['certifcate files'],
    'operate-configure': ['certifikater'],
    'operate-install': ['zero downtime', 'downtime', 'k8s'],
    'operate-upgrade': ['opgradering'],
    'operate-audit': ['who deleted'],
    'operate-backup': ['disaster recovery'],
    'operate-install.html#nodejs': ['node version'],
    'operate-runbook.html#error-statuses': ['403'],
    'guides-embed': ['SRI'],
    'explain-accessibility': ['VPAT', 'browser support'],
    'explain-promises': ['i18n'],
    'reference-api.html': ['timezone', 'time zone'],
    'operate-sizing': ['CPU', 'scaling', 'memory and cpu'],
    'start-': ['getting started', 'kom i gang'],
  }))
    for (const query of queries) {
      const urls = find(query, 3).map(({url}) => url);
      expect(
        urls.filter(url => url.startsWith(`manual-${page}`)).length,
        `${query}: ${urls.join(' ')}`,
      ).toBeGreaterThan(0);
    }
  expect(find('postgres', 3)).toEqual([]);
});

test('the search of the manual keeps the results of a word that has a synonym', () => {
  const index: unknown = JSON.parse(readFileSync('dist/docs/manual-index.json', 'utf8'));
  const find = createSearch(index as Section[]);
  for (const [query, page] of [
    ['redis downtime', 'operate-runbook-redis'],
    ['scaling redis', 'operate-runbook-redis'],
    ['cpu limit', 'explain-promises.html#limits'],
    ['update css', 'reference-api-'],
    ['next.js with systemd', 'operate-install.html#with-systemd'],
    ['authorization', 'reference-api-'],
    ['Authorization header', 'reference-api.html#calling-the-service'],
  ] as const) {
    const urls = find(query, 3).map(({url}) => url);
    expect(
      urls.filter(url => url.startsWith(`manual-${page}`)).length,
      `${query}: ${urls.join(' ')}`,
    ).toBeGreaterThan(0);
  }
  const urlsOf = (query: string) => find(query, Infinity).map(({url}) => url);
  expect(urlsOf('redis downtime')).toEqual(expect.arrayContaining(urlsOf('redis')));
});

test('the search of the manual finds the reference of a setting, an attribute or an event by its name', () => {
  const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
  const find = createSearch(read('dist/docs/manual-index.json') as Section[]);
  const elements = elementsOf(read('dist/custom-elements.json') as Manifest);
  const names = elements
    .flatMap(({attributes = [], events = []}) => [...attributes, ...events].map(({name}) => name))
    .filter(name => name.includes('-'));
  expect(names.length).toBeGreaterThan(20);
  for (const [page, name] of [
    ...settingNames.map(name => ['manual-reference-settings.html', name] as const),
    ...names.map(name => ['manual-reference-element-', name] as const),
  ]) {
    const urls = find(name, 3).map(({url}) => url);
    expect(urls.filter(url => url.startsWith(page)).length, `${name}: ${urls.join(' ')}`).toBeGreaterThan(0);
  }
});

test('a button copies an example, and links to files of the package show them', async ({
  page,
  context,
  demo: {url},
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${url}/docs/manual-operate-audit.html`);
  await page.getByRole('button', {name: 'Copy'}).first().click();
  await expect(page.getByRole('button', {name: 'Copied'})).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\{"time":.*\}$/);
  await page.getByRole('link', {name: 'deploy/logrotate.conf'}).click();
  await expect(page.locator('body')).toContainText('/var/lib/tavle/store/audit.jsonl {');
});

test('the manual has no URL with a host or a leading slash, so that it works below any path', () => {
  const names = readdirSync('dist/docs').filter(name => /^manual.*\.html$/.test(name));
  const loaded = names.flatMap(name =>
    Array.from(
      readFileSync(`dist/docs/${name}`, 'utf8').matchAll(/<(?:link|script|img)[^>]+(?:src|href)="([^"]+)"/g),
      ([, url]) => url,
    ),
  );
  expect(loaded.length).toBeGreaterThan(100);
  expect(loaded.filter(url => /^(\/|https?:)/.test(url ?? ''))).toEqual([]);
});

test('charts are named, follow the colours of the page, and scroll on a phone', async ({
  page,
  demo: {url},
}) => {
  const problems = watchProblems(page);
  await page.setViewportSize({width: 390, height: 900});
  for (const name of ['benchmarks-server', 'benchmarks-browser', 'sizing', 'faults']) {
    await page.goto(`${url}/docs/manual-operate-${name}.html`);
    const charts = page.getByRole('img', {name: /^Chart of .+ by .+/});
    expect(await charts.count(), name).toBe(await page.locator('figure.chart').count());
    expect(await charts.count(), name).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
  const text = page.locator('.chart text').first();
  const colour = () => text.evaluate(each => getComputedStyle(each).fill);
  await page.emulateMedia({colorScheme: 'light'});
  const light = await colour();
  await page.emulateMedia({colorScheme: 'dark'});
  expect(await colour()).not.toBe(light);
  expect(problems).toEqual([]);
});

test('tables with long names are not cut on a wide screen', async ({page, demo: {url}}) => {
  await page.setViewportSize({width: 1280, height: 900});
  for (const name of ['reference-settings', 'reference-conformance', 'guides-sign-in']) {
    await page.goto(`${url}/docs/manual-${name}.html`);
    const excesses = await page
      .locator('.table')
      .evaluateAll(tables => tables.map(({scrollWidth, clientWidth}) => scrollWidth - clientWidth));
    expect(Math.max(...excesses), name).toBe(0);
  }
});

test('on a phone, tables with long rows are lists that name their columns, and stay tables for screen readers', async ({
  page,
  demo: {url},
}) => {
  await page.setViewportSize({width: 320, height: 900});
  for (const name of [
    'reference-settings',
    'reference-element-calendar',
    'reference-api-deadlines',
    'reference-glossary',
    'operate-sizing',
  ]) {
    await page.goto(`${url}/docs/manual-${name}.html`);
    const widths = await page.locator('.table.long').evaluateAll(tables =>
      tables.map(({scrollWidth, clientWidth, textContent}) => ({
        excess: scrollWidth - clientWidth,
        textContent,
      })),
    );
    expect(widths.length, name).toBeGreaterThan(0);
    expect(widths.filter(({excess}) => excess > 0)).toEqual([]);
  }
  await page.goto(`${url}/docs/manual-reference-settings.html`);
  const table = page.getByRole('table').first();
  const cell = table.getByRole('row').first().getByRole('cell').last();
  expect(await cell.evaluate(each => getComputedStyle(each, '::before').content)).toMatch(/Meaning/);
});

test('the manual’s pictures exist, have text alternatives, and fit 320 pixels', async ({
  page,
  demo: {url},
}) => {
  const problems = watchProblems(page);
  await page.setViewportSize({width: 320, height: 900});
  await page.goto(`${url}/docs/manual-explain-architecture.html`);
  const pictures = page.locator('main img');
  expect(await pictures.count()).toBeGreaterThan(0);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty('complete', true);
    expect(await picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    expect((await picture.getAttribute('alt'))?.length).toBeGreaterThan(40);
    const box = await picture.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  }
  expect(problems).toEqual([]);
});
