import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {join} from 'node:path';

import {runnerImport} from 'vite';

/*
 * Takes screenshots of each state of each element in Chromium, Firefox and WebKit, at 320 and 1280 pixels, light and dark, and combines them
 * into contact sheets, test-results/engines/sheet-*.png:
 *
 *   node scripts/engine-pictures.mjs              everything
 *   node scripts/engine-pictures.mjs states       only saves the states; see client/testing/save-states.ts
 *   node scripts/engine-pictures.mjs Firefox      only takes the screenshots of one browser, from the saved states
 *   node scripts/engine-pictures.mjs Firefox ^dash the same for states with names that match a pattern
 *   node scripts/engine-pictures.mjs sheets       only creates the contact sheets
 */

const [only, pattern = ''] = process.argv.slice(2);
const isWanted = (/** @type {string} */ name) => only === undefined || only === name;
const folder = 'test-results/engines';
const statesFolder = 'test-results/states';
const pageSize = {width: 1280, height: 2400};
/** Number of states on a sheet, and the size of a sheet. Screenshots are shown at half size. */
const sheetLength = 2;
const sheetSize = {width: 1920, height: 2440};

if (isWanted('states')) saveStates();
const names = [...new Set(readdirSync(statesFolder).map(name => name.replace(/-\d+\.html$/, '')))]
  .filter(name => new RegExp(pattern).test(name))
  .sort();
const {module: support} = await runnerImport('./e2e/engines/engines.ts');
const {allEngines} = /** @type {typeof import('../e2e/engines/engines.ts')} */ (support);
const engines = allEngines.filter(({name}) => name !== 'Chromium 106');
mkdirSync(folder, {recursive: true});
const server = createServer((request, response) => {
  const {pathname, searchParams} = new URL(request.url ?? '/', 'http://localhost');
  const [type, body] = contentOf(pathname, searchParams);
  response.setHeader('content-type', type).end(body);
});
await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const address = /** @type {import('node:net').AddressInfo} */ (server.address());
const url = `http://127.0.0.1:${address.port}`;
for (const engine of engines) {
  if (isWanted(engine.name))
    await takeAll(
      engine,
      names.map(name => [`${url}/state?name=${name}`, join(folder, `${name}-${engine.name}.png`)]),
    );
}
if (isWanted('sheets') && engines[0]) {
  const sheets = Array.from({length: Math.ceil(names.length / sheetLength)}, (_, index) => index);
  await takeAll(
    engines[0],
    sheets.map(index => [
      `${url}/sheet?first=${index * sheetLength}`,
      join(folder, `sheet-${String(index + 1).padStart(2, '0')}.png`),
    ]),
    sheetSize,
  );
}
server.close();

function saveStates() {
  rmSync(statesFolder, {recursive: true, force: true});
  const {status} = spawnSync('node_modules/.bin/vitest', ['run', '--project', 'client'], {
    stdio: 'inherit',
    env: {...process.env, TAVLE_SAVE_STATES: '1'},
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** Opens pages one after the other and takes a screenshot of each.
 * @param {import('../e2e/engines/tab.ts').Engine} engine
 * @param {string[][]} pages URL and path of the screenshot of each page.
 * @param {{width: number, height: number}} [size] of the window */
async function takeAll(engine, pages, {width, height} = pageSize) {
  const browser = await engine.start();
  try {
    const tab = await browser.openTab();
    await tab.resize(width, height);
    for (const [page = '', path = ''] of pages) {
      await tab.goto(page);
      while (!(await tab.evaluate(() => document.documentElement.dataset.ready === 'true')));
      writeFileSync(path, await tab.screenshot());
    }
  } finally {
    await browser.close();
  }
}

/** Returns the type and the content of a page or a file.
 * @param {string} path
 * @param {URLSearchParams} parameters
 * @returns {[type: string, content: string | Buffer]} */
function contentOf(path, parameters) {
  const html = 'text/html; charset=utf-8';
  const name = parameters.get('name') ?? '';
  if (path === '/state') return [html, stateInFrames(name)];
  if (path === '/sheet') return [html, sheet(Number(parameters.get('first')))];
  if (path === '/frame') return [html, frame(name, parameters.get('colours') ?? '')];
  if (path.startsWith('/fonts/') && !path.includes('..'))
    return [
      'font/woff2',
      readFileSync(`node_modules/dkfds/dist/fonts/IBMPlexSans/split/woff2${path.slice(6)}`),
    ];
  if (path.endsWith('.png') && !path.includes('..')) return ['image/png', readPicture(path)];
  return ['text/plain', ''];
}

/** Returns a screenshot, or an empty text if it is missing.
 * @param {string} path */
function readPicture(path) {
  const file = join(folder, path);
  return existsSync(file) ? readFileSync(file) : '';
}

/** Returns a page with a state in one width and colour scheme, with its dialogs and focus.
 * @param {string} name
 * @param {string} colours */
function frame(name, colours) {
  const faces = [
    [400, 'Regular'],
    [600, 'SemiBold'],
    [700, 'Bold'],
  ].map(
    ([weight, style]) =>
      `@font-face {font-family: Plex; font-weight: ${weight}; src: url(/fonts/IBMPlexSans-${style}-Latin1.woff2)}`,
  );
  return `<!doctype html><html lang="da" style="color-scheme: ${colours}; background: Canvas">
    <meta charset="utf-8"><title>${name}</title>
    <style>${faces.join('')} body {box-sizing: border-box; margin: 0; padding: 16px; font: 16px/1.5 Plex; color: CanvasText}</style>
    <body>${readFileSync(join(statesFolder, `${name}.html`), 'utf8')}<script>(${restore.toString()})()</script>`;
}

/** Runs in the page: opens modal dialogs and restores the focus. */
function restore() {
  /** @param {Document | ShadowRoot} root */
  const visit = root => {
    for (const dialog of root.querySelectorAll('dialog')) {
      if (!dialog.hasAttribute('data-modal')) continue;
      dialog.removeAttribute('open');
      dialog.showModal();
    }
    for (const {shadowRoot} of root.querySelectorAll('*')) if (shadowRoot) visit(shadowRoot);
    const focused = root.querySelector('[data-focused]');
    if (focused instanceof HTMLElement) focused.focus();
  };
  visit(document);
}

/** Returns a page with a state in both widths and colour schemes.
 * @param {string} name */
function stateInFrames(name) {
  const frames = [320, 1280].flatMap(width =>
    ['light', 'dark'].map(
      colours =>
        `<iframe width="${width}" src="/frame?name=${name}-${width}&colours=${colours}" style="border: 0"></iframe>`,
    ),
  );
  return `<!doctype html><title>${name}</title><body style="margin: 0; background: #888; font-size: 0">${frames.join('')}
    <script>(${fitFrames.toString()})()</script>`;
}

/** Runs in the page: sets the height of frames to that of their content, within limits. */
async function fitFrames() {
  await new Promise(resolve => addEventListener('load', resolve));
  for (const frame of document.querySelectorAll('iframe')) {
    const inside = frame.contentDocument;
    if (!inside) continue;
    // Firefox never resolves this behind some dialogs.
    await Promise.race([inside.fonts.ready, new Promise(resolve => setTimeout(resolve, 1_000))]);
    const [min, max] = frame.width === '320' ? [560, 1000] : [480, 700];
    frame.height = String(Math.min(max, Math.max(min, inside.documentElement.scrollHeight)));
  }
  for (let turn = 0; turn < 5; turn += 1) await new Promise(resolve => requestAnimationFrame(resolve));
  document.documentElement.dataset.ready = 'true';
}

/** Returns a page with some states and a column for each browser.
 * @param {number} first */
function sheet(first) {
  const width = Math.floor(sheetSize.width / engines.length);
  const rows = names.slice(first, first + sheetLength).map(name => {
    const pictures = engines.map(
      engine => `<img width="${width}" style="vertical-align: top" src="/${name}-${engine.name}.png">`,
    );
    return `<div style="height: 1220px; overflow: hidden"><p style="margin: 0; height: 20px; font: 14px sans-serif">${name}: ${engines.map(each => each.name).join(', ')}</p>${pictures.join('')}</div>`;
  });
  return `<!doctype html><title>Sheet</title><body style="margin: 0; font-size: 0">${rows.join('')}
    <script>addEventListener('load', () => (document.documentElement.dataset.ready = 'true'))</script>`;
}
