import type {Locator, Page} from 'playwright/test';

const widths = [320, 768, 1280];
const schemes = ['light', 'dark'];

/** Height of the window, in pixels; the page may be higher. */
const height = 560;

/**
 * Takes pictures of what a page shows, or of the dialog over it, at three widths on a light and on a dark page.
 *
 * @param bring Has the page show it.
 */
export async function takePictures(page: Page, bring: () => Promise<void>): Promise<Buffer[]> {
  await page.setViewportSize({width: 1280, height});
  await bring();
  // What was under the mouse would not be for certain at each width.
  await page.mouse.move(0, 0);
  const pictures: Buffer[] = [];
  for (const scheme of schemes) {
    for (const width of widths) {
      await page.setViewportSize({width, height});
      pictures.push(await takePicture(page, scheme));
    }
  }
  return pictures;
}

async function takePicture(page: Page, scheme: string): Promise<Buffer> {
  await page.evaluate(async scheme => {
    document.documentElement.style.colorScheme = scheme;
    await document.fonts.ready;
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, scheme);
  const dialog = page.getByRole('dialog');
  const how = {animations: 'disabled', caret: 'hide'} as const;
  return (await dialog.isVisible()) ? dialog.screenshot(how) : page.screenshot({fullPage: true, ...how});
}

/** Lays pictures side by side on a sheet, which takes the page's place. */
export async function layOut(page: Page, pictures: readonly Buffer[]): Promise<Locator> {
  const images = pictures.map(
    picture => `<img src="data:image/png;base64,${picture.toString('base64')}" alt="">`,
  );
  const sheetWidth = widths.reduce((sum, width) => sum + width + 8, 8);
  await page.emulateMedia({media: 'screen'});
  await page.setViewportSize({width: sheetWidth, height});
  await page.setContent(`
    <style>
      body {margin: 0}
      main {display: grid; grid-template-columns: repeat(3, max-content); gap: 8px; padding: 8px; background: #888}
    </style>
    <main>${images.join('')}</main>`);
  await page.evaluate(() => Promise.all([...document.images].map(image => image.decode())));
  return page.locator('main');
}
