import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import type {TavleCalendar, TavleErrorEvent, TavleOpenEvent} from '../index.ts';
import {addCalendar, openCalendar, query, queryAll, setToday} from '../testing/calendar-fixture.ts';
import {
  asksBeforeLeaving,
  button,
  emulateMedia,
  eventually,
  focused,
  parameters,
  rendered,
  setUrl,
} from '../testing/page-fixture.ts';
import {byId, type FakeCalendar, fakeCalendar, frist} from '../testing/fake-calendar.ts';

let service: FakeCalendar;
beforeEach(() => {
  service = fakeCalendar(
    frist(1, '10-12-2026', {overskrift: 'Moms'}),
    frist(2, '02-06-2021', {overskrift: 'Miljøafgift'}),
  );
});

const before = location.href;

const nextTask = () => new Promise(resolve => setTimeout(resolve));
const chip = () => page.getByRole('grid').getByText('Moms', {exact: true});
const dialog = (name: string) => page.getByRole('dialog', {name});
const paths = () =>
  service.calls.map(({url}) => url.pathname.replace('/calendar/1/virksomheder/10000009', ''));

/** Ways in which a page hides a calendar. Each returns a function that shows it. */
const hidings: [string, (calendar: HTMLElement) => () => void][] = [
  ['display: none', calendar => hide(calendar, 'display: none')],
  ['content-visibility: hidden', calendar => hide(calendar, 'content-visibility: hidden')],
  [
    'content-visibility: hidden around it',
    calendar => hide(wrap(calendar, 'div'), 'content-visibility: hidden'),
  ],
  [
    'a closed <details>',
    calendar => {
      const details = wrap(calendar, 'details');
      return () => details.setAttribute('open', '');
    },
  ],
];

/** Returns a new element around a calendar. */
function wrap(calendar: HTMLElement, tag: string): HTMLElement {
  const element = document.createElement(tag);
  document.body.append(element);
  element.append(calendar);
  return element;
}

function hide(element: HTMLElement, style: string): () => void {
  element.setAttribute('style', style);
  return () => element.removeAttribute('style');
}

describe('open()', () => {
  it('opens a deadline of the month without another request for it, and marks it as read', async () => {
    const calendar = await openCalendar();
    await calendar.open(1);
    await expect.element(dialog('Moms')).toBeVisible();
    await eventually(() => expect(service.frister.get(1)?.isLaest).toBe(true));
    expect(service.calls.map(({method}) => method)).toEqual(['GET', 'PUT']);
    // The dialog has no scroll bar while its content fits.
    expect(query('dialog').scrollHeight).toBe(query('dialog').clientHeight);
  });

  it('lets the browser ask before the page is left during a mark of the person, not during the mark as read', async () => {
    const calendar = await openCalendar();
    service.hold('maerker');
    await calendar.open(1);
    await eventually(() => expect(service.calls.at(-1)?.method).toBe('PUT'));
    expect(asksBeforeLeaving()).toBe(false);
    await button('Markér som klaret').click();
    expect(asksBeforeLeaving()).toBe(true);
    service.release();
    await eventually(() => expect(service.frister.get(1)?.isKlaret).toBe(true));
    await eventually(() => expect(asksBeforeLeaving()).toBe(false));
  });

  // The browser reports in a later task that the person has closed the dialog.
  it.each([
    ['leaves a dialog closed that the person closes when the calendar renders', false],
    ['shows a deadline that the page opens at the moment in which the person closes the dialog', true],
  ])('%s', async (_, isOpenedAgain) => {
    const calendar = await openCalendar();
    await calendar.open(1);
    await expect.element(button('Luk')).toBeVisible();
    const element = calendar.shadowRoot?.querySelector('dialog');
    const reported = new Promise(resolve => element?.addEventListener('close', resolve));
    element?.close();
    if (isOpenedAgain) await calendar.open(1);
    else calendar.requestUpdate();
    await calendar.updateComplete;
    expect(element?.open).toBe(isOpenedAgain);
    await reported;
    await calendar.updateComplete;
    expect(element?.open).toBe(isOpenedAgain);
  });

  // A modal dialog that is not rendered still blocks the page, and on a phone nothing closes it.
  it('closes the dialog when the page hides the calendar', async () => {
    const calendar = await openCalendar();
    await calendar.open(1);
    await expect.element(dialog('Moms')).toBeVisible();
    calendar.style.display = 'none';
    await eventually(() => expect(query('dialog').matches(':modal')).toBe(false));
  });

  it('does not open a deadline for which a removed calendar has waited', async () => {
    const calendar = await openCalendar();
    calendar.style.display = 'none';
    await calendar.open(1);
    calendar.remove();
    await nextTask();
    calendar.style.display = '';
    document.body.append(calendar);
    await rendered();
    await calendar.updateComplete;
    expect(page.getByRole('dialog').query()).toBeNull();
  });

  // On paper, the deadline is printed in place of the dialog.
  it('leaves the dialog open while the page is printed, so that it can be printed again', async () => {
    const calendar = await openCalendar();
    await calendar.open(1);
    await expect.element(dialog('Moms')).toBeVisible();
    for (let print = 1; print <= 2; print += 1) {
      await emulateMedia({media: 'print'});
      await eventually(() => expect(query('.paper-title').textContent).toBe('Moms'));
      await rendered();
      await emulateMedia({media: 'screen'});
      await eventually(() => expect(queryAll('.paper')).toEqual([]));
      await rendered();
      expect(query('dialog').matches(':modal')).toBe(true);
    }
  });

  it.each(hidings)(
    'does not block a page that has hidden the calendar with %s, and opens the deadline when the page shows it',
    async (_, hideCalendar) => {
      const calendar = await openCalendar();
      const opened = vi.fn();
      calendar.addEventListener('tavle-open', opened);
      const show = hideCalendar(calendar);
      await calendar.open(1);
      await rendered();
      expect(query('dialog').matches(':modal')).toBe(false);
      expect(opened).not.toHaveBeenCalled();
      expect(service.frister.get(1)?.isLaest).toBe(false);
      show();
      await expect.element(dialog('Moms')).toBeVisible();
      expect(opened).toHaveBeenCalledOnce();
      await eventually(() => expect(service.frister.get(1)?.isLaest).toBe(true));
    },
  );

  it('leaves a deadline unread that has loaded after the page has hidden the calendar, until the page shows it', async () => {
    const calendar = await openCalendar();
    const opened = vi.fn();
    calendar.addEventListener('tavle-open', opened);
    service.hold('/frister/2');
    const opening = calendar.open(2);
    calendar.style.display = 'none';
    service.release();
    await opening;
    await rendered();
    expect(query('dialog').matches(':modal')).toBe(false);
    expect(service.frister.get(2)?.isLaest).toBe(false);
    calendar.style.display = '';
    await expect.element(dialog('Miljøafgift')).toBeVisible();
    expect(opened).toHaveBeenCalledOnce();
  });

  it('loads a deadline of another month, and keeps the visible month', async () => {
    const calendar = await openCalendar();
    await calendar.open(2);
    await expect.element(dialog('Miljøafgift')).toBeVisible();
    expect(paths().slice(1)).toContain('/frister/2');
    await eventually(() => expect(service.frister.get(2)?.isLaest).toBe(true));
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('grid', {name: 'december 2026'})).toBeVisible();
  });

  it('accepts the number as text, and the CVR number as a number', async () => {
    const calendar = await openCalendar();
    await calendar.open('2', 10000009);
    await expect.element(dialog('Miljøafgift')).toBeVisible();
  });

  it.each([NaN, 0, -1, 1.5, 2 ** 60, '', 'x', null, undefined])('ignores the number %s', async fristId => {
    const calendar = await openCalendar('date="2026-12-01" remember');
    await calendar.open(fristId as never);
    await calendar.updateComplete;
    expect(page.getByRole('dialog').query()).toBeNull();
    expect(parameters()['tavle-frist']).toBeUndefined();
    expect(service.calls).toHaveLength(1);
  });

  it('reports that the company does not have a deadline', async () => {
    const calendar = await openCalendar();
    await calendar.open(999);
    await expect
      .element(dialog('Fristen kan ikke vises'))
      .toHaveTextContent('Virksomheden har ikke denne frist.');
    expect(button('Prøv igen').query()).toBeNull();
  });

  it('reports why a deadline could not be loaded, fires an event, and retries', async () => {
    const calendar = await openCalendar();
    const failed = new Promise<TavleErrorEvent>(resolve => calendar.addEventListener('tavle-error', resolve));
    service.break(503, 'GET');
    await calendar.open(2);
    await expect.element(dialog('Fristen kan ikke vises')).toHaveTextContent('Vi har problemer lige nu.');
    expect(await failed).toMatchObject({operation: 'load', fristId: 2});
    service.heal();
    await button('Prøv igen').click();
    await expect.element(dialog('Miljøafgift')).toBeVisible();
  });

  it.each<[string, (calendar: TavleCalendar) => unknown]>([
    ['the page has set another company', calendar => (calendar.cvr = '10000017')],
    ['the page has removed getToken', calendar => (calendar.getToken = undefined)],
    ['the page has removed the calendar', calendar => calendar.remove()],
  ])('reports no failure of a load when %s', async (_, change) => {
    const calendar = await openCalendar();
    const failed = vi.fn();
    calendar.addEventListener('tavle-error', failed);
    service.hold('/frister/2');
    service.break(503, 'GET', '/frister/2');
    const opening = calendar.open(2);
    await eventually(() => expect(paths()).toContain('/frister/2'));
    change(calendar);
    await calendar.updateComplete;
    service.release();
    await opening;
    expect(failed).not.toHaveBeenCalled();
    expect(page.getByRole('dialog').query()).toBeNull();
  });

  it('opens a deadline of the company that the page has just set, also in place of another deadline', async () => {
    service.own.set('10000009', byId([frist(1, '10-12-2026', {overskrift: 'Moms'})]));
    service.own.set('10000017', byId([frist(2, '02-06-2021', {overskrift: 'Miljøafgift'})]));
    const calendar = await openCalendar();
    await calendar.open(1);
    await expect.element(dialog('Moms')).toBeVisible();
    service.hold('/frister/2');
    calendar.cvr = '10000017';
    void calendar.open(2, '10000017');
    await eventually(() => expect(page.getByRole('dialog').query()).toBeNull());
    await rendered();
    service.release();
    await expect.element(dialog('Miljøafgift')).toBeVisible();
  });

  it('waits for the person and the company', async () => {
    const calendar = addCalendar();
    calendar.getToken = undefined;
    await calendar.open(1);
    await calendar.updateComplete;
    expect(service.calls).toEqual([]);
    calendar.getToken = () => Promise.resolve('token');
    await expect.element(dialog('Moms')).toBeVisible();
  });

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['its button', () => button('Luk').click()],
  ])('opens a dialog that, closed with %s, returns the focus to the page’s button', async (_, close) => {
    const calendar = await openCalendar();
    const opener = document.createElement('button');
    opener.addEventListener('click', () => void calendar.open(1));
    document.body.prepend(opener);
    opener.focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Luk')).toBeVisible();
    await close();
    await eventually(() => expect(page.getByRole('dialog').query()).toBeNull());
    await rendered();
    await calendar.updateComplete;
    expect(focused()).toBe(opener);
  });

  it('leaves a deadline closed and unread if the calendar is removed while it loads', async () => {
    const calendar = await openCalendar();
    service.hold();
    const opening = calendar.open(2);
    calendar.remove();
    service.release();
    await opening;
    await calendar.updateComplete;
    document.body.append(calendar);
    await calendar.updateComplete;
    expect(page.getByRole('dialog').query()).toBeNull();
    expect(service.calls.filter(({method}) => method === 'PUT')).toEqual([]);
  });
});

it('a day stays open with its deadlines when the calendar becomes a list that begins after it', async () => {
  setToday('2026-12-20');
  service.frister.set(3, frist(3, '10-12-2026', {overskrift: 'Told'}));
  service.frister.set(4, frist(4, '10-12-2026', {overskrift: 'Skjult', isSlettet: true}));
  await openCalendar();
  query('[data-date="2026-12-10"]').click();
  const day = dialog('Frister torsdag den 10. december 2026');
  await expect.element(day).toBeVisible();
  document.body.style.inlineSize = '22em';
  await expect.element(page.getByText('Fra 20. december 2026')).toBeInTheDocument();
  expect(queryAll('dialog .entry-title').map(({textContent}) => textContent)).toEqual(['Moms', 'Told']);
});

it('tavle-open names deadline and company, and keeps the dialog closed and the deadline unread if it is cancelled', async () => {
  const calendar = await openCalendar();
  const opened = vi.fn((event: TavleOpenEvent) => event.preventDefault());
  calendar.addEventListener('tavle-open', opened);
  await chip().click();
  await calendar.open(2);
  expect(opened.mock.calls.map(([{fristId, cvr}]) => [fristId, cvr])).toEqual([
    [1, '10000009'],
    [2, '10000009'],
  ]);
  expect(page.getByRole('dialog').query()).toBeNull();
  expect(service.calls.map(({method}) => method)).toEqual(['GET']);
});

describe('the open deadline in the page’s URL', () => {
  it('is written while it is open, without a history entry and without a date', async () => {
    const {length} = history;
    const calendar = await openCalendar('date="2026-12-01" remember');
    await calendar.open(1);
    await expect.element(dialog('Moms')).toBeVisible();
    const others = Object.fromEntries(new URL(before).searchParams);
    expect(parameters()).toEqual({...others, 'tavle-frist': '10000009-1'});
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect(location.href).toBe(before));
    expect(history.length).toBe(length);
  });

  it('is opened when the page is loaded, also without a company, with a cancellable event', async () => {
    setUrl({'tavle-frist': '2'});
    const opened = vi.fn();
    const calendar = addCalendar('date="2026-12-01" remember');
    calendar.addEventListener('tavle-open', opened);
    await expect.element(dialog('Miljøafgift')).toBeVisible();
    expect(opened).toHaveBeenCalledOnce();
    expect(parameters()['tavle-frist']).toBe('10000009-2');
    await button('Luk').click();
    await eventually(() => expect(parameters()['tavle-frist']).toBeUndefined());
  });

  it.each(hidings)(
    'waits unread for a page that shows the calendar, hidden with %s, later',
    async (_, hideCalendar) => {
      setUrl({'tavle-frist': '10000009-2'});
      const calendar = addCalendar('date="2026-12-01" remember');
      const show = hideCalendar(calendar);
      await eventually(() => expect(service.calls).not.toEqual([]));
      await rendered();
      await calendar.updateComplete;
      expect(query('dialog').matches(':modal')).toBe(false);
      expect(parameters()['tavle-frist']).toBe('10000009-2');
      expect(service.frister.get(2)?.isLaest).toBe(false);
      show();
      await expect.element(dialog('Miljøafgift')).toBeVisible();
      expect(parameters()['tavle-frist']).toBe('10000009-2');
    },
  );

  it.each(['0', '-1', '1e3', 'x', '9'.repeat(16)])('is ignored if it is %s', async id => {
    setUrl({'tavle-frist': id});
    await openCalendar('date="2026-12-01" remember');
    expect(paths()).toEqual(['/calendar/1/mine/frister']);
    expect(page.getByRole('dialog').query()).toBeNull();
  });

  it.each([
    ['there is no token', () => undefined],
    ['the service rejects the token', () => 'rejected'],
  ])('and the filter are kept until a person has signed in, if at first %s', async (_, getToken) => {
    setUrl({'tavle-frist': '2', 'tavle-filter': 'ulaeste'});
    service.break(401);
    const calendar = addCalendar('date="2026-12-01" remember');
    calendar.getToken = getToken;
    await expect.element(page.getByText('Log på for at se dine frister')).toBeVisible();
    service.heal();
    calendar.getToken = () => 'token';
    await expect.element(dialog('Miljøafgift')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Filter (1)')).toBeVisible();
    expect(parameters()['tavle-filter']).toBe('ulaeste');
  });

  it('is not opened again for the person who signs in next', async () => {
    setUrl({'tavle-frist': '2', 'tavle-filter': 'ulaeste'});
    const calendar = addCalendar('date="2026-12-01" remember');
    await expect.element(dialog('Miljøafgift')).toBeVisible();
    service.break(401);
    await calendar.refresh();
    await expect.element(page.getByText('Log på for at se dine frister')).toBeVisible();
    service.heal();
    await button('Prøv igen').click();
    await expect.element(button('Filter')).toBeVisible();
    expect(page.getByRole('dialog').query()).toBeNull();
  });

  it('is unchanged without `remember`', async () => {
    setUrl({'tavle-frist': '2'});
    await openCalendar();
    await chip().click();
    await expect.element(dialog('Moms')).toBeVisible();
    expect(parameters()['tavle-frist']).toBe('2');
  });

  it('is opened when a page that has kept the calendar adds it again under another URL, but not when it moves it', async () => {
    const calendar = await openCalendar('date="2026-12-01" remember');
    calendar.remove();
    await nextTask();
    setUrl({'tavle-dato': '2021-06-05', 'tavle-frist': '10000009-2'});
    document.body.append(calendar);
    await expect.element(dialog('Miljøafgift')).toBeVisible();
    expect(calendar.date).toBe('2021-06-05');
    // The page goes to another URL and back.
    calendar.remove();
    await nextTask();
    document.body.append(calendar);
    await expect.element(dialog('Miljøafgift')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect(parameters()['tavle-frist']).toBeUndefined());
    calendar.date = '2026-12-01';
    document.body.append(calendar);
    await calendar.updateComplete;
    await rendered();
    expect(calendar.date).toBe('2026-12-01');
  });

  it('is unchanged when the calendar is removed, since the page may have another URL', async () => {
    const calendar = await openCalendar('date="2026-12-01" remember');
    await chip().click();
    await expect.element(dialog('Moms')).toBeVisible();
    setUrl({'tavle-frist': '7'});
    calendar.remove();
    expect(parameters()['tavle-frist']).toBe('7');
  });
});

it('keeps the view of the screen in the page’s URL when the person navigates while the page is printed', async () => {
  const calendar = await openCalendar('date="2026-12-01" remember view="month"');
  dispatchEvent(new Event('beforeprint'));
  calendar.goTo('2026-12-02');
  dispatchEvent(new Event('afterprint'));
  expect(parameters()).toMatchObject({'tavle-dato': '2026-12-02', 'tavle-visning': 'month'});
});

describe('one deadline for a calendar app', () => {
  /** Intercepts downloads, and returns their names and URLs. */
  function watchDownloads() {
    const files: {name: string; href: string}[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push({name: this.download, href: this.href});
    });
    return files;
  }

  it.each([
    ['2026-11-01', 'paamindelse=7'],
    ['2026-12-07', 'paamindelse=2'],
    ['2026-12-09', ''],
    ['2026-12-20', ''],
  ])('is downloaded on %s with the reminder "%s"', async (today, reminder) => {
    vi.useFakeTimers({toFake: ['Date'], now: new Date(`${today}T12:00:00Z`)});
    const files = watchDownloads();
    await openCalendar();
    await chip().click();
    await button('Føj til kalender').click();
    await expect.element(page.getByText('Filen er klar.', {exact: false})).toBeVisible();
    const content = encodeURIComponent(`BEGIN:VCALENDAR Moms ${reminder}`);
    const file = {name: 'frist-1.ics', href: `data:text/calendar;charset=utf-8,${content}`};
    expect(files).toEqual([file]);
    const link = page.getByRole('link', {name: 'Kalenderfil med fristen'}).element() as HTMLAnchorElement;
    expect({name: link.download, href: link.href}).toEqual(file);
    expect(service.calls.at(-1)?.token).toBe('Bearer token');
  });

  it.each([
    ['the service is away', () => service.break(503, 'GET')],
    [
      'the response is not a calendar, as behind a network’s login page',
      () =>
        vi.stubGlobal('fetch', () => Promise.resolve(new Response('<!doctype html><title>Wi-Fi</title>'))),
    ],
  ])('is not offered when %s, which is reported and can be retried', async (_, prevent) => {
    const files = watchDownloads();
    await openCalendar();
    await chip().click();
    const {fetch} = globalThis;
    prevent();
    await button('Føj til kalender').click();
    const alert = page.getByRole('dialog').getByRole('alert').first();
    await expect
      .element(alert)
      .toHaveTextContent('Vi kunne ikke hente fristen til din kalender. Vi har problemer');
    expect(files).toEqual([]);
    expect(page.getByRole('link', {name: 'Kalenderfil med fristen'}).query()).toBeNull();
    service.heal();
    vi.stubGlobal('fetch', fetch);
    await button('Føj til kalender').click();
    await eventually(() => expect(files).toHaveLength(1));
    expect(alert.element().textContent).toBe('');
  });
});
