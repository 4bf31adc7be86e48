import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';
import type {TavleDeadlines, TavleErrorEvent, TavleOpenEvent} from '../index.ts';
import {addDeadlines, openDeadlines, queryAll, setToday, textsOf} from '../testing/calendar-fixture.ts';
import {upcomingDeadlines} from '../testing/deadlines-states.ts';
import {byId, type FakeCalendar, frist} from '../testing/fake-calendar.ts';
import {setServiceTime} from '../testing/service-clock.ts';
import {alert, button, eventually, focused, pass, status} from '../testing/page-fixture.ts';
import {jwt} from '../testing/tokens.ts';

let service: FakeCalendar;
beforeEach(() => {
  setToday('2026-12-10');
  service = upcomingDeadlines();
});

const titles = () => textsOf('.entry-title');
const queries = () => service.calls.map(({url}) => url.pathname + url.search);

describe('a wrong clock of the device', () => {
  it.each([
    ['years behind', '2026-12-10T09:00:00Z', '2023-01-05'],
    ['days ahead', '2026-12-10T09:00:00Z', '2026-12-14'],
    ['a month ahead', '2026-12-10T09:00:00Z', '2027-01-14'],
    ['years behind, when a day has begun in Denmark only', '2026-12-09T23:30:00Z', '2024-06-01'],
  ])('that is %s is corrected by the service', async (_, time, day) => {
    setToday(day);
    setServiceTime(time);
    await openDeadlines();
    expect(textsOf('.entry')[0]).toMatch(/^I dag /);
  });

  it('that differs by less than an hour is left', async () => {
    vi.setSystemTime(new Date('2026-12-09T23:30:00Z'));
    setServiceTime('2026-12-09T22:45:00Z');
    service.frister.delete(1);
    await openDeadlines();
    expect(textsOf('.entry')[0]).toMatch(/^I dag /);
  });
});

describe('the next deadlines', () => {
  it('are loaded with one request and show the time until each', async () => {
    service.frister.set(4, frist(4, '31-12-2026', {overskrift: 'Told', isLaest: true}));
    await openDeadlines();
    expect(textsOf('.entry')).toEqual([
      'I dag tors. 10. dec. Moms Skattestyrelsen Ulæst',
      'Om 6 dage ons. 16. dec. A-skat og arbejdsmarkedsbidrag Skattestyrelsen',
      'Om 3 uger tors. 31. dec. Told Skattestyrelsen',
    ]);
    expect(queries()).toEqual(['/calendar/1/mine/frister?antal=3&klarede=false&cvr=10000009']);
    await expect.element(page.getByRole('heading', {name: 'Næste frister', level: 2})).toBeVisible();
  });

  it.each([700, 1280])('have no texts on top of each other with wide text spacing at %d px', async width => {
    service.frister.set(4, frist(4, '18-02-2027'));
    document.body.style.cssText = `inline-size: ${width}px; letter-spacing: 0.12em; word-spacing: 0.16em`;
    await openDeadlines('href="#{id}"');
    const ends = queryAll('.entry .tag, .entry time, .entry-title').map(text => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const {left, right, top} = range.getBoundingClientRect();
      return {left, right, top: Math.round(top / 20)};
    });
    expect(ends).toHaveLength(9);
    // In one line, each text begins after the one before it.
    for (const [place, {left}] of ends.entries())
      if (place % 3) expect(left).toBeGreaterThanOrEqual(ends[place - 1]?.right ?? 0);
  });

  it('are in English on an English page', async () => {
    document.documentElement.lang = 'en';
    await openDeadlines('max="1"');
    expect(textsOf('.entry')).toEqual(['Today Thu 10 Dec Moms Skattestyrelsen Unread']);
    await expect.element(page.getByRole('heading', {name: 'Next deadlines'})).toBeVisible();
  });

  it.each([
    ['0', 1],
    ['99', 10],
  ])('with max="%s" are %d at most', async (max, antal) => {
    await openDeadlines(`max="${max}"`);
    expect(queries()).toEqual([`/calendar/1/mine/frister?antal=${antal}&klarede=false&cvr=10000009`]);
  });

  it('increase with max, and stay visible until the new ones are loaded', async () => {
    const element = await openDeadlines('max="1"');
    service.hold();
    element.max = 2;
    await element.updateComplete;
    expect(titles()).toEqual(['Moms']);
    expect(textsOf('.next-none')).toEqual([]);
    service.release();
    await eventually(() => expect(titles()).toEqual(['Moms', 'A-skat og arbejdsmarkedsbidrag']));
  });

  it('exclude the previous day after midnight in Denmark', async () => {
    const element = await openDeadlines('max="1"');
    setToday('2026-12-11');
    element.remove();
    document.body.append(element);
    await eventually(() => expect(titles()).toEqual(['A-skat og arbejdsmarkedsbidrag']));
  });

  it('are reloaded when a calendar of the same service has saved a mark', async () => {
    await openDeadlines('max="1"');
    service.frister.set(2, frist(2, '10-12-2026', {overskrift: 'Moms', isSlettet: true}));
    const tab = new BroadcastChannel('tavle-calendar');
    tab.postMessage(location.origin);
    tab.close();
    await eventually(() => expect(titles()).toEqual(['A-skat og arbejdsmarkedsbidrag']));
  });

  it('of another company replace those of the previous one', async () => {
    const element = await openDeadlines('max="1"');
    service.hold();
    element.cvr = '10000017';
    await element.updateComplete;
    expect(titles()).toEqual([]);
    service.release();
    await eventually(() => expect(titles()).toEqual(['Moms']));
    expect(queries().at(-1)).toBe('/calendar/1/mine/frister?antal=1&klarede=false&cvr=10000017');
  });
});

describe('the next deadlines of several companies', () => {
  const several = `cvr="10000009 10000017" names='{"10000009": "Havblik"}'`;

  beforeEach(() => {
    service.own.set('10000017', byId([frist(2, '10-12-2026'), frist(7, '12-12-2026', {isLaest: true})]));
  });

  it('are each shown once, by date, with the company or their number, from one request', async () => {
    await openDeadlines(`${several} href="#{cvr}-{id}"`);
    expect(titles()).toEqual(['Moms', 'Frist 7', 'A-skat og arbejdsmarkedsbidrag']);
    expect(textsOf('.sender')[0]).toBe('2 virksomheder Skattestyrelsen');
    expect(textsOf('.sender')).toContain('CVR 10000017 Skattestyrelsen');
    expect(queryAll('a')[0]?.getAttribute('href')).toBe('#10000009-2');
    expect(service.calls).toHaveLength(0);
    expect(service.background).toHaveLength(1);
  });
});

describe('the next deadlines of 150 companies', () => {
  const numbered = (first: number) => Array.from({length: 150}, (_, index) => String(first + index));
  const cvrs = numbered(20_000_000);

  beforeEach(() => {
    const own = cvrs.map((_, index) => [
      frist(1_000 + index, '12-12-2026', {overskrift: 'Moms'}),
      ...(index ? [] : [frist(2, '16-12-2026', {overskrift: 'Told'})]),
    ]);
    for (const [index, cvr] of cvrs.entries()) service.own.set(cvr, byId(own[index] ?? []));
  });

  /** Adds deadlines of other companies of the token, 150 on each of some days from the 10th on. */
  function addOthers(days: number) {
    for (const [index, cvr] of numbered(30_000_000).entries()) {
      const frister = Array.from({length: days}, (_, day) =>
        frist(10_000 * (day + 1) + index, `${10 + day}-12-2026`),
      );
      service.own.set(cvr, byId(frister));
    }
  }

  it('are all shown, with all of their companies, although equal ones fill the first page', async () => {
    await openDeadlines(`cvr="${cvrs.join(' ')}"`);
    expect(titles()).toEqual(['Moms', 'Told']);
    expect(textsOf('.sender')[0]).toBe('150 virksomheder Skattestyrelsen');
    expect(textsOf('.next-none')).toEqual(['Der er ingen senere frister.']);
  });

  it('are loaded no further than they are shown', async () => {
    await openDeadlines(`max="1" cvr="${cvrs.join(' ')}"`);
    expect(textsOf('.sender')).toEqual(['150 virksomheder Skattestyrelsen']);
    expect([...service.background, ...service.calls].map(({url}) => url.search)).toEqual([
      '?antal=100&klarede=false',
      '?fra=12-12-2026&til=12-12-2026&klarede=false',
    ]);
  });

  it('are found behind the deadlines of other companies of the token', async () => {
    addOthers(2);
    await openDeadlines(`cvr="${cvrs.join(' ')}"`);
    expect(titles()).toEqual(['Moms', 'Told']);
  });

  it('are followed by a note that there may be others if the rest was not found in some pages', async () => {
    addOthers(20);
    for (const cvr of cvrs) service.own.set(cvr, byId([frist(2, '10-12-2026'), frist(3, '01-05-2027')]));
    await openDeadlines(`cvr="${cvrs.join(' ')}"`);
    expect(titles()).toEqual(['Frist 2']);
    expect(textsOf('.next-none')).toEqual(['Der kan være flere frister, som ikke vises her.']);
  });

  it('are not said to be none if they were not found in some pages', async () => {
    addOthers(20);
    for (const cvr of cvrs) service.own.set(cvr, byId([frist(3, '01-05-2027')]));
    await openDeadlines(`cvr="${cvrs.join(' ')}"`);
    expect(titles()).toEqual([]);
    expect(textsOf('.next-none')).toEqual(['Der kan være flere frister, som ikke vises her.']);
    expect(service.calls.length + service.background.length).toBeLessThanOrEqual(10);
  });
});

it.each([256, 288, 326, 358])(
  'shows the whole sender in %i px, below the date if there is no room next to it',
  async width => {
    const only = frist(1, '18-01-2027', {overskrift: 'Moms: 4. kvartal', afsenderNavn: 'Erhvervsstyrelsen'});
    service.frister.clear();
    service.frister.set(1, only);
    document.body.style.inlineSize = `${width}px`;
    await openDeadlines();
    const [sender] = queryAll('.sender');
    expect(sender?.textContent).toContain('Erhvervsstyrelsen');
    expect(sender?.scrollWidth).toBe(sender?.clientWidth);
  },
);

describe('the heading', () => {
  it('is that of the attribute, with the level of the attribute', async () => {
    await openDeadlines('heading="Det skal I nå" heading-level="3"');
    await expect.element(page.getByRole('heading', {name: 'Det skal I nå', level: 3})).toBeVisible();
  });

  it('is left out if the attribute is empty', async () => {
    await openDeadlines('heading=""');
    expect(page.getByRole('heading').query()).toBeNull();
  });
});

describe('opening a deadline', () => {
  async function opened(element: TavleDeadlines, act: () => Promise<void>) {
    const cancel = vi.fn((event: TavleOpenEvent) => event.preventDefault());
    element.addEventListener('tavle-open', cancel, {once: true});
    await act();
    await eventually(() => expect(cancel).toHaveBeenCalledOnce());
    return cancel.mock.calls[0]?.[0];
  }

  it('follows a link to its page, unless the page cancels the event', async () => {
    const element = await openDeadlines('href="#frist-{id}-{cvr}"');
    const link = page.getByRole('link', {name: /Moms/});
    await expect.element(link).toHaveAttribute('href', '#frist-2-10000009');
    const title = page.getByText('Moms', {exact: true});
    await opened(element, () => title.click());
    expect(location.hash).toBe('');
    await title.click();
    expect(location.hash).toBe('#frist-2-10000009');
  });

  it('works with the keyboard, and fires an event with the number of the deadline and the company', async () => {
    const element = await openDeadlines();
    await userEvent.keyboard('{Tab}{Tab}');
    expect(focused()?.textContent).toContain('A-skat');
    const event = await opened(element, () => userEvent.keyboard('{Enter}'));
    expect(event).toMatchObject({fristId: 3, cvr: '10000009', bubbles: true, composed: true});
  });
});

describe('loading', () => {
  it('names a company that the person has no access to, and shows the deadlines of the others', async () => {
    service.refused.add('10000017');
    await openDeadlines('cvr="10000009 10000017"');
    await expect.element(page.getByText('Du kan ikke se frister for CVR 10000017.')).toBeVisible();
    expect(titles()[0]).toBe('Moms');
  });

  it('that fails says why, and can be tried again', async () => {
    service.break(403);
    const element = addDeadlines();
    const failed = new Promise<TavleErrorEvent>(resolve => element.addEventListener('tavle-error', resolve));
    await expect.element(alert()).toHaveTextContent('Du har ikke adgang til denne virksomheds frister.');
    expect(await failed).toMatchObject({operation: 'load'});
    service.heal();
    await button('Prøv igen').click();
    await eventually(() => expect(titles()[0]).toBe('Moms'));
    await eventually(() => expect(focused()?.textContent).toContain('Moms'));
  });

  it('is announced', async () => {
    service.hold();
    addDeadlines();
    await expect.element(status()).toHaveTextContent('Henter frister …');
    service.release();
    await eventually(() => expect(status().element().textContent.trim()).toBe(''));
  });
});

const entry = (name: string) => button(new RegExp(name));

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

  it('does not send a request of the first person with the token of another', async () => {
    const element = await openDeadlines();
    service.hold();
    const before = service.calls.length;
    element.getToken = () => jwt({sub: 'bo'});
    await element.refresh();
    await eventually(() => expect(service.calls.length).toBe(before + 1));
    service.release();
  });

  it('after another person has signed in shows the deadlines of this person', async () => {
    const element = await openDeadlines();
    element.getToken = () => jwt({sub: 'anna'});
    await element.refresh();
    const setPerson = () => (element.getToken = () => jwt({sub: 'bo'}));
    setPerson();
    await eventually(() => expect(titles()).toEqual([]));
    // The page renders during the pause before the element starts again.
    setPerson();
    await eventually(() => expect(titles()[0]).toBe('Moms'));
    expect(service.calls.at(-1)?.token).toBe(`Bearer ${jwt({sub: 'bo'})}`);
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

describe('after midnight in Denmark', () => {
  const halfMinutes = 20;

  /** Opens the element, and lets a day and then ten minutes pass. Returns what happened in these. */
  async function passMidnight(end: (element: TavleDeadlines) => unknown) {
    vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval']});
    const element = await openDeadlines();
    await end(element);
    const getToken = vi.fn(element.getToken);
    element.getToken = getToken;
    await pass(2);
    getToken.mockClear();
    const failed = vi.fn();
    element.addEventListener('tavle-error', failed);
    setToday('2026-12-11');
    await pass(halfMinutes * 30);
    return {element, getToken, failed};
  }

  it('the token is not requested while nobody is signed in', async () => {
    const {getToken, failed} = await passMidnight(element => {
      element.getToken = () => undefined;
      return element.refresh();
    });
    expect(getToken).not.toHaveBeenCalled();
    expect(failed).not.toHaveBeenCalled();
  });

  it('a service that is away is retried silently, and reported once', async () => {
    const {element, getToken, failed} = await passMidnight(() => service.break(503));
    expect(getToken.mock.calls.length).toBeGreaterThan(1);
    expect(getToken.mock.calls.length).toBeLessThan(halfMinutes / 2);
    expect(failed).toHaveBeenCalledOnce();
    expect(textsOf('.entry')[0]).toMatch(/^Udløbet /);
    vi.useRealTimers();
    service.heal();
    await element.refresh();
    expect(titles()[0]).toBe('A-skat og arbejdsmarkedsbidrag');
  });
});

describe('a visitor who is signed out', () => {
  it('can retry, but not sign in, where the portal has no connection', async () => {
    const element = addDeadlines('login-url="/log-paa"');
    element.getToken = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect.element(alert()).toHaveTextContent('Vi har problemer lige nu.');
    await expect.element(button('Prøv igen')).toBeVisible();
    expect(page.getByRole('link', {name: 'Log på'}).query()).toBeNull();
  });

  it('sees the deadlines when a new getToken returns a token', async () => {
    const element = addDeadlines();
    element.getToken = () => undefined;
    await expect.element(page.getByText('Log på for at se dine frister')).toBeVisible();
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
      expect(service.calls.at(-1)?.url.searchParams.getAll('cvr')).toEqual(['10000017']),
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
    await expect.element(alert()).toHaveTextContent('Der er ikke valgt en virksomhed.');
    expect(service.calls).toEqual([]);
  });

  it('that was set before the element is defined is parsed', async () => {
    const element = document.createElement('tavle-deadlines-late') as HTMLElement & Record<string, unknown>;
    Object.assign(element, {cvr: 10000017, max: '2', getToken: () => 'token'});
    document.body.append(element);
    const {TavleDeadlines} = await import('./tavle-deadlines.ts');
    customElements.define('tavle-deadlines-late', class extends TavleDeadlines {});
    await expect.element(entry('Moms')).toBeVisible();
    expect(queries()).toEqual(['/calendar/1/mine/frister?antal=2&klarede=false&cvr=10000017']);
  });
});
