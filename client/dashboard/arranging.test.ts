import {afterEach, beforeEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import {commands, page, userEvent} from 'vitest/browser';

import type {TavleDashboard, TavleOrderEvent} from '../index.ts';
import {nameOfFocused, openDashboard, shown} from '../testing/dashboard-fixture.ts';
import {type FakeDashboard, fakeDashboard} from '../testing/fake-dashboard.ts';
import {eventually, settled, status} from '../testing/page-fixture.ts';
import {focused} from '../testing/stage.ts';

const apps = ['A', 'B', 'C', 'D']
  .map(name => `<tavle-app name="${name}"><template><a href="#${name}">Se ${name}</a></template></tavle-app>`)
  .join('');

let service: FakeDashboard;
beforeEach(() => {
  service = fakeDashboard({A: 'active', B: 'active', C: 'active', D: 'deactive'});
});

const button = (name: string) => page.getByRole('button', {name, exact: true});

async function openArranging(): Promise<TavleDashboard> {
  const dashboard = await openDashboard(apps);
  await button('Tilpas overblik').click();
  await settled(dashboard);
  return dashboard;
}

async function press(dashboard: TavleDashboard, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await userEvent.keyboard(key === ' ' ? ' ' : `{${key}}`);
    await settled(dashboard);
  }
}

function isInSight(element: Element | null | undefined): boolean {
  const {top, bottom} = element?.getBoundingClientRect() ?? {top: -1, bottom: -1};
  // Browsers scroll whole pixels.
  return top > -1 && bottom < innerHeight + 1;
}

describe('the order', () => {
  it('is the stored one, in both sections, in any order of the page', async () => {
    service.order = ['D', 'C', 'unknown', 'A'];
    service.states.set('B', 'deactive');
    const dashboard = await openDashboard(apps);
    expect(shown(dashboard, 'active')).toEqual(['C', 'A']);
    expect(shown(dashboard, 'disabled')).toEqual(['D', 'B']);
    expect([...dashboard.children].map(child => child.getAttribute('name'))).toEqual(['A', 'B', 'C', 'D']);
  });

  it.each(['Mine frister', 'møder', 'a/b', 'x'.repeat(101), '\ud800'])(
    'is saved without an app of the name %j, which no service has',
    async name => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue();
      const dashboard = await openDashboard(apps);
      const other = document.createElement('tavle-app');
      other.setAttribute('name', name);
      dashboard.prepend(other);
      await dashboard.refresh();
      await button('Tilpas overblik').click();
      await button('Flyt B én plads tidligere').click();
      await eventually(() => expect(service.order).not.toEqual([]));
      expect(service.order).toEqual(['B', 'A', 'C', 'D']);
      expect(new Set(service.calls.flatMap(({url}) => url.searchParams.getAll('apps')))).toEqual(
        new Set(['A', 'B', 'C', 'D']),
      );
      expect(warn.mock.calls.flat()).toEqual([
        expect.stringMatching(/^<tavle-app> name: cannot use .*; see its documentation\.$/),
      ]);
    },
  );

  it('is the Tab order of the apps and their content (WCAG 2.4.3)', async () => {
    service.order = ['C', 'A', 'B'];
    await openDashboard(apps);
    const reached: string[] = [];
    for (let turn = 0; turn < 4; turn++) {
      await userEvent.keyboard('{Tab}');
      reached.push(nameOfFocused());
    }
    expect(reached).toEqual(['Tilpas overblik', ...['Se C', 'Se A', 'Se B']]);
  });

  it('places a new app after the one that precedes it on the page', async () => {
    service.order = ['C', 'A', 'B'];
    const dashboard = await openDashboard(apps);
    service.states.set('N', 'active');
    dashboard.querySelector('[name=A]')?.insertAdjacentHTML('afterend', '<tavle-app name="N"></tavle-app>');
    await eventually(() => expect(shown(dashboard, 'active')).toEqual(['C', 'A', 'N', 'B']));
  });

  it('cannot be changed with fewer than two active apps, which can still be turned off', async () => {
    service.states.set('B', 'deactive').set('C', 'deactive');
    await openArranging();
    await expect.element(page.getByRole('switch', {name: 'A'})).toBeVisible();
    expect(button('Flyt A').query()).toBeNull();
  });

  it('and the switches are shown only while the person arranges the apps', async () => {
    await openDashboard(apps);
    const controls = page.getByRole('switch').or(button('Flyt A'));
    expect(controls.query()).toBeNull();
    await button('Tilpas overblik').click();
    await eventually(() => expect(controls.elements()).toHaveLength(5));
    await button('Færdig').click();
    await eventually(() => expect(controls.query()).toBeNull());
  });

  it('has switches while no app is active, and keeps them when one is turned on', async () => {
    for (const name of ['A', 'B', 'C']) service.states.set(name, 'deactive');
    await openDashboard(apps);
    await page.getByRole('switch', {name: 'B'}).click();
    await expect.element(page.getByRole('switch', {name: 'B'})).toBeChecked();
    await expect.element(button('Færdig')).toBeVisible();
  });
});

describe('by keyboard', () => {
  it('is announced when it starts and ends, in an existing live region (WCAG 4.1.3)', async () => {
    const dashboard = await openDashboard(apps);
    const region = status().element();
    expect(region.textContent.trim()).toBe('');
    await button('Tilpas overblik').click();
    await eventually(() =>
      expect(region.textContent.trim()).toBe('Du kan nu vise, skjule og flytte felter.'),
    );
    await button('Færdig').click();
    await eventually(() =>
      expect(region.textContent.trim()).toBe('Du er færdig med at tilpasse dit overblik.'),
    );
    expect(dashboard.shadowRoot?.contains(region)).toBe(true);
  });

  it('picks up, moves and drops an app, announces each step, and keeps the focus on the handle', async () => {
    const dashboard = await openArranging();
    const stored = vi.fn<(event: TavleOrderEvent) => void>();
    dashboard.addEventListener('tavle-order', stored);
    await press(dashboard, 'Tab');
    expect(nameOfFocused()).toBe('Flyt A');
    await press(dashboard, ' ');
    await expect.element(button('Flyt A')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(status()).toHaveTextContent('A er klar til at blive flyttet. Plads 1 af 3.');
    await press(dashboard, 'ArrowDown');
    expect(shown(dashboard, 'active')).toEqual(['B', 'A', 'C']);
    await expect.element(status()).toHaveTextContent('A: plads 2 af 3.');
    await press(dashboard, 'ArrowRight', 'ArrowRight');
    expect(shown(dashboard, 'active')).toEqual(['B', 'C', 'A']);
    await press(dashboard, 'Home', 'End', 'ArrowUp');
    expect(shown(dashboard, 'active')).toEqual(['B', 'A', 'C']);
    expect(service.order).toEqual([]);
    await press(dashboard, ' ');
    expect(nameOfFocused()).toBe('Flyt A');
    await expect.element(page.getByText('A er flyttet til plads 2 af 3.')).toBeVisible();
    await eventually(() => expect(service.order).not.toEqual([]));
    expect(service.order).toEqual(['B', 'A', 'C', 'D']);
    await eventually(() => expect(stored.mock.calls[0]?.[0].apps).toEqual(['B', 'A', 'C', 'D']));
    // Tab passes the arrows, the switch and the content.
    await press(dashboard, 'Tab', 'Tab', 'Tab', 'Tab', 'Tab');
    expect(nameOfFocused()).toBe('Flyt C');
  });

  it('Escape cancels the move', async () => {
    const dashboard = await openArranging();
    await press(dashboard, 'Tab', ' ', 'End', 'Escape');
    expect(shown(dashboard, 'active')).toEqual(['A', 'B', 'C']);
    await expect.element(status()).toHaveTextContent('A er ikke flyttet.');
    expect(nameOfFocused()).toBe('Flyt A');
    await press(dashboard, 'ArrowDown');
    expect(shown(dashboard, 'active')).toEqual(['A', 'B', 'C']);
    expect(service.calls.filter(({method}) => method === 'PUT')).toEqual([]);
  });

  it('stays in sight, and so does a canceled one, and one that an arrow button moves', async () => {
    const dashboard = await openArranging();
    for (const app of dashboard.querySelectorAll('tavle-app'))
      app.insertAdjacentHTML('beforeend', `<div style="block-size: ${innerHeight}px"></div>`);
    await press(dashboard, 'Tab', ' ');
    for (const key of ['End', 'Home', 'ArrowDown', 'ArrowDown', 'Escape']) {
      await press(dashboard, key);
      expect(nameOfFocused()).toBe('Flyt A');
      expect(isInSight(focused()), key).toBe(true);
    }
    await press(dashboard, 'Tab', 'Tab', 'Enter');
    expect(nameOfFocused()).toBe('Flyt A én plads senere');
    expect(isInSight(focused())).toBe(true);
    expect(shown(dashboard, 'active')).toEqual(['B', 'A', 'C']);
  });

  it('ends when a script removes the app', async () => {
    const dashboard = await openArranging();
    await press(dashboard, 'Tab', ' ');
    await expect.element(status()).toHaveTextContent('A er klar til at blive flyttet.');
    dashboard.querySelector('[name=A]')?.remove();
    await expect.element(status()).not.toHaveTextContent('A');
    await button('Flyt B').click();
    await expect.element(status()).toHaveTextContent('B er klar til at blive flyttet. Plads 1 af 2.');
    expect(service.calls.filter(({method}) => method === 'PUT')).toEqual([]);
  });

  it('is canceled when another tab turns the app off', async () => {
    const dashboard = await openArranging();
    await press(dashboard, 'Tab', ' ', 'End');
    service.states.set('A', 'deactive');
    const tab = new BroadcastChannel('tavle-dashboard');
    tab.postMessage(location.origin);
    tab.close();
    await eventually(() => expect(shown(dashboard, 'disabled')).toContain('A'));
    await expect.element(status()).toHaveTextContent('A er ikke flyttet.');
    await button('Flyt B').click();
    await expect.element(status()).toHaveTextContent('B er klar til at blive flyttet. Plads 1 af 2.');
    expect(service.calls.filter(({method}) => method === 'PUT')).toEqual([]);
  });

  it('left and right follow the page’s direction', async () => {
    document.documentElement.dir = 'rtl';
    const dashboard = await openArranging();
    await press(dashboard, 'Tab', ' ', 'ArrowLeft');
    expect(shown(dashboard, 'active')).toEqual(['B', 'A', 'C']);
  });

  it('leaving the handle drops the app', async () => {
    const dashboard = await openArranging();
    await press(dashboard, 'Tab', ' ', 'End', 'Tab');
    await eventually(() => expect(service.order).toEqual(['B', 'C', 'A', 'D']));
  });

  it.each([
    ['', 'z'],
    [', with Caps Lock', 'Z'],
  ])('Ctrl+Z undoes a move%s', async (_, key) => {
    const dashboard = await openArranging();
    await press(dashboard, 'Tab', ' ', 'End', ' ');
    await userEvent.keyboard(`{Control>}${key}{/Control}`);
    await eventually(() => expect(service.order).toEqual(['A', 'B', 'C', 'D']));
    expect(shown(dashboard, 'active')).toEqual(['A', 'B', 'C']);
  });
});

describe('with a pointer', () => {
  it('drags an app by its handle; a later click still picks it up', async () => {
    const dashboard = await openArranging();
    await userEvent.dragAndDrop(button('Flyt A'), button('Flyt C'));
    await eventually(() => expect(service.order).toEqual(['B', 'C', 'A', 'D']));
    await settled(dashboard);
    expect(shown(dashboard, 'active')).toEqual(['B', 'C', 'A']);
    const card = dashboard.querySelector('[name=A]')?.shadowRoot?.querySelector('article');
    expect(card?.style.translate).toBe('');
    await button('Flyt A').click();
    await expect.element(button('Flyt A')).toHaveAttribute('aria-pressed', 'true');
  });

  it('the arrow buttons move an app by one place, without a drag (WCAG 2.5.7), and keep the focus', async () => {
    const dashboard = await openArranging();
    await button('Flyt B én plads tidligere').click();
    await settled(dashboard);
    expect(shown(dashboard, 'active')).toEqual(['B', 'A', 'C']);
    expect(nameOfFocused()).toBe('Flyt B én plads tidligere');
    await expect.element(button('Flyt B én plads tidligere')).toHaveAttribute('aria-disabled', 'true');
    await button('Flyt B én plads tidligere').click({force: true});
    await button('Flyt B én plads senere').click();
    await eventually(() => expect(service.order).toEqual(['A', 'B', 'C', 'D']));
    expect(service.calls.filter(({method}) => method === 'PUT')).toHaveLength(2);
  });

  it('a double click on an arrow moves one app by one place', async () => {
    const dashboard = await openArranging();
    await userEvent.dblClick(button('Flyt A én plads senere'));
    await settled(dashboard);
    expect(shown(dashboard, 'active')).toEqual(['B', 'A', 'C']);
    await eventually(() => expect(service.order).toEqual(['B', 'A', 'C', 'D']));
    expect(service.calls.filter(({method}) => method === 'PUT')).toHaveLength(1);
  });
});

declare module 'vitest/browser' {
  interface BrowserCommands {
    mouse: (action: 'move' | 'down' | 'up', x: number, y: number) => Promise<void>;
    /** Moves a finger along points, and lifts it. */
    touch: (...path: readonly (readonly [x: number, y: number])[]) => Promise<void>;
  }
}

describe('a drag', () => {
  beforeEach(() => {
    // The whole dashboard fits in the window, also when zoomed.
    document.body.style.inlineSize = '14em';
  });
  afterEach(() => commands.mouse('up', 0, 0));

  const cardOf = (name: string) =>
    document.querySelector(`[name=${name}]`)?.shadowRoot?.querySelector('article') ?? expect.fail();

  /** Presses the handle of an app, and moves the pointer from its centre. Returns where the centre and the pointer are. */
  async function drag(name: string, right: number, down: number) {
    const handle = () => button(`Flyt ${name}`).element().getBoundingClientRect();
    const {left, top, width, height} = handle();
    const [x, y] = [left + width / 2, top + height / 2];
    await commands.mouse('down', x, y);
    for (const part of [0.5, 1]) await commands.mouse('move', x + right * part, y + down * part);
    return {
      centre: () => [handle().left + width / 2, handle().top + height / 2],
      pointer: [x + right, y + down],
    };
  }

  it.each([
    'zoom: 1.5',
    'zoom: 0.5',
    'transform: scale(0.75)',
    'transform: scale(1.4); transform-origin: 0 0',
  ])('keeps the handle below the pointer in a page with %s', async style => {
    document.body.style.cssText += style;
    await openArranging();
    const {centre, pointer} = await drag('A', 40, 30);
    await eventually(() => {
      for (const [index, at] of centre().entries()) expect(at).toBeCloseTo(pointer[index] ?? 0, 0);
    });
  });

  it('scrolls the box of the page that scrolls, also from a shadow root in it and where scrolling is smooth', async () => {
    const box = document.createElement('main');
    box.style.cssText = 'block-size: 300px; overflow: auto; scroll-behavior: smooth';
    box.attachShadow({mode: 'open'}).innerHTML = '<section><slot></slot></section>';
    const dashboard = await openArranging();
    document.body.append(box);
    box.append(dashboard, Object.assign(document.createElement('div'), {style: 'block-size: 3000px'}));
    await settled(dashboard);
    const {bottom} = box.getBoundingClientRect();
    const handle = button('Flyt A').element().getBoundingClientRect();
    const started = performance.now();
    await drag('A', 0, bottom - 20 - handle.top - handle.height / 2);
    await eventually(() => expect(box.scrollTop).toBeGreaterThan(300));
    expect(box.scrollTop).toBeLessThan((performance.now() - started) * 0.7);
    expect(document.scrollingElement?.scrollTop).toBe(0);
  });

  it('by touch ends without a click, and the first click on an arrow moves an app', async () => {
    const dashboard = await openArranging();
    const centreOf = (name: string) => {
      const {left, top, width, height} = button(name).element().getBoundingClientRect();
      return [left + width / 2, top + height / 2] as const;
    };
    const [from, to] = [centreOf('Flyt A'), centreOf('Flyt B')];
    await commands.touch(from, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], to);
    await eventually(() => expect(service.order).toEqual(['B', 'A', 'C', 'D']));
    await settled(dashboard);
    await button('Flyt C én plads tidligere').click();
    await eventually(() => expect(service.order).toEqual(['B', 'C', 'A', 'D']));
  });

  it('is not ended by an update after a canceled move, before the pointer has moved', async () => {
    const dashboard = await openArranging();
    await press(dashboard, 'Tab', ' ', 'Escape');
    service.states.set('A', 'deactive');
    await dashboard.refresh();
    await settled(dashboard);
    await drag('B', 0, 0);
    dashboard.requestUpdate();
    await settled(dashboard);
    const {left, top} = cardOf('C').getBoundingClientRect();
    await commands.mouse('move', left + 20, top + 20);
    await eventually(() => expect(shown(dashboard, 'active')).toEqual(['C', 'B']));
  });

  it('ends with Escape in any element of the page, which does not hear it, and keeps its focus', async () => {
    const dashboard = await openArranging();
    const field = document.body.appendChild(document.createElement('input'));
    await drag('A', 0, 60);
    await settled(dashboard);
    expect(cardOf('A').style.translate).not.toBe('');
    field.focus();
    const hear = vi.fn();
    document.addEventListener('keydown', hear);
    onTestFinished(() => document.removeEventListener('keydown', hear));
    await userEvent.keyboard('{Escape}');
    await settled(dashboard);
    expect(cardOf('A').style.translate).toBe('');
    expect(hear).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(field);
    await commands.mouse('up', 0, 0);
    await settled(dashboard);
    expect(shown(dashboard, 'active')).toEqual(['A', 'B', 'C']);
    expect(service.calls.filter(({method}) => method === 'PUT')).toEqual([]);
  });
});

it('a move that is not saved is reverted with the reason, and can be retried', async () => {
  const dashboard = await openArranging();
  service.break(503, 'PUT');
  await button('Flyt A én plads senere').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('A blev ikke flyttet.');
  await settled(dashboard);
  expect(shown(dashboard, 'active')).toEqual(['A', 'B', 'C']);
  service.heal();
  await button('Prøv igen').click();
  await eventually(() => expect(service.order).not.toEqual([]));
  expect(service.order).toEqual(['B', 'A', 'C', 'D']);
  expect(shown(dashboard, 'active')).toEqual(['B', 'A', 'C']);
});

it('a move that is stored without a response is not reported as a failure', async () => {
  const dashboard = await openArranging();
  const {fetch} = globalThis;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const response = await fetch(url, init);
    return init.method === 'PUT' ? Response.json({message: 'Bad gateway'}, {status: 502}) : response;
  });
  const failed = vi.fn();
  dashboard.addEventListener('tavle-error', failed);
  await button('Flyt A én plads senere').click();
  await eventually(() => expect(failed).toHaveBeenCalledOnce());
  await eventually(() => expect(shown(dashboard, 'active')).toEqual(['B', 'A', 'C']));
  await expect.element(page.getByText('A blev ikke flyttet.')).not.toBeInTheDocument();
});

it('"Færdig" keeps the focus', async () => {
  const dashboard = await openArranging();
  await button('Færdig').click();
  await settled(dashboard);
  expect(nameOfFocused()).toBe('Tilpas overblik');
});

it('does not recreate the content of moved apps', async () => {
  const dashboard = await openArranging();
  const link = dashboard.querySelector('[name=A] a');
  await button('Flyt A én plads senere').click();
  await settled(dashboard);
  expect(dashboard.querySelector('[name=A] a')).toBe(link);
});
