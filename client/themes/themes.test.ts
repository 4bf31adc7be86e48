import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {tokens, withLightDarkFallback} from '../styles/tokens.ts';
import {expectAccessible} from '../testing/axe.ts';
import {openDashboard} from '../testing/dashboard-fixture.ts';
import {fakeDashboard} from '../testing/fake-dashboard.ts';
import borger from './borger.css?inline';
import {type Colour, contrast, minContrasts} from './contrast.ts';
import dark from './dark.css?inline';
import neutral from './neutral.css?inline';
import virk from './virk.css?inline';
import '../deadlines/define.ts';
import '../calendar/define.ts';
import '../editorial/define.ts';
import '../forms/define.ts';

const themes = {virk, borger, neutral};
const schemes = ['light', 'dark'] as const;

afterEach(() => {
  document.adoptedStyleSheets = [];
  for (const name of ['class', 'style']) document.documentElement.removeAttribute(name);
});

function load(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** Returns the colour of a token in an element's shadow root. */
function colourOf(token: string, sheet = tokens.styleSheet): Colour {
  const host = document.body.appendChild(document.createElement('div'));
  const root = host.attachShadow({mode: 'open'});
  if (sheet) root.adoptedStyleSheets = [sheet];
  const inside = root.appendChild(document.createElement('p'));
  inside.style.color = `var(--_${token})`;
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(inside).color.match(/\d+/g) ?? []).map(Number);
  host.remove();
  return [red, green, blue];
}

describe.each(Object.entries(themes))('the theme %s', (_, theme) => {
  describe.each(schemes)('in the %s', scheme => {
    beforeEach(() => {
      load(theme);
      if (scheme === 'dark') load(dark);
      // Without a background colour, axe assumes white.
      document.documentElement.style.background = 'Canvas';
    });

    it.each(minContrasts)('shows %s on %s with a contrast of %d', (one, other, least) => {
      expect(contrast(colourOf(one), colourOf(other))).toBeGreaterThanOrEqual(least);
    });

    it('shows text on the deadlines of a month with a contrast of 4.5, and the dot of unread ones with 3', () => {
      // Mixes the colours as `.chip` does.
      const [surface, primary] = [colourOf('surface'), colourOf('primary')];
      const chip = surface.map((value, place) => value * 0.88 + (primary[place] ?? 0) * 0.12);
      const behind = chip as unknown as Colour;
      expect(contrast(colourOf('text'), behind)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(primary, behind)).toBeGreaterThanOrEqual(3);
    });

    it('has no violation in axe', async () => {
      fakeDashboard({frister: 'active', cvr: 'deactive', tilskud: 'deactive'});
      await expectAccessible(await openDashboard());
    });
  });
});

it.each(Object.entries(themes))('%s has light colours in a browser without light-dark()', (_, theme) => {
  const names = [...tokens.cssText.matchAll(/--_([a-z-]+): [^;]*light-dark\(#/g)].map(
    ([, name = '']) => name,
  );
  document.documentElement.style.colorScheme = 'light';
  load(theme);
  const wanted = names.map(name => [name, colourOf(name)]);
  document.adoptedStyleSheets.pop();
  load(theme.replaceAll('light-dark(', 'not-known('));
  vi.spyOn(CSS, 'supports').mockReturnValue(false);
  const old = withLightDarkFallback(tokens);
  vi.restoreAllMocks();
  expect(old.cssText).not.toContain('light-dark');
  expect(names.length).toBeGreaterThan(5);
  expect(names.map(name => [name, colourOf(name, old.styleSheet)])).toEqual(wanted);
});

it('is selected by class, also for a part of a page, if several are loaded', () => {
  for (const theme of [virk, borger, neutral, dark]) load(theme);
  document.documentElement.className = 'tavle-borger';
  expect(colourOf('primary')).toEqual([0x93, 0xc7, 0x74]);
  document.documentElement.className = 'tavle-virk';
  expect(colourOf('primary')).toEqual([0x7a, 0xb8, 0xf5]);
});

it('keeps light parts light', () => {
  load(virk);
  document.documentElement.style.colorScheme = 'light';
  expect(colourOf('primary')).toEqual([0x00, 0x59, 0xb3]);
});

const box = (selector: string) =>
  (document.querySelector(selector) ?? expect.fail(`There is no ${selector}.`)).getBoundingClientRect();

it.each([
  'tavle-dashboard',
  'tavle-calendar',
  'tavle-deadlines',
  'tavle-form',
  'tavle-form-search',
  'tavle-editorial',
])('a <%s> keeps a distance of 24 px to what is above and below it', tag => {
  document.body.innerHTML = `<p id="above">Over</p><${tag}></${tag}><p id="below">Under</p>`;
  expect([box(tag).top - box('#above').bottom, box('#below').top - box(tag).bottom]).toEqual([24, 24]);
});

it('a page sets another distance with its own margin', () => {
  document.body.innerHTML =
    '<style>tavle-calendar { margin: 0 }</style><div id="above"></div><tavle-calendar></tavle-calendar>';
  expect(box('tavle-calendar').top).toBe(box('#above').bottom);
});

it('the cards of a dashboard, and elements in them, leave the distance to the card', async () => {
  fakeDashboard({frister: 'active', cvr: 'active'});
  await openDashboard(`
    <tavle-app name="frister" heading="Frister">
      <template><div><tavle-deadlines></tavle-deadlines></div></template>
    </tavle-app>`);
  for (const tag of ['tavle-app', 'tavle-deadlines']) {
    expect(getComputedStyle(document.querySelector(tag) ?? document.body).marginBlock, tag).toBe('0px');
  }
});
