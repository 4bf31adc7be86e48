import {beforeEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import {emulateMedia, eventually, rendered, setColours, settled} from '../testing/page-fixture.ts';
import {addDashboard, openArranging, openDashboard, threeApps} from '../testing/dashboard-fixture.ts';
import {fakeDashboard} from '../testing/fake-dashboard.ts';

beforeEach(() => {
  fakeDashboard({frister: 'active', cvr: 'active', tilskud: 'deactive'});
});

it('finds its language across shadow roots', async () => {
  document.documentElement.lang = 'en';
  const host = document.createElement('div');
  host.lang = 'da';
  document.body.append(host);
  const dashboard = addDashboard(threeApps, host.attachShadow({mode: 'open'}));
  await eventually(() => expect(dashboard.shadowRoot?.textContent).toContain('På dit overblik'));
});

it('has a size that does not depend on the page’s root font size', async () => {
  const dashboard = await openArranging();
  const sizes = () => {
    const switches = [...dashboard.querySelectorAll('tavle-app')].map(each =>
      each.shadowRoot?.querySelector('.switch')?.getBoundingClientRect(),
    );
    return [...switches.map(box => box?.height), dashboard.clientHeight];
  };
  const usual = sizes();
  document.body.style.fontSize = '16px';
  document.documentElement.style.fontSize = '62.5%';
  await settled(dashboard);
  expect(sizes()).toEqual(usual);
});

it.each([320, 1280])('loses nothing at %d px with the text spacing of WCAG 1.4.12', async width => {
  const dashboard = await openArranging();
  document.body.style.cssText = `inline-size: ${width}px; line-height: 1.5; letter-spacing: 0.12em; word-spacing: 0.16em`;
  await settled(dashboard);
  for (const element of [dashboard, ...dashboard.querySelectorAll('tavle-app')]) {
    const texts = [
      ...(element.shadowRoot?.querySelectorAll<HTMLElement>('.heading, .switch, .button, p') ?? []),
    ];
    expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth);
    const cut = texts.filter(
      text => !text.matches('.spoken, .spoken *') && text.scrollWidth > text.clientWidth + 1,
    );
    expect(cut.map(({outerHTML}) => outerHTML)).toEqual([]);
  }
});

describe('the bar with the last change', () => {
  it.each([
    [640, 'sticky'],
    [320, 'static'],
  ])('in a window %d px high is %s, and never covers what the Tab key reaches', async (height, position) => {
    const {innerWidth, innerHeight} = window;
    await page.viewport(innerWidth, height);
    onTestFinished(() => page.viewport(innerWidth, innerHeight));
    const names = Array.from({length: 16}, (_, place) => `app-${place}`);
    fakeDashboard({frister: 'active', ...Object.fromEntries(names.map(name => [name, 'active']))});
    document.body.style.inlineSize = '320px';
    const dashboard = await openArranging(
      ['frister', ...names].map(name => `<tavle-app name="${name}">Indhold</tavle-app>`).join(''),
    );
    await page.getByRole('switch', {name: 'frister', exact: true}).click();
    const bar = dashboard.shadowRoot?.querySelector('.notice');
    expect(bar && getComputedStyle(bar).position).toBe(position);
    for (const name of names) {
      const control = dashboard.querySelector(`[name=${name}]`)?.shadowRoot?.querySelector('.switch');
      if (name === names[0]) (control as HTMLElement | null)?.focus();
      // Tab passes the handle and the arrows.
      else await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}');
      await rendered();
      const [top = 0, bottom = 0] = [
        control?.getBoundingClientRect().bottom,
        bar?.getBoundingClientRect().top,
      ];
      expect(dashboard.ownerDocument.activeElement?.getAttribute('name')).toBe(name);
      if (position === 'sticky') expect(top, name).toBeLessThanOrEqual(bottom);
    }
  });
});

it('is printed in light colours from a dark page, without controls', async () => {
  const dashboard = await openArranging();
  setColours('dark');
  await page.getByRole('switch', {name: 'Frister'}).click();
  await settled(dashboard);
  const heading = page.getByRole('heading', {name: 'CVR-oplysninger'}).element();
  const onScreen = getComputedStyle(heading).color;
  await emulateMedia({media: 'print'});
  expect(getComputedStyle(heading).color).toBe('rgb(0, 0, 0)');
  expect(onScreen).not.toBe('rgb(0, 0, 0)');
  for (const name of ['Fortryd', 'CVR-oplysninger'])
    expect(page.getByRole('switch', {name}).or(page.getByRole('button', {name})).query()).toBeNull();
});

it('the header of a card has the card’s corners, so a border of ::part(header) follows them', async () => {
  const dashboard = await openDashboard();
  dashboard.style.setProperty('--tavle-radius', '16px');
  const radiusIn = (name: string) => {
    const header = dashboard.querySelector(`[name=${name}]`)?.shadowRoot?.querySelector('header');
    return header && getComputedStyle(header).borderRadius;
  };
  expect(radiusIn('frister')).toBe('16px 16px 0px 0px');
  expect(radiusIn('tilskud')).toBe('16px');
});

it('a second version of the script has no effect and logs a warning', async () => {
  const {define} = await import('../define.ts');
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  class Other extends HTMLElement {
    static version = '0.0.1';
  }
  define('tavle-app', Other);
  expect(warn).not.toHaveBeenCalled();
  const app = customElements.get('tavle-app') as unknown as typeof Other;
  const {version} = app;
  onTestFinished(() => void (app.version = version));
  app.version = '0.0.2';
  define('tavle-app', Other);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('<tavle-app> 0.0.2 is already here'));
});
