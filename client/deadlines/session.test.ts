import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page} from 'vitest/browser';

import {addDeadlines, openDeadlines} from '../testing/calendar-fixture.ts';
import {type FakeCalendar, fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {jwt} from '../testing/tokens.ts';
import {eventually} from '../testing/waiting.ts';

let service: FakeCalendar;

beforeEach(() => {
  service = fakeCalendar(frist(1, '01-07-2027', {overskrift: 'Moms'}));
});

const entry = (name: string) => page.getByRole('button', {name: new RegExp(name)});

describe('a new getToken at each rendering', () => {
  it('of the same person sends no request, and is called at most once a second', async () => {
    const element = await openDeadlines();
    const before = service.calls.length;
    vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
    let called = 0;
    let rendered = 0;
    for (; rendered < 30; rendered += 1) {
      const number = rendered;
      element.getToken = () => {
        called += 1;
        return Promise.resolve(number ? jwt({sub: 'anna', iat: number}) : 'token');
      };
      await element.updateComplete;
    }
    await vi.advanceTimersByTimeAsync(3_000);
    vi.useRealTimers();
    expect(called).toBeGreaterThan(0);
    expect(called).toBeLessThanOrEqual(3);
    expect(service.calls.length).toBeLessThanOrEqual(before + 1);
  });

  it('is used from the next request on', async () => {
    const element = await openDeadlines();
    const tokenOf = (iat: number) => jwt({sub: 'anna', iat});
    element.getToken = () => tokenOf(1);
    await eventually(() => expect(service.calls.at(-1)?.token).toBe(`Bearer ${tokenOf(1)}`));
    const before = service.calls.length;
    element.getToken = () => tokenOf(2);
    await element.refresh();
    expect(service.calls).toHaveLength(before + 1);
    expect(service.calls.at(-1)?.token).toBe(`Bearer ${tokenOf(2)}`);
  });

  it('of another person removes the content of the first one, and loads again', async () => {
    const element = await openDeadlines();
    await expect.element(entry('Moms')).toBeVisible();
    service.hold();
    service.frister.clear();
    element.getToken = () => jwt({sub: 'bo'});
    await eventually(() => expect(entry('Moms').query()).toBeNull());
    service.release();
    await expect.element(page.getByText('Der er ingen kommende frister.')).toBeVisible();
  });

  it('does not send a request of the first person with the token of another', async () => {
    const element = await openDeadlines();
    service.hold();
    const before = service.calls.length;
    element.getToken = () => jwt({sub: 'bo'});
    await element.refresh();
    await eventually(() => expect(service.calls.length).toBe(before + 1));
    service.release();
  });

  it('with tokens that always differ restarts at most once a second', async () => {
    const element = await openDeadlines();
    const before = service.calls.length;
    vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
    let number = 0;
    element.addEventListener('tavle-load', () => {
      element.getToken = () => jwt({sub: String((number += 1))});
    });
    element.getToken = () => jwt({sub: String((number += 1))});
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    element.remove();
    expect(service.calls.length - before).toBeLessThanOrEqual(8);
  });
});

describe('a visitor who is signed out', () => {
  it.each([
    ['returns undefined', () => Promise.resolve(undefined)],
    ['throws the status of the portal', () => Promise.reject(new Error('No token: 401'))],
    ['returns the login page', () => Promise.resolve('<!doctype html>')],
  ])('gets a link to the login where getToken %s', async (_, getToken) => {
    const element = addDeadlines('login-url="/log-paa"');
    element.getToken = getToken;
    await expect.element(page.getByRole('link', {name: 'Log på igen'})).toHaveAttribute('href', '/log-paa');
    await expect.element(page.getByRole('alert').first()).toHaveTextContent('Du er blevet logget af.');
    expect(service.calls).toEqual([]);
  });

  it('can retry, but not sign in, where the portal has no connection', async () => {
    const element = addDeadlines('login-url="/log-paa"');
    element.getToken = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect.element(page.getByRole('alert').first()).toHaveTextContent('Vi har problemer lige nu.');
    await expect.element(page.getByRole('button', {name: 'Prøv igen'})).toBeVisible();
    expect(page.getByRole('link', {name: 'Log på igen'}).query()).toBeNull();
  });

  it('sees the deadlines when a new getToken returns a token', async () => {
    const element = addDeadlines();
    element.getToken = () => undefined;
    await expect.element(page.getByRole('alert').first()).toHaveTextContent('Du er blevet logget af.');
    element.getToken = () => 'token';
    await expect.element(entry('Moms')).toBeVisible();
  });
});

describe('a property', () => {
  it('that is not a number does not send requests without end', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const element = await openDeadlines();
    const before = service.calls.length;
    (element as {max: unknown}).max = 'abc';
    (element as {max: unknown}).max = 'abc';
    await new Promise(resolve => setTimeout(resolve, 300));
    expect(service.calls).toHaveLength(before);
    expect(element.max).toBe(3);
    expect(warn.mock.calls).toEqual([['<tavle-deadlines> max: cannot use "abc"; see its documentation.']]);
  });

  it('cvr accepts a list, and an equal list changes nothing', async () => {
    const element = await openDeadlines();
    Reflect.set(element, 'cvr', ['10 00 00 17']);
    await eventually(() =>
      expect(service.calls.at(-1)?.url.pathname).toBe('/calendar/1/virksomheder/10000017/frister'),
    );
    const before = service.calls.length;
    Reflect.set(element, 'cvr', ['10 00 00 17']);
    await element.updateComplete;
    expect(service.calls).toHaveLength(before);
  });

  it('cvr without a number shows at once that there is no company', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const element = addDeadlines();
    element.cvr = 'no company';
    await expect
      .element(page.getByRole('alert').first())
      .toHaveTextContent('Der er ikke valgt en virksomhed.');
    expect(service.calls).toEqual([]);
  });

  it('that was set before the element is defined is parsed', async () => {
    const element = document.createElement('tavle-deadlines-late') as HTMLElement & Record<string, unknown>;
    Object.assign(element, {cvr: 10000017, max: '2', getToken: () => 'token'});
    document.body.append(element);
    const {TavleDeadlines} = await import('./tavle-deadlines.ts');
    customElements.define('tavle-deadlines-late', class extends TavleDeadlines {});
    await expect.element(entry('Moms')).toBeVisible();
    expect(service.calls.map(({url}) => url.pathname + url.search)).toEqual([
      '/calendar/1/virksomheder/10000017/frister?antal=2',
    ]);
  });
});
