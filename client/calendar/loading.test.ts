import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import type {TavleErrorEvent, TavleCalendar} from '../index.ts';
import {
  addCalendar,
  focusDay,
  focusedDay,
  openCalendar,
  queryAll,
  setToday,
  textsOf,
} from '../testing/calendar-fixture.ts';
import {type FakeCalendar, fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {alert, button, eventually, focused, parameters, setUrl, status} from '../testing/page-fixture.ts';

let service: FakeCalendar;
beforeEach(() => {
  service = fakeCalendar(frist(1, '10-12-2026', {overskrift: 'Moms'}));
});

const chip = (title: string) => page.getByText(title, {exact: true});
const refreshing = () =>
  new Promise(resolve => addEventListener('tavle-load', resolve, {capture: true, once: true}));

describe('loading', () => {
  it.each(['month', 'list'])('shows a skeleton of the %s while it loads, and announces that', async view => {
    service.hold();
    addCalendar(`date="2026-12-01" view="${view}"`);
    await expect.element(page.getByRole('heading', {name: 'december 2026'})).toBeVisible();
    await expect.element(status()).toHaveTextContent('Henter frister …');
    expect(page.getByText(/^Ingen frister/).query()).toBeNull();
    service.release();
    await expect.element(chip('Moms')).toBeVisible();
  });

  it.each([0, 1, 2, 3, 4])(
    'shows the deadlines when it leaves the page immediately, and returns %i tasks later',
    async tasks => {
      const calendar = addCalendar();
      calendar.remove();
      for (let task = 0; task < tasks; task += 1) await new Promise(resolve => setTimeout(resolve));
      document.body.append(calendar);
      await expect.element(chip('Moms')).toBeVisible();
    },
  );

  it('shows no skeleton for an immediate response', async () => {
    const calendar = addCalendar();
    await calendar.updateComplete;
    expect(chip('Moms').query()).not.toBeNull();
    expect(queryAll('[aria-busy="true"]')).toEqual([]);
  });

  it('shows the last company, although the deadlines of a previous one are loading', async () => {
    const calendar = addCalendar();
    await Promise.resolve();
    calendar.cvr = '10000017';
    await calendar.updateComplete;
    await expect.element(chip('Moms')).toBeVisible();
    expect(service.calls.at(-1)?.url.searchParams.getAll('cvr')).toEqual(['10000017']);
  });

  it.each([
    ['cvr', (calendar: TavleCalendar) => (calendar.cvr = '')],
    ['getToken', (calendar: TavleCalendar) => (calendar.getToken = undefined)],
  ])(
    'that lacks its %s waits ten seconds, then says so on the console and shows a failure',
    async (name, leaveOut) => {
      vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
      const warn = vi.spyOn(console, 'warn').mockReturnValue();
      const failed = vi.fn<(event: TavleErrorEvent) => void>();
      const calendar = addCalendar();
      leaveOut(calendar);
      calendar.addEventListener('tavle-error', failed);
      await vi.advanceTimersByTimeAsync(9_000);
      expect(warn).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(2_000);
      expect(warn.mock.calls).toEqual([[`<tavle-calendar> has no ${name}; see its documentation.`]]);
      expect(failed.mock.calls[0]?.[0]).toMatchObject({operation: 'load', cause: {status: 0}});
      vi.useRealTimers();
      await expect.element(alert()).toHaveTextContent('Vi kunne ikke hente fristerne');
      expect(service.calls).toEqual([]);
      calendar.cvr = '10000017';
      calendar.getToken = () => Promise.resolve('late');
      await expect.element(chip('Moms').last()).toBeVisible();
    },
  );

  it.each(['month', 'list', 'year'])('reloads a %s that stays visible when a day begins', async view => {
    vi.useFakeTimers({toFake: ['setInterval', 'clearInterval']});
    setToday('2026-12-09');
    await openCalendar(`view="${view}"`);
    service.frister.set(2, frist(2, '10-12-2026', {overskrift: 'Løn'}));
    setToday('2026-12-10');
    vi.advanceTimersByTime(30_000);
    await eventually(() => {
      const titles = view === 'year' ? textsOf('.next .entry-title') : textsOf('.chip-title, .entry-title');
      expect(titles).toContain('Løn');
    });
  });

  it('resets for another company', async () => {
    const calendar = await openCalendar();
    service.frister.clear();
    service.hold();
    calendar.cvr = '10000017';
    await calendar.updateComplete;
    expect(chip('Moms').query()).toBeNull();
    service.release();
    await expect.element(page.getByText(/^Ingen frister/)).toBeVisible();
    expect(service.calls.at(-1)?.url.searchParams.getAll('cvr')).toEqual(['10000017']);
  });

  it.each([
    [403, true, 'Du har ikke adgang til denne virksomheds frister.'],
    [503, true, 'Vi har problemer lige nu.'],
    [0, false, 'Du har ikke forbindelse til internettet.'],
  ])('that fails with %d, online: %j, says why, and can be tried again', async (status, isOnline, reason) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    service.break(status);
    const calendar = addCalendar();
    const failed = new Promise<TavleErrorEvent>(resolve => calendar.addEventListener('tavle-error', resolve));
    await expect.element(alert()).toHaveTextContent(reason);
    expect(await failed).toMatchObject({operation: 'load'});
    service.heal();
    await button('Prøv igen').click();
    await expect.element(chip('Moms')).toBeVisible();
    await eventually(() => expect(focusedDay()).toBe('2026-12-01'));
  });

  it('that fails in another month by key moves the focus to the retry button', async () => {
    await openCalendar();
    focusDay();
    service.break(503);
    await userEvent.keyboard('{PageDown}');
    await eventually(() => expect(focused()?.textContent.trim()).toBe('Prøv igen'));
    service.heal();
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(focusedDay()).toBe('2027-01-01'));
  });

  it('that fails for a previous month is not reported for the current one', async () => {
    const calendar = await openCalendar();
    const failed = vi.fn();
    calendar.addEventListener('tavle-error', failed);
    service.break(503);
    service.hold();
    calendar.goTo('2027-03-01');
    await eventually(() => expect(service.calls).toHaveLength(2));
    calendar.goTo('2026-12-01');
    await calendar.updateComplete;
    service.heal();
    const loaded = refreshing();
    void calendar.refresh();
    service.release();
    await loaded;
    await expect.element(chip('Moms')).toBeVisible();
    expect(failed).not.toHaveBeenCalled();
  });

  it('that succeeds by itself moves the focus from the failure to the month', async () => {
    service.break(503);
    addCalendar();
    await expect.element(button('Prøv igen')).toBeVisible();
    await userEvent.keyboard('{Tab}');
    while (focused()?.textContent.trim() !== 'Prøv igen') await userEvent.keyboard('{Tab}');
    service.heal();
    dispatchEvent(new Event('online'));
    await eventually(() => expect(focusedDay()).toBe('2026-12-01'));
  });

  it('that failed shows one message and no toolbar, which comes with the first deadlines', async () => {
    service.break(503);
    addCalendar();
    await expect.element(button('Prøv igen')).toBeVisible();
    await expect.element(button('Næste måned')).not.toBeInTheDocument();
    service.heal();
    await button('Prøv igen').click();
    await expect.element(button('Næste måned')).toBeVisible();
  });

  it('of another month that failed leaves the way back to the loaded one', async () => {
    await openCalendar();
    service.break(503);
    await button('Næste måned').click();
    await button('Næste måned').click();
    await button('Næste måned').click();
    await expect.element(button('Prøv igen')).toBeVisible();
    for (let month = 0; month < 3; month += 1) await button('Forrige måned').click();
    await expect.element(chip('Moms')).toBeVisible();
  });
});

describe('the content', () => {
  it('is reloaded when the page is shown or online again', async () => {
    await openCalendar();
    service.frister.set(2, frist(2, '11-12-2026', {overskrift: 'Ny'}));
    dispatchEvent(new Event('online'));
    await expect.element(chip('Ny')).toBeVisible();
    service.frister.set(3, frist(3, '12-12-2026', {overskrift: 'Nyere'}));
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(chip('Nyere')).toBeVisible();
  });

  it('shows a deadline that the authority moved on its new date, and removes one that it withdrew', async () => {
    service.frister.set(2, frist(2, '11-12-2026', {overskrift: 'Løn'}));
    const calendar = await openCalendar();
    service.frister.set(1, frist(1, '17-12-2026', {overskrift: 'Moms'}));
    service.frister.delete(2);
    await calendar.refresh();
    await expect.element(page.getByRole('gridcell', {name: /17. december 2026, 1 frist/})).toBeVisible();
    await expect.element(page.getByText(/^I \S+: 1 frist, 1 ulæst$/)).toBeVisible();
  });

  it('stays visible when it can’t be reloaded, with a notice until it can', async () => {
    const calendar = await openCalendar();
    service.break(503);
    await calendar.refresh();
    await expect.element(alert()).toHaveTextContent('Vi kunne ikke opdatere fristerne.');
    await expect.element(chip('Moms')).toBeVisible();
    service.heal();
    await button('Prøv igen').click();
    await eventually(() => expect(page.getByText('Vi kunne ikke opdatere fristerne.').query()).toBeNull());
    await eventually(() => expect(focusedDay()).toBe('2026-12-01'));
  });

  it('is never reverted by a late response', async () => {
    const calendar = await openCalendar();
    service.hold();
    void calendar.refresh();
    await eventually(() => expect(service.calls).toHaveLength(2));
    await chip('Moms').click();
    const loaded = refreshing();
    service.release();
    await loaded;
    await calendar.updateComplete;
    await expect.element(page.getByText(/: 1 frist$/)).toBeInTheDocument();
  });

  it('is reloaded when the calendar is reconnected, not while it is disconnected', async () => {
    const calendar = await openCalendar();
    calendar.remove();
    await calendar.refresh();
    dispatchEvent(new Event('online'));
    expect(service.calls).toHaveLength(1);
    document.body.append(calendar);
    await eventually(() => expect(service.calls).toHaveLength(2));
  });
});

describe('the page’s URL', () => {
  const before = location.href;

  it('does not change by default', async () => {
    await openCalendar();
    await button('Liste').click();
    expect(location.href).toBe(before);
  });

  it('has date and view with `remember`, and restores them', async () => {
    const {length} = history;
    const calendar = await openCalendar('date="2026-12-01" remember');
    await button('Næste måned').click();
    await button('Liste').click();
    expect(parameters()).toMatchObject({'tavle-dato': '2027-01-01', 'tavle-visning': 'list'});
    expect(history.length).toBe(length);
    calendar.remove();
    await openCalendar('remember');
    await expect.element(page.getByRole('heading', {name: 'januar 2027'})).toBeVisible();
    await expect.element(button('Liste')).toHaveAttribute('aria-pressed', 'true');
  });

  it('that the browser refuses to change does not prevent navigation', async () => {
    vi.spyOn(history, 'replaceState').mockImplementation(() => {
      throw new DOMException('Too many calls', 'SecurityError');
    });
    await openCalendar('date="2026-12-01" remember');
    focusDay();
    await userEvent.keyboard('{PageDown}');
    await eventually(() => expect(focusedDay()).toBe('2027-01-01'));
  });

  it('with invalid values is ignored', async () => {
    setUrl({'tavle-dato': '2026-99-99', 'tavle-visning': '<b>'});
    await openCalendar('date="2026-12-01" remember');
    await expect.element(page.getByRole('grid', {name: 'december 2026'})).toBeVisible();
  });
});
