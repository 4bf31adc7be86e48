import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';

import {chromium} from 'playwright';
import {runnerImport} from 'vite';

import {readyUrl} from './ready-url.mjs';

/* Takes the README's screenshots of the dashboard and the calendar in the built demo, and writes them to docs/images/, or to the folder of the argument. */

const {module: support} = await runnerImport('./e2e/support/chromium.ts');
const {chromiumLaunch} = /** @type {typeof import('../e2e/support/chromium.ts')} */ (support);

const [, , output = 'docs/images'] = process.argv;
const directory = mkdtempSync(join(tmpdir(), 'tavle-pictures-'));
const demo = spawn(process.execPath, [resolve('dist/server/cli.js'), 'demo'], {
  cwd: directory,
  env: {...process.env, TAVLE_PORT: '0'},
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch(chromiumLaunch);
try {
  const url = await readyUrl(demo);
  mkdirSync(output, {recursive: true});
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

  /** Without the space that the demo keeps below an element while it loads.
   * @param {'dashboard' | 'calendar'} name */
  async function takePicture(name) {
    const element = page.locator(`tavle-${name}`);
    await element.evaluate(({style}) => (style.minBlockSize = '0'));
    await element.screenshot({path: join(output, `${name}.png`)});
  }
} finally {
  await browser.close();
  demo.kill();
  await once(demo, 'exit');
  rmSync(directory, {recursive: true});
}
