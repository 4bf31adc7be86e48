import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {availableParallelism, loadavg, tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {chromium} from 'playwright';
import {format, resolveConfig} from 'prettier';

import {median} from './numbers.mjs';
import {MeasuredServer} from './processes.mjs';

/**
 * What one load of a page tells: milliseconds, but for the shift.
 *
 * @typedef {{paint: number, largest: number, shift: number, task: number, blocked: number, ours: number}} Figures
 */

const rounds = 15;

/** A task above this is a long one (W3C Long Tasks), in milliseconds. */
const mostTask = 50;

/** How long a page is watched after it is loaded, in milliseconds. */
const watch = 1000;

const pages = {
  Overblik: 'demo/',
  'Frister, month': 'demo/frister.html?tavle-visning=month',
  'Frister, list': 'demo/frister.html?tavle-visning=list',
};

const directory = await mkdtemp(join(tmpdir(), 'tavle-bench-'));
const cli = fileURLToPath(new URL('../dist/server/cli.js', import.meta.url));
const demo = await MeasuredServer.start(cli, ['demo'], {TAVLE_PORT: '0'}, directory);
const browser = await chromium.launch({
  executablePath: process.env.TAVLE_TEST_CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Chromium's sandbox refuses to run as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
});

try {
  const report = describe(await measure());
  const file = fileURLToPath(new URL('results/page-load.md', import.meta.url));
  await writeFile(file, await format(report, {...(await resolveConfig(file)), filepath: file}));
  console.log(report);
} finally {
  await browser.close();
  await demo.stop();
  await rm(directory, {recursive: true, force: true});
}

/** Takes turns among the pages, so that whatever else the machine does falls on all of them. */
async function measure() {
  /** @type {Map<string, Figures[]>} */
  const results = new Map(Object.keys(pages).map(name => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, path] of Object.entries(pages)) {
      const figures = await load(new URL(path, demo.url).href);
      // The first round warms up.
      if (round) results.get(name)?.push(figures);
    }
  }
  return results;
}

/** Loads a page in a browser that has nothing of it yet.
 * @param {string} url @returns {Promise<Figures>} */
async function load(url) {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}});
  try {
    const page = await context.newPage();
    await page.addInitScript(observe);
    await page.goto(url);
    await page.waitForTimeout(watch);
    return await page.evaluate('figures');
  } finally {
    await context.close();
  }
}

/** Runs in the page, before all else. */
function observe() {
  const figures = {paint: 0, largest: 0, shift: 0, task: 0, blocked: 0, ours: 0};
  Object.assign(globalThis, {figures});
  /** @param {string} type @param {(entry: any) => void} note */
  const on = (type, note) =>
    new PerformanceObserver(list => list.getEntries().forEach(note)).observe({type, buffered: true});
  on('paint', ({name, startTime}) => {
    if (name === 'first-contentful-paint') figures.paint = startTime;
  });
  on('largest-contentful-paint', ({startTime}) => (figures.largest = startTime));
  on('layout-shift', ({value}) => (figures.shift += value));
  on('longtask', ({duration}) => {
    figures.task = Math.max(figures.task, duration);
    figures.blocked += duration - 50;
  });
  on('long-animation-frame', ({scripts}) => {
    for (const {sourceURL, duration} of scripts) {
      if (sourceURL.includes('/embed/')) figures.ours = Math.max(figures.ours, duration);
    }
  });
}

/** @param {Map<string, Figures[]>} results */
function describe(results) {
  const rows = [...results].map(([name, loads]) => {
    const middle = (/** @type {keyof Figures} */ figure) => median(loads.map(load => load[figure]));
    const worst = (/** @type {keyof Figures} */ figure) => Math.max(...loads.map(load => load[figure]));
    const least = (/** @type {keyof Figures} */ figure) => Math.min(...loads.map(load => load[figure]));
    const without = loads.filter(({task}) => task <= mostTask).length;
    return `| ${[
      name,
      middle('paint').toFixed(0),
      middle('largest').toFixed(0),
      worst('shift').toFixed(4),
      `${without} of ${loads.length}`,
      tell(least('task')),
      tell(middle('task')),
      middle('blocked').toFixed(0),
      tell(middle('ours')),
    ].join(' | ')} |`;
  });
  return `# Loading the demo's pages

In Chromium ${browser.version()}, 1280 × 900, nothing in its cache. The goals: no layout shift from our elements, and no task over ${mostTask} ms.

| Page | first paint, ms | largest paint, ms | layout shift, worst | loads without a long task | longest task, best load, ms | longest task, ms | blocked, ms | longest run of our script, ms |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}

Medians of ${rounds} loads that took turns, where nothing else is said, watched for ${watch / 1000} s after loading. A dash: none that browsers tell of, since it was no longer than
${mostTask} ms, or in no frame longer than that. Tasks are those of the whole page, the browser's own layout and painting too; "our script" is what runs from
\`/embed/\`. They are times of the clock: what else the machine did is in them, on average ${loadavg()[0]?.toFixed(1)} other processes. Tests hold the layout shift to 0 (\`e2e/layout-shift.spec.ts\`); times are measured here only. ${availableParallelism()} cores, Node.js ${process.version}.
To repeat: \`npm run build && npm run bench\`.
`;
}

/** @param {number} milliseconds */
function tell(milliseconds) {
  return milliseconds ? milliseconds.toFixed(0) : '–';
}
