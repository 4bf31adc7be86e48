import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page} from 'vitest/browser';

import {define, TavleApp, TavleDashboard} from '../index.ts';
import {
  addDashboard,
  openArranging,
  openDashboard,
  startArranging,
  threeApps,
} from '../testing/dashboard-fixture.ts';
import {type FakeDashboard, fakeDashboard} from '../testing/fake-dashboard.ts';
import {eventually, settled} from '../testing/page-fixture.ts';

let service: FakeDashboard;

beforeEach(() => {
  service = fakeDashboard({frister: 'active', cvr: 'active', tilskud: 'deactive'});
});

const each = threeApps
  .trim()
  .replaceAll('<tavle-app', '<div><p><tavle-app')
  .replaceAll('</tavle-app>', '</tavle-app></p></div>');
const switchOf = (name: string) => page.getByRole('switch', {name});

/** Returns the names of the visible apps from top to bottom, then from left to right. */
const visible = (dashboard: TavleDashboard) =>
  [...dashboard.querySelectorAll('tavle-app')]
    .filter(app => app.checkVisibility())
    .map(app => ({name: app.name, box: app.getBoundingClientRect()}))
    .sort((one, other) => one.box.top - other.box.top || one.box.left - other.box.left)
    .map(({name}) => name);

describe.each([
  ['each in elements of a CMS', each],
  ['all in one element', `<div>${threeApps}</div>`],
  ['all deep in one element', `<section class="field"><div><div>${threeApps}</div></div></section>`],
])('apps that are %s', (_, markup) => {
  it('are shown, can be turned off and on, and have their content', async () => {
    const dashboard = await openArranging(markup);
    await expect.element(page.getByText('To frister')).toBeVisible();
    await expect.element(page.getByText('Dine oplysninger')).toBeVisible();
    expect(page.getByText('Dit overblik er tomt').query()).toBeNull();
    expect(visible(dashboard)).toEqual(['frister', 'cvr', 'tilskud']);
    await switchOf('Frister').click();
    await eventually(() => expect(service.states.get('frister')).toBe('deactive'));
    // Clicks without a position: that of the last click is guarded.
    (switchOf('CVR').element() as HTMLElement).click();
    await expect.element(page.getByText('Dit overblik er tomt')).toBeVisible();
    expect(page.getByText('To frister').query()).toBeNull();
    (switchOf('Frister').element() as HTMLElement).click();
    await expect.element(page.getByText('To frister')).toBeVisible();
  });

  it('are in the order of the person', async () => {
    service.order = ['cvr', 'frister'];
    const dashboard = await openDashboard(markup);
    await eventually(() => expect(visible(dashboard)).toEqual(['cvr', 'frister', 'tilskud']));
  });

  it('keep the order and the columns after a script has set the attributes of the page again', async () => {
    service.order = ['cvr', 'frister'];
    const dashboard = await openDashboard(markup);
    await eventually(() => expect(visible(dashboard)).toEqual(['cvr', 'frister', 'tilskud']));
    const boxes = () =>
      JSON.stringify([...dashboard.querySelectorAll('tavle-app')].map(app => app.getBoundingClientRect()));
    const before = boxes();
    for (const each of dashboard.querySelectorAll('*'))
      for (const name of ['style', 'hidden']) each.removeAttribute(name);
    await eventually(() => expect(visible(dashboard)).toEqual(['cvr', 'frister', 'tilskud']));
    await eventually(() => expect(boxes()).toBe(before));
  });

  it('that the service does not know stay hidden after a script has set the attributes of the page again', async () => {
    service.states.set('tilskud', 'hidden');
    const dashboard = await openDashboard(markup);
    const app = dashboard.querySelector<TavleApp>('[name=tilskud]');
    for (let round = 0; round < 2; round++) {
      app?.removeAttribute('hidden');
      await new Promise(resolve => setTimeout(resolve, 50));
      expect(app?.getClientRects()).toHaveLength(0);
    }
  });

  it('are removed from the page when the person signs out', async () => {
    const dashboard = await openDashboard(markup);
    service.break(401);
    await dashboard.refresh();
    await settled(dashboard);
    expect(visible(dashboard)).toEqual([]);
    expect(dashboard.textContent.trim()).toBe('');
  });
});

it('apps of a dashboard in the dashboard are not its own', async () => {
  const dashboard = await openArranging(threeApps);
  const inner = addDashboard(
    '<tavle-app name="frister" heading="Indre"><p>Indre</p></tavle-app>',
    dashboard.querySelector('tavle-app') ?? dashboard,
  );
  await settled(inner);
  await startArranging(inner);
  const states = () => service.calls.filter(({url}) => url.pathname.endsWith('/state'));
  await eventually(() => expect(states().at(-1)?.url.searchParams.getAll('apps')).toEqual(['frister']));
  expect(page.getByRole('switch', {name: 'Indre'}).elements()).toHaveLength(1);
});

it('apps that are added to an element below the dashboard later are shown', async () => {
  const dashboard = await openDashboard('<div></div>');
  dashboard.querySelector('div')?.insertAdjacentHTML('beforeend', threeApps);
  await expect.element(page.getByText('To frister')).toBeVisible();
  dashboard.querySelector('tavle-app')?.remove();
  await eventually(() => expect(visible(dashboard)).toEqual(['cvr', 'tilskud']));
});

it.each([
  ['dashboard', 'app'],
  ['app', 'dashboard'],
])('a dashboard and apps with other tag names find each other, the %s defined before the %s', async first => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const classes = {
    dashboard: class extends TavleDashboard {},
    app: class extends TavleApp {},
  };
  const tag = (part: string) => `acme-${part}-${first}`;
  document.body.innerHTML = `<${tag('dashboard')}><div><${tag('app')} name="frister" heading="Frister"><template>To frister</template></${tag('app')}></div></${tag('dashboard')}>`;
  const dashboard = document.body.firstElementChild as TavleDashboard;
  dashboard.getToken = () => 'token';
  const order = first === 'dashboard' ? (['dashboard', 'app'] as const) : (['app', 'dashboard'] as const);
  for (const part of order) {
    define(tag(part), classes[part]);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  await expect.element(page.getByText('To frister')).toBeVisible();
  const content = page.getByText('To frister').element();
  content.dispatchEvent(new Event('tavle-app-error', {bubbles: true, composed: true}));
  await expect.element(page.getByText('Vi kunne ikke vise Frister.')).toBeVisible();
  dashboard.firstElementChild?.replaceChildren();
  await expect.element(page.getByText('Dit overblik er tomt')).toBeVisible();
  expect(warn.mock.calls).toEqual([]);
});
