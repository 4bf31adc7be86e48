import {expectAccessible} from './support/axe.ts';
import {watchProblems} from './support/browser.ts';
import {expect, test} from './support/test.ts';

test('the manual’s pages lead to each other, and every link to a heading finds it', async ({
  page,
  demo: {url},
}) => {
  const problems = watchProblems(page);
  await page.goto(`${url}/demo/manual.html`);
  const addresses = await page
    .getByRole('navigation', {name: 'Sider'})
    .getByRole('link')
    .evaluateAll(links => links.map(link => (link as HTMLAnchorElement).href));
  expect(addresses.length).toBeGreaterThan(10);

  const wanted = new Set<string>();
  const headings = new Set<string>();
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('heading', {level: 1})).toHaveCount(1);
    const main = page.locator('main');
    const [links, ids] = await Promise.all([
      main.locator('a').evaluateAll(all => all.map(link => (link as HTMLAnchorElement).href)),
      main.locator('[id]').evaluateAll(all => all.map(({id}) => id)),
    ]);
    for (const link of links.filter(link => link.startsWith(`${url}/`)))
      wanted.add(link.replace(/\?[^#]*/, ''));
    headings.add(address);
    for (const id of ids) headings.add(`${address}#${id}`);
  }
  expect([...wanted].filter(link => !headings.has(link))).toEqual([]);
  expect(problems).toEqual([]);
});

test('the manual’s pictures are there, say what they show, and fit on a page of 320 pixels', async ({
  page,
  demo: {url},
}) => {
  const problems = watchProblems(page);
  await page.setViewportSize({width: 320, height: 900});
  await page.goto(`${url}/demo/manual-benchmarks.html`);
  const pictures = page.locator('main img');
  expect(await pictures.count()).toBeGreaterThan(5);
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

test('axe finds nothing on the manual’s pages, light and dark, and they have room at 320 pixels', async ({
  page,
  demo: {url},
}) => {
  for (const name of ['manual', 'manual-embed', 'manual-sign-in', 'manual-words', 'manual-benchmarks']) {
    await page.goto(`${url}/demo/${name}.html`);
    await expect(page.locator('#person')).toContainText('Anna');
    await expectAccessible(page);
    await page.setViewportSize({width: 320, height: 900});
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.setViewportSize({width: 1280, height: 720});
  }
});
