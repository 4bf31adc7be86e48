// Compares elements with the stored screenshots in `pictures/`, for `visual.test.ts`; tests of the calendar use its font
// and `resize`. Change the widths and the tolerance here. After a change, look at each new picture.
import {expect} from 'vitest';
import {commands, page, server, userEvent} from 'vitest/browser';

import {emulateMedia, rendered, setColours, setToday} from './page-fixture.ts';
import drawnBy from './pictures/chromium.txt?raw';

declare module 'vitest/browser' {
  interface BrowserCommands {
    resizeWindow: (size: {width: number; height: number}) => Promise<void>;
  }
}

/** The widths of the window for each colour scheme. Dark colours have the layout of light ones, so one width is enough. */
const widths = {light: [320, 768, 1280], dark: [768]};

/** Height of the window for a dialog, in pixels. */
const height = 560;

/** Space between two images, in pixels. */
const gap = 8;

const folder = 'client/testing/pictures';
const release = /Chrome\/(\d+)/.exec(navigator.userAgent)?.[1] ?? '';

/** Other releases of Chromium draw text and form fields slightly differently. */
const tolerance =
  drawnBy.trim() === release
    ? {allowedMismatchedPixels: 50, threshold: 0.1}
    : {allowedMismatchedPixelRatio: 0.01, threshold: 0.2};

/**
 * Compares an element, or its dialog, with its picture: a sheet of three widths on a light page and one on a dark page, with a fixed font
 * and clock. With `--update`, writes the picture, unless the stored one looks the same.
 *
 * @param name The name of the picture.
 * @param show Adds the element to the page in its state.
 */
export async function expectMatchesPicture(
  name: string,
  show: (() => Promise<unknown>) | undefined,
): Promise<void> {
  setToday('2026-12-10');
  await loadFont();
  document.body.style.cssText =
    'box-sizing: border-box; min-block-size: 100vh; margin: 0; padding: 16px; font: 16px/1.5 Plex';
  await resize(1280, height);
  // Clicks as a person does: a focus that a script moves is then invisible.
  await userEvent.click(document.body, {position: {x: 1, y: 1}, force: true});
  await show?.();
  if (name.endsWith('on paper')) await emulateMedia({media: 'print'});
  await userEvent.hover(document.body, {position: {x: 1, y: 1}, force: true});
  const rows: HTMLImageElement[][] = [];
  for (const colours of ['light', 'dark'] as const) {
    setColours(colours);
    const row = [];
    for (const width of widths[colours]) row.push(await takePicture(width));
    rows.push(row);
  }
  await emulateMedia({media: 'screen'});
  await compare(layOut(rows), name.replaceAll(/\W+/g, '-'));
}

/** Loads the font of the pictures, `Plex`: the machine's own fonts differ in width. */
export async function loadFont(): Promise<void> {
  if (document.fonts.size) return;
  for (const [weight, style] of [
    ['400', 'Regular'],
    ['600', 'SemiBold'],
    ['700', 'Bold'],
  ] as const) {
    const file = `/node_modules/dkfds/dist/fonts/IBMPlexSans/split/woff2/IBMPlexSans-${style}-Latin1.woff2`;
    document.fonts.add(await new FontFace('Plex', `url(${file})`, {weight}).load());
  }
}

async function takePicture(width: number): Promise<HTMLImageElement> {
  await resize(width, height);
  await rendered();
  const dialog = page.getByRole('dialog').query();
  if (!dialog && document.body.scrollHeight > height) {
    await resize(width, document.body.scrollHeight);
    await rendered();
  }
  // Animations all end with the element's style.
  for (const animation of animationsIn(document)) animation.cancel();
  await rendered();
  return decode(await page.screenshot({element: dialog ?? document.body, save: false}));
}

/** Returns the animations of a document or shadow tree and those of the shadow trees in it, which its `getAnimations` leaves out. */
function animationsIn(tree: Document | ShadowRoot): Animation[] {
  const hosts = [...tree.querySelectorAll('*')];
  return [
    ...tree.getAnimations(),
    ...hosts.flatMap(({shadowRoot}) => (shadowRoot ? animationsIn(shadowRoot) : [])),
  ];
}

/** Resizes the test's frame, and the window around it: Vitest scales down a frame that is larger than the window. */
export async function resize(width: number, height: number): Promise<void> {
  await commands.resizeWindow({width, height});
  await page.viewport(width, height);
}

/** Returns a sheet with a row for each list of images. */
function layOut(rows: readonly HTMLImageElement[][]): HTMLCanvasElement {
  const heightOf = (row: HTMLImageElement[]) => Math.max(...row.map(({height}) => height)) + gap;
  const widthOf = (row: HTMLImageElement[]) => row.reduce((sum, {width}) => sum + width + gap, gap);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(...rows.map(widthOf));
  canvas.height = rows.reduce((sum, row) => sum + heightOf(row), gap);
  canvas.style.display = 'block';
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw.');
  context.fillStyle = '#888';
  context.fillRect(0, 0, canvas.width, canvas.height);
  let y = gap;
  for (const row of rows) {
    row.forEach((image, place) => context.drawImage(image, widthOf(row.slice(0, place)), y));
    y += heightOf(row);
  }
  return canvas;
}

async function compare(sheet: HTMLCanvasElement, name: string): Promise<void> {
  const picture = sheet.toDataURL().split(',')[1] ?? '';
  const path = `${folder}/${name}.png`;
  const stored = await commands.readFile(path, 'base64').catch(() => '');
  if (server.config.snapshotOptions.updateSnapshot === 'all') {
    if (drawnBy.trim() === release && (await looksLike(sheet, stored))) return;
    await commands.writeFile(path, picture, 'base64');
    await commands.writeFile(`${folder}/chromium.txt`, `${release}\n`);
    return;
  }
  // Most pictures are identical, and comparing bytes is faster.
  if (picture === stored) return;
  document.body.style.padding = '0';
  document.body.replaceChildren(sheet);
  await resize(sheet.width, sheet.height);
  await expect(sheet).toMatchScreenshot(name, {comparatorName: 'pixelmatch', comparatorOptions: tolerance});
}

/**
 * The maximum difference of a colour value, 0 to 255, that nobody sees: runs of the same state differ by up to 18. `tolerance` allows 26 for a
 * grey.
 */
const maxDifference = 20;

/** Returns whether a sheet looks like a picture: no colour value differs by more than {@link maxDifference}. */
async function looksLike(sheet: HTMLCanvasElement, picture: string): Promise<boolean> {
  if (!picture) return false;
  const {width, height} = sheet;
  const image = await decode(picture);
  if (image.width !== width || image.height !== height) return false;
  const canvas = Object.assign(document.createElement('canvas'), {width, height});
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  const [one, other] = [canvas, sheet].map(each => each.getContext('2d')?.getImageData(0, 0, width, height));
  return one?.data.every((value, at) => Math.abs(value - (other?.data[at] ?? NaN)) <= maxDifference) ?? false;
}

async function decode(picture: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  return image;
}
