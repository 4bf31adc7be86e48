import {readFile} from 'node:fs/promises';

import type {Page} from 'playwright/test';

import {cvrClaim} from '../server/testing/issuer.ts';
import {isThorough} from '../server/testing/thoroughness.ts';
import {deliver} from './support/demo-calendar.ts';
import {ownScript, scriptTag} from './support/embedding.ts';
import {expect, test} from './support/test.ts';

/** A shift as the browser reports it (https://wicg.github.io/layout-instability/). */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly {readonly node: Node | null; readonly currentRect: DOMRectReadOnly}[];
}

/**
 * Records the layout shifts of pages that are opened later.
 *
 * @param aside Selects elements whose shifts are ignored.
 * @returns A function that returns the shifts of the current page: their values, and which element moved where.
 */
async function watchLayoutShifts(page: Page, aside = ':not(*)'): Promise<() => Promise<string[]>> {
  await page.addInitScript(selector => {
    const shifts: string[] = [];
    Object.assign(globalThis, {shifts});
    const isAside = ({x, y, width, height}: DOMRectReadOnly) => {
      const area = document.querySelector(selector)?.getBoundingClientRect();
      return area && x >= area.left && y >= area.top && x + width <= area.right && y + height <= area.bottom;
    };
    new PerformanceObserver(list => {
      for (const {value, sources} of list.getEntries() as LayoutShift[]) {
        const moved = sources.filter(({currentRect}) => !isAside(currentRect));
        // Elements in a shadow root have no node here.
        const told = moved.map(({node, currentRect: {x, y, width, height}}) =>
          [node?.nodeName ?? 'within an element', x, y, width, height].join(' '),
        );
        if (told.length) shifts.push(`${value.toFixed(4)}: ${told.join(', ')}`);
      }
    }).observe({type: 'layout-shift', buffered: true});
  }, aside);
  return () =>
    page.evaluate(async () => {
      // The browser reports a shift after its frame.
      await new Promise(resolve =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))),
      );
      return (globalThis as unknown as {shifts: string[]}).shifts;
    });
}

/** `npm test` omits two sizes: the tall window also shows every shift of a window of 1280 × 900. */
const sizes = [
  {width: 320, height: 640},
  ...(isThorough
    ? [
        {width: 768, height: 1024},
        {width: 1280, height: 900},
      ]
    : []),
  {width: 1280, height: 2000},
];

/** The busy day has more deadlines than the month view shows. Days with deadlines follow. No other test has deadlines in 2149 or 2150. */
const busyDay = '14-09-2150';
const laterDays = ['17-09-2150', '21-09-2150', '28-09-2150'];

const ready = {
  overview: (page: Page) => page.getByRole('button', {name: 'Tilpas overblik'}),
  calendar: (page: Page) => page.getByText(/^(I \S+: )?\d+ frister?/),
  empty: (page: Page) => page.getByText(/Ingen frister(\.| fra og med )/),
  nearest: (page: Page) => page.getByRole('button', {name: 'Gå til september 2150'}),
  failed: (page: Page) => page.getByRole('button', {name: 'Prøv igen'}),
  deadlines: (page: Page) => page.locator('tavle-deadlines li'),
};

const busy = 'frister.html?tavle-dato=2150-09-01';
const pages = [
  {path: '', shows: [ready.overview, ready.deadlines]},
  {path: '?failing=true', shows: [ready.failed]},
  {path: busy, shows: [ready.calendar]},
  {path: `${busy}&tavle-visning=month`, shows: [ready.calendar]},
  {path: `${busy}&tavle-visning=list`, shows: [ready.calendar]},
  {path: 'frister.html?tavle-dato=2149-03-01&tavle-visning=month', shows: [ready.empty, ready.nearest]},
];

/** The delay, in milliseconds, after which the skeleton is visible. */
const late = 300;

/** The delay of responses, and whether requests fail. A late response also replaces the skeleton. */
const cases = (
  [
    [0, false],
    [late, false],
    [late, true],
  ] as const
).filter(([delay]) => isThorough || delay > 0);

/** Delays the service's responses by milliseconds, or makes its requests fail. */
async function slowDown(page: Page, delay: number, fails = false): Promise<void> {
  await page.unrouteAll({behavior: 'ignoreErrors'});
  await page.route(/\/(dashboard|calendar)\/1\//, async route => {
    await new Promise(resolve => setTimeout(resolve, delay));
    await (fails ? route.fulfill({status: 503}) : route.continue());
  });
}

test('nothing moves on the demo’s pages while they load', async ({page, demo: {url}}) => {
  test.slow();
  const titles = ['A-skat', 'Bekræft jeres reelle ejere', 'Lønsumsafgift', 'Moms', 'Punktafgifter'];
  for (const [place, overskrift] of titles.entries()) {
    const days = place ? [busyDay] : [busyDay, ...laterDays];
    for (const fristDato of days) {
      await deliver(url, {overskrift, fristDato, beskrivelse: '<p>Se vejledningen.</p>'});
    }
  }
  // Ignores the demo's developer panel: its script sets a date, which moves by a pixel or two.
  const shifts = await watchLayoutShifts(page, '.panel');
  await slowDown(page, late);
  for (const {path, shows} of pages) {
    for (const size of sizes) {
      await test.step(`${path} at ${size.width} × ${size.height}`, async () => {
        await page.setViewportSize(size);
        await page.goto(`${url}/demo/${path}`);
        for (const shown of shows) await expect(shown(page).first()).toBeVisible();
        expect(await shifts()).toEqual([]);
      });
    }
  }
});

/** Returns the CSS rule with which the manual reserves space for the elements. */
async function recommendedStyles(): Promise<string> {
  const manual = await readFile(new URL('../docs/guides/use-elements.md', import.meta.url), 'utf8');
  const rule = /```css\n(:is\(tavle-dashboard, tavle-calendar\) \{[^`]+)```/.exec(manual)?.[1];
  if (rule === undefined) throw new Error('The manual has no CSS rule that reserves space for the elements.');
  return rule;
}

const elements = {
  'tavle-dashboard': `
    <tavle-dashboard>
      <tavle-app name="frister" heading="Frister"><template><p>Moms: 1. marts</p></template></tavle-app>
      <tavle-app name="cvr" heading="CVR-oplysninger"><template><p>Havblik</p></template></tavle-app>
    </tavle-dashboard>`,
  'tavle-calendar': '<tavle-calendar cvr="10000009"></tavle-calendar>',
};

for (const [tag, markup] of Object.entries(elements)) {
  test(`nothing moves on another portal’s page, in or after <${tag}>, while it loads`, async ({
    page,
    site,
    issuer,
    siteService: {url},
  }) => {
    site.token = await issuer.token('anna', {[cvrClaim]: '10000009'});
    const script = scriptTag(`${url}/embed/tavle.js`);
    site.html = `<!doctype html><html lang="da"><head><meta charset="utf-8"><title>En portal</title>
      <style>${await recommendedStyles()}</style></head>
      <body><h1>En portal</h1>${markup}<h2>Nyheder</h2><p>Det her følger efter.</p>${ownScript}${script}</body></html>`;
    const shifts = await watchLayoutShifts(page);
    const loaded = tag === 'tavle-calendar' ? ready.empty : ready.overview;
    for (const [delay, fails] of cases) {
      await slowDown(page, delay, fails);
      for (const size of sizes) {
        const how = `${delay} ms later, ${fails ? 'failing' : 'well'}`;
        await test.step(`at ${size.width} × ${size.height}, ${how}`, async () => {
          await page.setViewportSize(size);
          await page.goto(site.origin);
          await expect((fails ? ready.failed : loaded)(page).first()).toBeVisible();
          expect(await shifts()).toEqual([]);
        });
      }
    }
  });
}

test('detects a layout shift', async ({page, site}) => {
  const shifts = await watchLayoutShifts(page);
  site.html = '<!doctype html><title>En portal</title><p id="first"></p><p>Det her følger efter.</p>';
  await page.goto(site.origin);
  await expect
    .poll(async () => {
      await page.evaluate(() =>
        (document.querySelector('#first') ?? document.body).append('Nyt', document.createElement('br')),
      );
      return shifts();
    })
    .not.toEqual([]);
});
