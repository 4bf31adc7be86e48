import {readdirSync, readFileSync} from 'node:fs';

import {watchProblems} from './support/browser.ts';
import {expect, test} from './support/test.ts';

test('the manual’s pages link to each other, and every link to a heading finds it', () => {
  const pages = readdirSync('dist/pages')
    .filter(name => /^manual.*\.html$/.test(name))
    .map(name => {
      const html = readFileSync(`dist/pages/${name}`, 'utf8');
      return {url: `http://demo/${name}`, main: /<main[^]*<\/main>/.exec(html)?.[0] ?? ''};
    });
  const valuesOf = (attribute: string, main: string) =>
    [...main.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
  const targets = new Set(
    pages.flatMap(({url, main}) => [url, ...valuesOf('id', main).map(id => `${url}#${id}`)]),
  );
  const links = pages
    .flatMap(({url, main}) => valuesOf('href', main).map(href => new URL(href, url).href))
    .filter(link => link.startsWith('http://demo/'))
    .map(link => link.replace(/\?[^#]*/, ''));
  expect(pages.filter(({main}) => main.match(/<h1/g)?.length !== 1)).toEqual([]);
  expect(pages.length).toBeGreaterThan(10);
  expect(links.filter(link => !targets.has(link))).toEqual([]);
});

test('the manual can be searched; each page links to the next one and marks its place in the navigation', async ({
  page,
  demo: {url},
}) => {
  const problems = watchProblems(page);
  await page.goto(`${url}/demo/manual.html`);
  await page.getByRole('searchbox', {name: 'Søg i håndbogen'}).fill('logrot');
  await expect(page.getByRole('status')).toHaveText(/^\d+ fundet$/);
  await page.getByRole('link', {name: 'The audit log: Rotation'}).click();
  await expect(page).toHaveURL(/manual-operate-audit\.html#rotation$/);

  const marked = page.getByRole('navigation', {name: 'Sider'}).locator('[aria-current="page"]');
  await expect(marked).toHaveText('The audit log');
  const next = page.getByRole('navigation', {name: 'Previous and next page'}).locator('[rel="next"]');
  const address = await next.getAttribute('href');
  await next.click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await page.getByRole('searchbox').fill('xyzzy');
  await expect(page.getByRole('status')).toHaveText('0 fundet');
  expect(problems).toEqual([]);
});

test('the manual’s pictures exist, have text alternatives, and fit 320 pixels', async ({
  page,
  demo: {url},
}) => {
  const problems = watchProblems(page);
  await page.setViewportSize({width: 320, height: 900});
  await page.goto(`${url}/demo/manual-explain-architecture.html`);
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
