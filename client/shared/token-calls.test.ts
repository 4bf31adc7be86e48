import {beforeEach, describe, expect, it, vi} from 'vitest';

import type {TavleDeadlines} from '../index.ts';
import {addCalendar, addDeadlines, openDeadlines} from '../testing/calendar-fixture.ts';
import {addDashboard, openArranging} from '../testing/dashboard-fixture.ts';
import {fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {fakeDashboard} from '../testing/fake-dashboard.ts';
import type {FakeNetwork} from '../testing/fake-network.ts';
import {asksBeforeLeaving, eventually, pass, settled} from '../testing/page-fixture.ts';
import {click, role} from '../testing/person.ts';

let service: FakeNetwork;

beforeEach(() => {
  service = fakeCalendar(frist(1, '10-06-2027', {overskrift: 'Moms'}));
});

const requests = () => [...service.calls, ...service.background, ...service.prefetched];

describe('getToken', () => {
  it('has one call in flight for the requests of all companies and elements', async () => {
    let calls = 0;
    let running = 0;
    let maxRunning = 0;
    const getToken = async () => {
      calls += 1;
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await new Promise(resolve => setTimeout(resolve, 50));
      running -= 1;
      return 'token';
    };
    const companies = 'cvr="10000009 10000017 10000025"';
    const elements = [addCalendar(companies), addDeadlines(companies), addDashboard()];
    for (const element of elements) element.getToken = getToken;
    await eventually(() => expect(requests().length).toBeGreaterThan(4));
    expect(maxRunning).toBe(1);
    expect(calls).toBeLessThan(requests().length);
  });

  it('is called again after a call that failed, and after one that never returns', async () => {
    vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
    const answers = [
      () => Promise.reject(new Error('no')),
      () => new Promise<string>(() => undefined),
      () => 'token',
    ];
    const element = addDeadlines();
    let calls = 0;
    element.getToken = () => answers[calls++]?.() ?? 'token';
    await vi.advanceTimersByTimeAsync(100);
    expect(calls).toBe(1);
    void element.refresh();
    await vi.advanceTimersByTimeAsync(16_000);
    void element.refresh();
    await vi.advanceTimersByTimeAsync(100);
    expect(calls).toBe(3);
    expect(requests()).toHaveLength(1);
  });
});

it('lets the browser ask before the page is left, from a change until its response', async () => {
  const dashboards = fakeDashboard({frister: 'active', cvr: 'active'});
  const dashboard = await openArranging();
  let returnToken: (token: string) => void = () => undefined;
  dashboard.getToken = () => new Promise(resolve => (returnToken = resolve));
  void dashboard.refresh();
  await settled(dashboard);
  expect(asksBeforeLeaving()).toBe(false);
  await click(role('switch', 'Frister'));
  expect(asksBeforeLeaving()).toBe(true);
  dashboards.hold();
  returnToken('token');
  await eventually(() => expect(dashboards.calls.at(-1)?.method).toBe('PUT'));
  expect(asksBeforeLeaving()).toBe(true);
  dashboard.getToken = () => 'token';
  await click(role('switch', 'Frister'));
  expect(asksBeforeLeaving()).toBe(true);
  dashboards.release();
  await eventually(() => expect(asksBeforeLeaving()).toBe(false));
  await eventually(() => expect(dashboards.states.get('frister')).toBe('active'));
});

describe('what a page has got wrong is one line of the console', () => {
  it.each<[string, () => unknown, string]>([
    ['getToken throws', () => Promise.reject(new Error('No session store.')), 'No session store.'],
    ['getToken returns an object', () => ({access_token: 'secret'}), 'object'],
    ['getToken returns a text that is not a token', () => 'secret text', 'string'],
  ])('%s', async (_, getToken, reason) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const elements = [addCalendar(), addDeadlines()];
    for (const element of elements) element.getToken = getToken as () => string;
    await eventually(() =>
      elements.forEach(each => expect(each.shadowRoot?.textContent).toContain('Prøv igen')),
    );
    await elements[0]?.refresh();
    expect(warn).toHaveBeenCalledOnce();
    const line = String(warn.mock.calls[0]?.[0]);
    expect(line).toMatch(/^getToken: cannot use .*; see its documentation\.$/);
    expect(line).toContain(reason);
    expect(line).not.toContain('secret');
    expect(requests()).toEqual([]);
  });

  it('api is the URL of pages', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    vi.stubGlobal('fetch', () => {
      const headers = {'content-type': 'text/html'};
      return Promise.resolve(new Response('<!doctype html><title>Forside</title>', {headers}));
    });
    const element = addDeadlines();
    element.api = 'https://portal.example.dk/app';
    element.getToken = () => 'token';
    await eventually(() => expect(element.shadowRoot?.textContent).toContain('Prøv igen'));
    await element.refresh();
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.calls[0]?.[0]).toMatch(/^api: cannot use .*, a page; see its documentation\.$/);
  });
});

describe('a person who keeps coming back to the tab, or a connection that does', () => {
  it.each([
    ['visibilitychange', document],
    ['online', window],
  ])('causes at most one reload in five seconds, and one after the last %s', async (type, target) => {
    const element = await openDeadlines();
    const before = requests().length;
    vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout', 'performance']});
    for (let times = 0; times < 20; times += 1) {
      target.dispatchEvent(new Event(type));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(requests()).toHaveLength(before + 1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests()).toHaveLength(before + 2);
    target.dispatchEvent(new Event(type));
    await vi.advanceTimersByTimeAsync(100);
    expect(requests()).toHaveLength(before + 3);
    element.remove();
  });
});

describe('a silent reload that has failed', () => {
  it.each<[string, (element: TavleDeadlines) => unknown]>([
    ['getToken returns nothing', element => (element.getToken = () => undefined)],
    ['the page has removed getToken', element => (element.getToken = undefined)],
    ['the page has removed the company', element => (element.cvr = '')],
    ['the element has been removed', element => element.remove()],
  ])('is not retried endlessly when %s', async (_, change) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const element = await openDeadlines();
    vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
    service.break(503);
    dispatchEvent(new Event('online'));
    await pass(2);
    service.hold();
    await pass(4);
    // The first retry is in flight.
    const revalidate = vi.spyOn(element, 'revalidate');
    change(element);
    service.release();
    await pass(100);
    expect(revalidate.mock.calls.length).toBeLessThanOrEqual(1);
  });
});
