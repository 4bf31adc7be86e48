// The calendars that are measured, for `measure.mjs`. Add another calendar to `peers`, with a folder in `peers/`.
import {readdir, readFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';

import {build} from 'vite';

import {lowerBound} from './section.mjs';

/**
 * The files of a calendar.
 *
 * @typedef {object} Bundle
 * @property {string} name
 * @property {readonly string[]} scripts URLs of the modules to import. The last one exports `convert` and `mount`.
 * @property {readonly string[]} sheets URLs of style sheets.
 * @property {ReadonlyMap<string, string | Uint8Array>} files By URL.
 * @property {boolean} [isServed] Whether the calendar requests its entries. Other calendars get them before the measurement.
 */

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));

/** Returns a built script of the elements, with the files that it may load.
 * @param {string} name @param {string} script @returns {Promise<Bundle>} */
export async function tavle(name = 'Tavle', script = 'tavle.js') {
  const directory = path('../../../dist/embed');
  const names = (await readdir(directory)).filter(name => name.endsWith('.js'));
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const file of names) files.set(`/${script}/${file}`, await readFile(`${directory}/${file}`, 'utf8'));
  const scripts = [`/${script}/${script}`, '/page/tavle.js'];
  return {name, scripts, sheets: [], files, isServed: true};
}

/** The lower bound: the same month and list, created with the DOM API.
 * @type {Bundle} */
export const plainDom = {
  ...{name: lowerBound, scripts: ['/page/plain-dom.js'], sheets: [], files: new Map()},
  isServed: true,
};

/** Builds the other calendars. @returns {Promise<Bundle[]>} */
export async function peers() {
  return [
    await bundle('FullCalendar', 'fullcalendar', 'fullcalendar'),
    await bundle('Schedule-X', 'schedule-x', '@schedule-x/calendar'),
  ];
}

/** Builds a minified peer. @param {string} title @param {string} folder @param {string} dependency @returns {Promise<Bundle>} */
async function bundle(title, folder, dependency) {
  const root = path(`peers/${folder}`);
  const {dependencies} = JSON.parse(await readFile(`${root}/package.json`, 'utf8'));
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define: {'process.env.NODE_ENV': '"production"'},
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      lib: {entry: `${root}/entry.js`, formats: ['es'], fileName: 'entry', cssFileName: 'entry'},
      rolldownOptions: {output: {minify: true}},
    },
  });
  const [{output}] = /** @type {[import('vite').Rolldown.RolldownOutput]} */ (built);
  const base = `/peers/${folder}`;
  const files = new Map(
    output.map(file => [`${base}/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  );
  const sheets = [...files.keys()].filter(url => url.endsWith('.css'));
  const name = `${title} ${dependencies[dependency]}`;
  return {name, scripts: [`${base}/entry.js`], sheets, files};
}
