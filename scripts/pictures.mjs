import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, relative, resolve} from 'node:path';
import {parseArgs} from 'node:util';

import {chromium} from 'playwright';
import {runnerImport} from 'vite';

import {readyUrl} from './ready-url.mjs';

/* Takes the README's screenshots of the dashboard and the calendar in the built demo, and writes them to docs/images/, or to the folder of `--output`.
   With `--sheet FOLDER`, takes pictures of all `views` of the demo instead, and writes index.html, which compares them with those of `--before`, the
   folder of an earlier run. Add a new page of the demo to `views`. */

const {module: support} = await runnerImport('./e2e/support/chromium.ts');
const {chromiumLaunch} = /** @type {typeof import('../e2e/support/chromium.ts')} */ (support);

const {
  values: {output = 'docs/images', sheet, before},
} = parseArgs({options: {output: {type: 'string'}, sheet: {type: 'string'}, before: {type: 'string'}}});

/** The views of the contact sheet, by their URLs. */
const views = {
  dashboard: 'demo/',
  month: 'demo/frister.html?tavle-visning=month',
  list: 'demo/frister.html?tavle-visning=list',
  year: 'demo/frister.html?tavle-visning=year',
  'many companies': 'demo/frister.html?user=demo-erik',
  'form search': 'demo/find-formular.html',
  editors: 'demo/redaktion.html',
  registry: 'demo/formularer.html',
  theme: 'demo/tema.html',
  mails: 'demo/mails.html',
  api: 'docs',
  manual: 'docs/manual',
};
const widths = [390, 1280];
const languages = /** @type {const} */ (['da', 'en']);
const schemes = /** @type {const} */ (['light', 'dark']);

const directory = mkdtempSync(join(tmpdir(), 'tavle-pictures-'));
const demo = spawn(process.execPath, [resolve('dist/server/cli.js'), 'demo'], {
  cwd: directory,
  env: {...process.env, TAVLE_PORT: '0'},
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch(chromiumLaunch);
try {
  const url = await readyUrl(demo);
  if (sheet === undefined) await takeReadmePictures(url, output);
  else await takeSheet(url, sheet);
} finally {
  await browser.close();
  demo.kill();
  await once(demo, 'exit');
  rmSync(directory, {recursive: true});
}

/** @param {string} url @param {string} folder */
async function takeReadmePictures(url, folder) {
  mkdirSync(folder, {recursive: true});
  const page = await browser.newPage({viewport: {width: 1280, height: 1000}, locale: 'da-DK'});
  await page.goto(`${url}/demo/`);
  await page.locator('tavle-deadlines time').first().waitFor();
  await takePicture('dashboard');
  await page.goto(`${url}/demo/frister.html`);
  await page.getByRole('button', {name: 'Næste måned'}).click();
  await page
    .getByText(/^A-skat/)
    .first()
    .waitFor();
  await page.mouse.move(0, 0);
  await takePicture('calendar');

  /** Takes a picture without the space that the demo keeps below a loading element.
   * @param {'dashboard' | 'calendar'} name */
  async function takePicture(name) {
    const element = page.locator(`tavle-${name}`);
    await element.evaluate(({style}) => (style.minBlockSize = '0'));
    await element.screenshot({path: join(folder, `${name}.png`)});
  }
}

/** @param {string} url @param {string} folder */
async function takeSheet(url, folder) {
  mkdirSync(folder, {recursive: true});
  const rows = [];
  for (const width of widths) {
    for (const colorScheme of schemes) {
      const page = await browser.newPage({viewport: {width, height: 900}, colorScheme});
      for (const [name, path] of Object.entries(views)) {
        for (const lang of languages) {
          const address = new URL(path, url);
          address.searchParams.set('lang', lang);
          await page.goto(address.href, {waitUntil: 'networkidle'});
          const file = `${name} ${width} ${lang} ${colorScheme}.png`.replaceAll(' ', '-');
          await page.screenshot({path: join(folder, file), fullPage: true});
          const pictures = [before, folder].flatMap(from => {
            const picture = from === undefined ? '' : join(from, file);
            return existsSync(picture) ? [relative(folder, picture)] : [];
          });
          const images = pictures.map(
            picture => `<img src="${picture}" width="${width / 2}" loading="lazy" alt="">`,
          );
          rows.push(
            `<figure><figcaption>${name}, ${width} px, ${lang}, ${colorScheme}</figcaption>${images.join('')}</figure>`,
          );
        }
      }
      await page.close();
    }
  }
  const style =
    'body {display: flex; flex-wrap: wrap; font-family: sans-serif} img {border: 1px solid; vertical-align: top}';
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>${style}</style>${rows.join('\n')}\n`,
  );
}
