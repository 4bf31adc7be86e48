import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page} from 'vitest/browser';

import '../testing/calendar-fixture.ts';
import {addDashboard} from '../testing/dashboard-fixture.ts';
import {fakeNetwork, type FakeNetwork} from '../testing/fake-network.ts';
import {jwt} from '../testing/tokens.ts';
import {eventually} from '../testing/page-fixture.ts';

let network: FakeNetwork;

beforeEach(() => {
  network = fakeNetwork(({url}) =>
    url.pathname.includes('/apps/state')
      ? Response.json({frister: {state: 'active'}})
      : Response.json(url.pathname.includes('/apps/') ? {apps: [], locked: []} : []),
  );
});

const deadlines = '<tavle-deadlines cvr="10000009"></tavle-deadlines>';
const appWith = (content: string) => `<tavle-app name="frister" heading="Frister">${content}</tavle-app>`;

/** Returns the requests for deadlines, with their tokens. */
const requests = () =>
  [...network.calls, ...network.background, ...network.prefetched]
    .filter(({url}) => url.pathname.includes('/calendar/'))
    .map(({url, token}) => `${url.host} ${token ?? ''}`);
const here = location.host;

describe('an element in a dashboard', () => {
  it.each([
    ['a template', appWith(`<template>${deadlines}</template>`)],
    ['the light DOM', appWith(`<section><div>${deadlines}</div></section>`)],
    ['a slot', appWith(`<span slot="header">${deadlines}</span>`)],
    ['a calendar', appWith('<tavle-calendar cvr="10000009"></tavle-calendar>')],
  ])('uses its token and its service: in %s', async (_, apps) => {
    const dashboard = addDashboard(apps);
    dashboard.api = 'https://tavle.example.dk';
    await eventually(() => expect(requests()).toContain('tavle.example.dk Bearer token'));
    expect(new Set(requests())).toEqual(new Set(['tavle.example.dk Bearer token']));
  });

  it.each<ShadowRootMode>(['open', 'closed'])('uses its token in a shadow root that is %s', async mode => {
    const dashboard = addDashboard(appWith('<div class="place"></div>'));
    const root = dashboard.querySelector('.place')?.attachShadow({mode});
    if (root) root.innerHTML = deadlines;
    await eventually(() => expect(requests()).toEqual([`${here} Bearer token`]));
  });

  it.each<ShadowRootMode>(['open', 'closed'])(
    'uses its token in the slot of a page whose shadow root is %s',
    async mode => {
      const host = document.createElement('div');
      const root = host.attachShadow({mode});
      host.innerHTML = deadlines;
      addDashboard(appWith('<slot></slot>'), root);
      document.body.append(host);
      await eventually(() => expect(requests()).toEqual([`${here} Bearer token`]));
    },
  );

  it('waits until the dashboard has a token', async () => {
    const dashboard = addDashboard(appWith(deadlines));
    dashboard.getToken = undefined;
    await dashboard.updateComplete;
    expect(requests()).toEqual([]);
    dashboard.getToken = () => Promise.resolve('late');
    await eventually(() => expect(requests()).toEqual([`${here} Bearer late`]));
  });

  it('uses the token of a dashboard that is defined later', async () => {
    document.body.innerHTML = `<tavle-later>${deadlines}</tavle-later>`;
    const later = document.body.firstElementChild as HTMLElement & {getToken?: unknown};
    later.getToken = () => Promise.resolve('later');
    await new Promise(resolve => setTimeout(resolve, 50));
    expect(requests()).toEqual([]);
    const {TavleDashboard} = await import('./tavle-dashboard.ts');
    customElements.define('tavle-later', class extends TavleDashboard {});
    await eventually(() => expect(requests()).toEqual([`${here} Bearer later`]));
  });

  it('uses that of the dashboard it is moved into, and starts over for another person', async () => {
    const first = addDashboard(appWith(deadlines));
    await eventually(() => expect(requests()).toEqual([`${here} Bearer token`]));
    const second = addDashboard(appWith(''));
    second.getToken = () => Promise.resolve(jwt({sub: 'bo'}));
    const element = first.querySelector('tavle-deadlines') as HTMLElement;
    second.querySelector('tavle-app')?.append(element);
    await eventually(() => expect(requests().at(-1)).toBe(`${here} Bearer ${jwt({sub: 'bo'})}`));
  });

  it('uses its own token and service if it has them', async () => {
    const dashboard = addDashboard(
      appWith('<tavle-deadlines cvr="10000009" api="https://own.example.dk"></tavle-deadlines>'),
    );
    const element = dashboard.querySelector('tavle-deadlines');
    if (element) element.getToken = () => Promise.resolve('own');
    await eventually(() => expect(requests()).toEqual(['own.example.dk Bearer own']));
  });

  it('starts over when the dashboard has the token of another person', async () => {
    const dashboard = addDashboard(appWith(deadlines));
    await eventually(() => expect(requests()).toHaveLength(1));
    dashboard.getToken = () => Promise.resolve('token');
    await new Promise(resolve => setTimeout(resolve, 50));
    expect(requests()).toHaveLength(1);
    dashboard.getToken = () => Promise.resolve('other');
    await eventually(() => expect(requests()).toEqual([`${here} Bearer token`, `${here} Bearer other`]));
  });

  it('uses its token while the dashboard loads again, without slots for its apps', async () => {
    const dashboard = addDashboard(appWith(deadlines));
    await eventually(() => expect(requests()).toHaveLength(1));
    await eventually(() => expect(dashboard.shadowRoot?.querySelector('slot')).not.toBeNull());
    network.hold('/apps/');
    dashboard.getToken = () => Promise.resolve('other');
    await eventually(() => expect(dashboard.shadowRoot?.querySelector('slot')).toBeNull());
    await dashboard.querySelector('tavle-deadlines')?.refresh();
    await eventually(() => expect(requests().at(-1)).toBe(`${here} Bearer other`));
    network.release();
  });

  it('has the link to its login', async () => {
    const dashboard = addDashboard(appWith(deadlines));
    dashboard.loginUrl = '/log-paa';
    network.break(401, 'GET', '/calendar/');
    await expect.element(page.getByRole('link', {name: 'Log på'})).toHaveAttribute('href', '/log-paa');
  });

  it('is not asked for an app without a name', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    addDashboard(`<tavle-app heading="Uden navn">${deadlines}</tavle-app>${appWith('')}`);
    await eventually(() => expect(network.calls.map(({url}) => url.search)).toContain('?apps=frister'));
    expect(warn.mock.calls.filter(([text]) => String(text).startsWith('<tavle-app>'))).toEqual([
      ['<tavle-app> name: is missing; the app is not shown.'],
    ]);
  });
});
