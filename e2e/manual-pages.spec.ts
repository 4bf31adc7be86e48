import {watchProblems} from './support/browser.ts';
import {expect, test} from './support/test.ts';

test('the manual’s pages link to each other, and every link to a heading finds it', async ({
  browser,
  demo: {url},
}) => {
  // The pages' policy forbids their scripts to parse HTML.
  const page = await browser.newPage({bypassCSP: true});
  await page.goto(`${url}/demo/manual.html`);
  const addresses = await page
    .getByRole('navigation', {name: 'Sider'})
    .locator('a')
    .evaluateAll(links => links.map(link => (link as HTMLAnchorElement).href));
  expect(addresses.length).toBeGreaterThan(10);
  addresses.unshift(`${url}/demo/manual.html`);

  const found = await page.evaluate(async addresses => {
    const read = async (address: string) => {
      const html = await (await fetch(address)).text();
      const main = new DOMParser().parseFromString(html, 'text/html').querySelector('main');
      const hrefs = [...(main?.querySelectorAll('a') ?? [])].map(link => link.getAttribute('href') ?? '');
      return {
        links: hrefs.map(href => new URL(href, address).href),
        headings: [...(main?.querySelectorAll('[id]') ?? [])].map(({id}) => `${address}#${id}`),
        titles: main?.querySelectorAll('h1').length,
      };
    };
    return Promise.all(addresses.map(read));
  }, addresses);
  expect(found.map(({titles}) => titles)).toEqual(addresses.map(() => 1));
  const headings = new Set([...addresses, ...found.flatMap(each => each.headings)]);
  const wanted = found
    .flatMap(({links}) => links)
    .filter(link => link.startsWith(`${url}/`))
    .map(link => link.replace(/\?[^#]*/, ''));
  expect(wanted.filter(link => !headings.has(link))).toEqual([]);
  await page.close();
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
