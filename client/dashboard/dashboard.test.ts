import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import type {TavleApp, TavleBeforeToggleEvent, TavleErrorEvent, TavleToggleEvent} from '../index.ts';
import {baseUrlOf} from '../shared/controllers/session.ts';
import {
  addDashboard,
  nameOfFocused,
  openArranging,
  openDashboard,
  shown,
  startArranging,
  threeApps,
} from '../testing/dashboard-fixture.ts';
import {type FakeDashboard, fakeDashboard} from '../testing/fake-dashboard.ts';
import {alert, button, eventually, settled, pass} from '../testing/page-fixture.ts';

let service: FakeDashboard;
beforeEach(() => {
  service = fakeDashboard({frister: 'active', cvr: 'active', tilskud: 'deactive', skjult: 'hidden'});
});

const notice = () => page.getByRole('status').last();
const switchOf = (name: string) => page.getByRole('switch', {name, exact: true});

describe('the sections', () => {
  it('hold the active and the disabled apps, with their number', async () => {
    const dashboard = await openDashboard();
    expect(shown(dashboard, 'active')).toEqual(['frister', 'cvr']);
    expect(shown(dashboard, 'disabled')).toEqual(['tilskud']);
    await expect.element(page.getByRole('heading', {name: 'På dit overblik 2', level: 2})).toBeVisible();
    await expect
      .element(page.getByRole('heading', {name: 'Skjult fra overblikket 1', level: 2}))
      .toBeVisible();
    await expect.element(page.getByRole('heading', {name: 'Frister', level: 3})).toBeVisible();
  });

  it('leave out hidden and unknown apps, without empty space', async () => {
    const dashboard = await openDashboard(
      `${threeApps}<tavle-app name="skjult" heading="Skjult"></tavle-app><tavle-app name="ukendt"></tavle-app>`,
    );
    expect([...shown(dashboard, 'active'), ...shown(dashboard, 'disabled')]).toEqual([
      'frister',
      'cvr',
      'tilskud',
    ]);
    for (const name of ['skjult', 'ukendt']) {
      expect(dashboard.querySelector(`[name=${name}]`)?.getBoundingClientRect().height).toBe(0);
    }
  });

  it('are removed with their heading when they are empty', async () => {
    service.states.set('tilskud', 'active');
    await openDashboard();
    expect(page.getByRole('heading', {name: 'Skjult fra overblikket'}).query()).toBeNull();
  });

  it('show a text when no app is active', async () => {
    service.states.set('frister', 'deactive').set('cvr', 'deactive');
    await openDashboard();
    await expect.element(page.getByRole('heading', {name: 'Dit overblik er tomt'})).toBeVisible();
    await expect.element(page.getByText('Vælg herunder')).toBeVisible();
    expect(page.getByRole('heading', {name: /^På dit overblik/}).query()).toBeNull();
  });

  it('show a text when there is no app', async () => {
    await openDashboard('');
    await expect.element(page.getByText('Der er ingen felter at vælge.')).toBeVisible();
  });

  it('start at the heading level that the page needs', async () => {
    const dashboard = await openDashboard();
    dashboard.setAttribute('heading-level', '4');
    await expect.element(page.getByRole('heading', {name: 'På dit overblik', level: 4})).toBeVisible();
    await expect.element(page.getByRole('heading', {name: 'Frister', level: 5})).toBeVisible();
    dashboard.setAttribute('heading-level', '6');
    await expect.element(page.getByRole('heading', {name: 'På dit overblik', level: 6})).toBeVisible();
    dashboard.setAttribute('heading-level', 'nine');
    await expect.element(page.getByRole('heading', {name: 'På dit overblik', level: 2})).toBeVisible();
  });
});

describe('turning an app off', () => {
  it('is announced and can be undone', async () => {
    const dashboard = await openArranging();
    // A screen reader only announces changes of existing live regions (WCAG 4.1.3).
    const region = notice().element();
    expect(region.textContent).toBe('');
    expect(page.getByRole('alert').element().textContent).toBe('');
    expect(button(/Fortryd|Luk/).query()).toBeNull();
    await switchOf('Frister').click();
    const hidden = 'Frister vises ikke længere på dit overblik.';
    await expect.element(notice()).toHaveTextContent(hidden);
    expect(notice().element()).toBe(region);
    expect(page.getByText(hidden).elements()).toEqual([region]);
    await expect.element(page.getByText(hidden)).toBeVisible();
    await button('Fortryd').click();
    await expect.element(notice()).toHaveTextContent('Frister vises nu på dit overblik.');
    await settled(dashboard);
    expect(shown(dashboard, 'active')).toEqual(['frister', 'cvr']);
    expect(nameOfFocused()).toBe('switch Frister');
    await eventually(() => expect(service.states.get('frister')).toBe('active'));
  });

  it('fires a cancellable event before, and one after it is saved', async () => {
    const dashboard = await openArranging();
    const events: string[] = [];
    dashboard.addEventListener('tavle-before-toggle', (event: TavleBeforeToggleEvent) => {
      events.push(`before ${event.app} ${String(event.activated)}`);
      if (event.app === 'cvr') event.preventDefault();
    });
    dashboard.addEventListener('tavle-toggle', (event: TavleToggleEvent) => {
      events.push(`after ${event.app} ${String(event.activated)} ${service.states.get(event.app) ?? ''}`);
    });
    await switchOf('CVR-oplysninger').click();
    await switchOf('Frister').click();
    await eventually(() => expect(events).toHaveLength(3));
    expect(events).toEqual(['before cvr false', 'before frister false', 'after frister false deactive']);
    expect(service.states.get('cvr')).toBe('active');
  });

  it('keeps the last click’s state, in any order of responses', async () => {
    const dashboard = await openArranging();
    service.hold();
    for (const clicks of [1, 2, 3]) {
      await switchOf('Frister').click();
      await settled(dashboard);
      expect(shown(dashboard, 'active').includes('frister')).toBe(clicks === 2);
    }
    await switchOf('Frister').click();
    service.release();
    await eventually(() => {
      const puts = service.calls.filter(({method}) => method === 'PUT');
      expect(puts.map(({url}) => url.searchParams.get('activated'))).toEqual(['false', 'true']);
    });
    await settled(dashboard);
    expect(shown(dashboard, 'active')).toContain('frister');
    expect(service.states.get('frister')).toBe('active');
  });

  it('is reverted with an announced reason when it is not saved', async () => {
    const dashboard = await openArranging();
    const failed = vi.fn<(event: TavleErrorEvent) => void>();
    dashboard.addEventListener('tavle-error', failed);
    service.break(503, 'PUT');
    await switchOf('Frister').click();
    await expect.element(alert()).toHaveTextContent('Frister blev ikke fjernet fra dit overblik.');
    await expect.element(alert()).toBeVisible();
    await settled(dashboard);
    expect(shown(dashboard, 'active')).toEqual(['frister', 'cvr']);
    expect(failed.mock.calls[0]?.[0]).toMatchObject({
      operation: 'save',
      app: 'frister',
      cause: {status: 503},
    });
    expect(button('Fortryd').query()).toBeNull();

    service.heal();
    await button('Prøv igen').click();
    await eventually(() => expect(service.states.get('frister')).toBe('deactive'));
    await settled(dashboard);
    expect(shown(dashboard, 'disabled')).toEqual(['frister', 'tilskud']);
  });

  it('and another one is reported and retried with it when neither is saved', async () => {
    const dashboard = await openArranging();
    service.break(503, 'PUT');
    await switchOf('Frister').click();
    await settled(dashboard);
    await switchOf('Tilskud').click();
    const both = 'Frister blev ikke fjernet fra dit overblik. Tilskud blev ikke føjet til dit overblik.';
    await expect.element(alert()).toHaveTextContent(both);
    // A retry that fails reports both again.
    await button('Prøv igen').click();
    await eventually(() => expect(service.calls.filter(({method}) => method === 'PUT')).toHaveLength(4));
    await expect.element(alert()).toHaveTextContent(both);
    // A change that is made again is no longer one that has failed.
    service.heal();
    await switchOf('Frister').click();
    await eventually(() => expect(service.states.get('frister')).toBe('deactive'));
    service.break(503, 'PUT');
    await switchOf('CVR-oplysninger').click();
    await expect
      .element(alert())
      .toHaveTextContent('Tilskud blev ikke føjet til dit overblik. CVR-oplysninger blev ikke fjernet');
    service.heal();
    await button('Prøv igen').click();
    await eventually(() => expect(service.states.get('tilskud')).toBe('active'));
    await eventually(() => expect(service.states.get('cvr')).toBe('deactive'));
    expect(service.states.get('frister')).toBe('deactive');
    await expect.element(alert()).toHaveTextContent('');
  });

  it('and a move are reported and retried together when neither is saved', async () => {
    const dashboard = await openArranging();
    service.break(0, 'PUT');
    await button('Flyt Frister én plads senere').click();
    await settled(dashboard);
    await switchOf('Frister').click();
    await expect
      .element(alert())
      .toHaveTextContent('Frister blev ikke flyttet. Frister blev ikke fjernet fra dit overblik.');
    service.heal();
    await button('Prøv igen').click();
    await eventually(() => expect(service.states.get('frister')).toBe('deactive'));
    await eventually(() => expect(service.order).toEqual(['cvr', 'frister', 'tilskud']));
  });

  it('is not retried after its notice is closed', async () => {
    await openArranging();
    service.break(503, 'PUT');
    await switchOf('Frister').click();
    await expect.element(alert()).toHaveTextContent('Frister blev ikke fjernet');
    await button('Luk besked').click();
    await switchOf('Tilskud').click();
    await expect.element(alert()).toHaveTextContent(/^Tilskud blev ikke føjet til dit overblik\.$/);
  });

  it('is no longer reported when a script has removed the app: the buttons would do nothing', async () => {
    const dashboard = await openArranging();
    await switchOf('Frister').click();
    await expect.element(button('Fortryd')).toBeVisible();
    dashboard.querySelector('[name=frister]')?.remove();
    await eventually(() => expect(button(/Fortryd|Luk besked/).query()).toBeNull());
    service.break(503, 'PUT');
    await switchOf('Tilskud').click();
    await expect.element(button('Prøv igen')).toBeVisible();
    await switchOf('CVR-oplysninger').click();
    await expect.element(alert()).toHaveTextContent(/Tilskud blev .* CVR-oplysninger blev/);
    dashboard.querySelector('[name=cvr]')?.remove();
    await expect.element(alert()).toHaveTextContent(/^Tilskud blev ikke føjet til dit overblik\.$/);
    dashboard.querySelector('[name=tilskud]')?.remove();
    await expect.element(alert()).toHaveTextContent('');
    expect(button(/Prøv igen|Luk besked/).query()).toBeNull();
  });

  it('shows the stored state when the response was lost', async () => {
    const dashboard = await openArranging();
    service.break(0, 'PUT');
    service.states.set('frister', 'deactive');
    await switchOf('Frister').click();
    await eventually(() => expect(shown(dashboard, 'disabled')).toContain('frister'));
    await expect
      .element(page.getByText('Frister blev ikke fjernet fra dit overblik.'))
      .not.toBeInTheDocument();
  });

  it('shows a notice that can be closed', async () => {
    await openArranging();
    await switchOf('Frister').click();
    await button('Luk besked').click();
    expect(button('Fortryd').query()).toBeNull();
    await eventually(() => expect(nameOfFocused()).toBe('switch Frister'));
  });
});

describe('a second click at the same position', () => {
  /** Clicks at the current position of an app's switch. */
  function clickAt(app: string, timeStamp: number, detail = 1): void {
    const target = document.querySelector(`[name=${app}]`)?.shadowRoot?.querySelector('.switch');
    const click = new MouseEvent('click', {bubbles: true, composed: true, cancelable: true, detail});
    Object.defineProperty(click, 'timeStamp', {value: timeStamp});
    target?.dispatchEvent(click);
  }

  it('does not turn off the app that has moved there', async () => {
    const dashboard = await openArranging();
    const {x, y} = switchOf('Frister').element().getBoundingClientRect();
    await userEvent.dblClick(switchOf('Frister'));
    await settled(dashboard);
    const inside = document.elementFromPoint(x + 5, y + 5);
    expect(inside?.getAttribute('name')).toBe('cvr');
    expect(shown(dashboard, 'active')).toEqual(['cvr']);
    await eventually(() => expect(service.states.get('frister')).toBe('deactive'));
    expect(service.states.get('cvr')).toBe('active');
  });

  it.each([
    ['within 400 ms is ignored', 'cvr', 399, 1, ['cvr']],
    ['later counts', 'cvr', 401, 1, []],
    ['by key counts', 'cvr', 100, 0, []],
    ['on the same app undoes the change', 'frister', 100, 1, ['frister', 'cvr']],
  ])('%s', async (_, second, delay, detail, active) => {
    const dashboard = await openArranging();
    clickAt('frister', 1000);
    await settled(dashboard);
    clickAt(second, 1000 + delay, detail);
    await settled(dashboard);
    expect(shown(dashboard, 'active')).toEqual(active);
  });
});

describe('an app that the portal has locked', () => {
  it('has a text in place of the switch, and an attribute', async () => {
    service.locked.add('frister').add('tilskud');
    const dashboard = await openArranging();
    expect(switchOf('Frister').query()).toBeNull();
    expect(switchOf('Tilskud').query()).toBeNull();
    await expect.element(page.getByText('Vises altid')).toBeVisible();
    await expect.element(page.getByText('Ikke tilgængelig')).toBeVisible();
    expect(dashboard.querySelector('[name=frister]')?.hasAttribute('locked')).toBe(true);
    expect(dashboard.querySelector('[name=cvr]')?.hasAttribute('locked')).toBe(false);
  });

  it('can be moved', async () => {
    service.locked.add('frister');
    await openDashboard();
    await button('Tilpas overblik').click();
    await button('Flyt Frister én plads senere').click();
    await eventually(() => expect(service.order).toEqual(['cvr', 'frister', 'tilskud']));
  });

  it('that is locked while the page is open is shown as locked after the service rejects the change', async () => {
    await openArranging();
    service.locked.add('frister');
    service.break(403, 'PUT');
    await switchOf('Frister').click();
    await expect.element(page.getByText('Vises altid')).toBeVisible();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Du har ikke de nødvendige rettigheder.');
  });
});

describe('by keyboard', () => {
  it('a switch keeps the focus when its app changes sections, so the same key undoes that, and the page does not scroll', async () => {
    const dashboard = await openArranging(
      threeApps.replace('To frister', '<span style="display: block; block-size: 3000px">To frister</span>'),
    );
    dashboard.querySelector('tavle-app')?.focusControl();
    for (const [section, apps] of [
      ['disabled', ['frister', 'tilskud']],
      ['active', ['frister', 'cvr']],
    ] as const) {
      expect(nameOfFocused()).toBe('switch Frister');
      await userEvent.keyboard(' ');
      await settled(dashboard);
      expect(shown(dashboard, section)).toEqual(apps);
    }
    expect(nameOfFocused()).toBe('switch Frister');
    expect(scrollY).toBe(0);
  });

  it('the switch of the last active app keeps the focus, below the text about the empty overview', async () => {
    service.states.set('cvr', 'deactive');
    const dashboard = await openArranging();
    dashboard.querySelector('tavle-app')?.focusControl();
    await userEvent.keyboard(' ');
    await settled(dashboard);
    await expect.element(page.getByRole('heading', {name: 'Dit overblik er tomt'})).toBeVisible();
    expect(nameOfFocused()).toBe('switch Frister');
  });

  it('Ctrl+Z does nothing when an element inside an app has handled it', async () => {
    const dashboard = await openArranging();
    await switchOf('Frister').click();
    await settled(dashboard);
    const prevent = (event: Event) => event.preventDefault();
    const app = dashboard.querySelector('tavle-app');
    app?.addEventListener('keydown', prevent);
    await userEvent.keyboard('{Control>}z{/Control}');
    await settled(dashboard);
    expect(shown(dashboard, 'disabled')).toContain('frister');
    app?.removeEventListener('keydown', prevent);
    await userEvent.keyboard('{Control>}z{/Control}');
    await eventually(() => expect(service.states.get('frister')).toBe('active'));
  });

  it('Ctrl+Z undoes the last change, except in fields of the apps', async () => {
    const dashboard = await openArranging(`${threeApps}
      <tavle-app name="skjult" heading="Søg"><template><input aria-label="Søgeord"></template></tavle-app>`);
    service.states.set('skjult', 'active');
    await dashboard.refresh();
    await switchOf('Frister').click();
    await page.getByLabelText('Søgeord').click();
    await userEvent.keyboard('{Control>}z{/Control}');
    await settled(dashboard);
    expect(shown(dashboard, 'disabled')).toContain('frister');
    await switchOf('Tilskud').click();
    await userEvent.keyboard('{Control>}z{/Control}');
    await settled(dashboard);
    expect(shown(dashboard, 'disabled')).toContain('tilskud');
  });
});

describe('loading', () => {
  it('fires tavle-load and tavle-error after the apps have their new states', async () => {
    const states: unknown[] = [];
    const read = ({type, target}: Event) =>
      states.push([type, (target as Element).querySelector<TavleApp>('[name="frister"]')?.state]);
    const dashboard = addDashboard();
    for (const type of ['tavle-load', 'tavle-error']) dashboard.addEventListener(type, read);
    await eventually(() => expect(states).toEqual([['tavle-load', 'active']]));
    await startArranging(await settled(dashboard));
    service.break(503, 'PUT');
    await switchOf('Frister').click();
    await eventually(() => expect(states).toContainEqual(['tavle-error', 'active']));
  });

  it('shows a skeleton for each app and announces that', async () => {
    service.hold();
    const dashboard = addDashboard();
    await expect.element(page.getByRole('status')).toHaveTextContent('Henter dit overblik …');
    expect(dashboard.shadowRoot?.querySelectorAll('.skeleton')).toHaveLength(3);
    service.release();
    await expect.element(page.getByRole('heading', {name: 'På dit overblik'})).toBeVisible();
  });

  it.each([
    [403, 'Du har ikke de nødvendige rettigheder.'],
    [503, 'Vi har problemer lige nu.'],
    [400, 'Der opstod en fejl.'],
  ])('that fails with %d says why, and can be tried again', async (status, reason) => {
    service.break(status);
    const failed = vi.fn();
    addEventListener('tavle-error', failed, {once: true});
    addDashboard();
    await expect.element(page.getByRole('alert')).toHaveTextContent(reason);
    expect(failed).toHaveBeenCalledOnce();
    service.heal();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(page.getByRole('heading', {name: 'På dit overblik'})).toBeVisible();
    await eventually(() => expect(nameOfFocused()).toMatch(/^På dit overblik/));
  });

  it('requests more than 100 apps in several requests', async () => {
    const names = Array.from({length: 130}, (_, place) => `app-${place}`);
    for (const name of names) service.states.set(name, 'deactive');
    const dashboard = await openDashboard(
      names.map(name => `<tavle-app name="${name}"></tavle-app>`).join(''),
    );
    expect(shown(dashboard, 'disabled')).toHaveLength(130);
    const stateCalls = service.calls.filter(({url}) => url.pathname.endsWith('/state'));
    expect(stateCalls.map(({url}) => url.searchParams.getAll('apps').length)).toEqual([100, 30]);
  });
});

it.each([
  ['the page if it becomes "/"', (dashboard: Element) => dashboard.setAttribute('api', '/')],
  ['the page if it becomes empty', (dashboard: Element) => dashboard.setAttribute('api', '')],
  ['the script if it is removed', (dashboard: Element) => dashboard.removeAttribute('api')],
])('sends requests to the origin of `api`, and to that of %s', async (_, change) => {
  const dashboard = await openDashboard();
  dashboard.setAttribute('api', 'https://tavle.example.dk/');
  await eventually(() => expect(service.calls.at(-1)?.url.origin).toBe('https://tavle.example.dk'));
  change(dashboard);
  await eventually(() => expect(service.calls.at(-1)?.url.origin).toBe(location.origin));
});

it.each([
  ['https://tavle.example.dk/embed/tavle.js', 'https://tavle.example.dk'],
  ['http://127.0.0.1:8080/embed/tavle.js', 'http://127.0.0.1:8080'],
  ['https://portal.dk/tavle/embed/tavle.js', 'https://portal.dk/tavle'],
  ['https://portal.dk/tavle/embed/0.1.0/calendar.js?v=2', 'https://portal.dk/tavle'],
  ['https://portal.dk/a/embed/b/embed/1.0.0-rc.1/forms.js', 'https://portal.dk/a/embed/b'],
  ['https://portal.dk/embed/app/assets/index-4f2a.js', 'https://portal.dk'],
  ['file:///portal/node_modules/tavle/dist/client/shared/controllers/session.js', location.origin],
  ['data:text/javascript,', location.origin],
  ['blob:null/9a1b', location.origin],
])('a script at %s calls %s', (url, origin) => {
  expect(baseUrlOf(url)).toBe(origin);
});

describe('revalidation', () => {
  it('that fails is retried silently, and then shows a notice from which it is tried again', async () => {
    const dashboard = await openDashboard();
    service.break(503);
    vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
    const failed = vi.fn();
    dashboard.addEventListener('tavle-error', failed);
    const before = service.calls.length;
    dispatchEvent(new Event('online'));
    await pass(21);
    expect(service.calls.length - before).toBe(6);
    expect(dashboard.shadowRoot?.textContent).not.toContain('kunne ikke opdatere');
    expect(failed).not.toHaveBeenCalled();
    await pass(60);
    vi.useRealTimers();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Vi kunne ikke opdatere dit overblik.');
    expect(shown(dashboard, 'active')).toHaveLength(2);
    service.heal();
    await button('Prøv igen').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('');
    expect(button('Prøv igen').query()).toBeNull();
  });

  it('notifies other tabs of changes, and follows theirs', async () => {
    const dashboard = await openArranging();
    const tab = new BroadcastChannel('tavle-dashboard');
    const heard = vi.fn();
    tab.onmessage = event => void heard(event.data);
    await switchOf('Frister').click();
    await eventually(() => expect(heard).toHaveBeenCalledWith(location.origin));

    service.states.set('cvr', 'deactive');
    tab.postMessage('https://another.example');
    tab.postMessage(location.origin);
    await eventually(() => expect(shown(dashboard, 'disabled')).toContain('cvr'));
    tab.close();
  });

  it('reloads when the person returns, also in a browser that blocks the channel to other tabs', async () => {
    vi.stubGlobal('BroadcastChannel', function BlockedChannel() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    const dashboard = await openArranging();
    await switchOf('Frister').click();
    await eventually(() => expect(service.states.get('frister')).toBe('deactive'));
    service.states.set('cvr', 'deactive');
    document.dispatchEvent(new Event('visibilitychange'));
    await eventually(() => expect(shown(dashboard, 'disabled')).toContain('cvr'));
  });

  it('resets for another person', async () => {
    const dashboard = await openDashboard();
    service.states.set('frister', 'deactive').set('cvr', 'hidden');
    service.hold();
    dashboard.getToken = () => Promise.resolve('other');
    await settled(dashboard);
    expect(shown(dashboard, 'active')).toEqual([]);
    service.release();
    await eventually(() => expect(shown(dashboard, 'disabled')).toEqual(['frister', 'tilskud']));
    expect(service.calls.at(-1)?.token).toBe('Bearer other');
  });

  it('requests the states of apps that are added or renamed later', async () => {
    const dashboard = await openDashboard();
    service.states.set('ny', 'active').set('omdoebt', 'active');
    dashboard.insertAdjacentHTML('beforeend', '<tavle-app name="ny" heading="Ny"></tavle-app>');
    await eventually(() => expect(shown(dashboard, 'active')).toContain('ny'));
    const app = dashboard.querySelector('tavle-app');
    if (app) app.name = 'omdoebt';
    await eventually(() => expect(shown(dashboard, 'active')).toContain('omdoebt'));
    // Other changes of the children request nothing.
    if (app) app.heading = 'Omdøbt';
    dashboard.append(document.createElement('hr'));
    await settled(dashboard);
    expect(service.calls.filter(({url}) => url.pathname.endsWith('/state'))).toHaveLength(3);
  });
});
