import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page} from 'vitest/browser';

import {addCalendar, openCalendar, query, queryAll, setToday} from '../testing/calendar-fixture.ts';
import {type FakeCalendar, fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {setServiceTime} from '../testing/service-clock.ts';
import {button, eventually} from '../testing/page-fixture.ts';

let service: FakeCalendar;
beforeEach(() => {
  service = fakeCalendar(
    frist(1, '01-12-2026'),
    ...[2, 3, 4, 5, 6].map(id => frist(id, '16-12-2026', {isLaest: id === 3})),
    frist(7, '02-01-2027'),
    frist(8, '24-12-2026', {isSlettet: true}),
  );
});

const cell = (name: string | RegExp) => page.getByRole('gridcell', {name});

describe('the month', () => {
  it('is a grid that names its weekdays in full and numbers its weeks', async () => {
    await openCalendar();
    await expect.element(page.getByRole('grid', {name: 'december 2026'})).toBeVisible();
    const columns = page.getByRole('columnheader').elements();
    expect(columns.map(column => column.getAttribute('aria-label') ?? column.textContent)).toEqual([
      'Uge',
      'mandag',
      'tirsdag',
      'onsdag',
      'torsdag',
      'fredag',
      'lørdag',
      'søndag',
    ]);
    const weeks = page.getByRole('rowheader').elements();
    expect(weeks.map(week => week.textContent)).toEqual(['49', '50', '51', '52', '53']);
  });

  it('is preceded by a description of its keys for screen readers', async () => {
    await openCalendar();
    const help = query('#keyboard-help');
    expect(help.textContent).toMatch(/^Piletaster: skift dag\./);
    expect(help.getClientRects()).toHaveLength(1);
    expect(help.nextElementSibling).toBe(page.getByRole('grid').element());
  });

  it('separates the titles of a day for screen readers', async () => {
    await openCalendar();
    const chips = cell('onsdag den 16. december 2026, 5 frister, 4 ulæste')
      .element()
      .querySelectorAll('.chip');
    const ends = [...chips].map(chip => getComputedStyle(chip, '::after').content);
    expect(ends).toEqual(['". "', '". "', 'none']);
  });

  it('names each day with the number of its deadlines', async () => {
    await openCalendar();
    await expect.element(cell('onsdag den 16. december 2026, 5 frister, 4 ulæste')).toBeVisible();
    await expect.element(cell('tirsdag den 1. december 2026, 1 frist, 1 ulæst')).toBeVisible();
    await expect.element(cell('torsdag den 24. december 2026')).toBeVisible();
    await expect.element(cell('lørdag den 2. januar 2027, 1 frist, 1 ulæst')).toBeVisible();
  });

  it('shows three deadlines of a day, and the others on request', async () => {
    await openCalendar();
    expect(page.getByText(/^Frist \d$/).elements()).toHaveLength(5);
    await page.getByText('+ 2 flere').click();
    await expect
      .element(page.getByRole('dialog', {name: 'Frister onsdag den 16. december 2026'}))
      .toBeVisible();
    expect(page.getByRole('dialog').getByRole('listitem').elements()).toHaveLength(5);
  });

  it('offers one more deadline of a day in the singular', async () => {
    service = fakeCalendar(...[1, 2, 3, 4].map(id => frist(id, '16-12-2026')));
    await openCalendar();
    await expect.element(page.getByText('+ 1 mere')).toBeVisible();
  });

  it('shows and marks the current day of the service where the clock of the device is wrong', async () => {
    setToday('2027-02-28');
    setServiceTime('2026-12-10T12:00:00Z');
    addCalendar('view="month"');
    await expect.element(page.getByRole('grid', {name: 'december 2026'})).toBeVisible();
    await expect.element(cell(/10. december/)).toHaveAttribute('aria-current', 'date');
    await expect.element(page.getByText('Frist 2', {exact: true}).first()).toBeVisible();
  });

  it('marks the next day at midnight', async () => {
    vi.useFakeTimers({
      toFake: ['Date', 'setInterval', 'clearInterval'],
      now: new Date('2026-12-31T22:59:00Z'),
    });
    await openCalendar('');
    await expect.element(cell(/31. december/)).toHaveAttribute('aria-current', 'date');
    await vi.advanceTimersByTimeAsync(90_000);
    await expect.element(cell(/^fredag den 1. januar/)).toHaveAttribute('aria-current', 'date');
  });

  it('has fewer than 900 elements, with any number of deadlines', async () => {
    for (let id = 100; id < 1100; id++) {
      service.frister.set(id, frist(id, `${String((id % 31) + 1).padStart(2, '0')}-12-2026`));
    }
    await openCalendar();
    await expect.element(page.getByText(/^I \S+: 1\.006 frister, 1\.005 ulæste$/)).toBeVisible();
    expect(queryAll('*').length).toBeLessThan(900);
  });
});

describe('another month', () => {
  it('is reached with buttons, and loaded then', async () => {
    // Prevents the prefetch, which could run before the click on a busy machine.
    vi.stubGlobal('requestIdleCallback', () => 0);
    const calendar = await openCalendar();
    await button('Næste måned').click();
    await expect.element(page.getByRole('heading', {name: 'januar 2027', level: 2})).toBeVisible();
    await expect.element(page.getByText(/^I \S+: 1 frist, 1 ulæst$/)).toBeVisible();
    expect(calendar.date).toBe('2027-01-01');
    expect(service.calls.map(({url}) => url.search)).toEqual([
      '?fra=30-11-2026&til=03-01-2027&slettede=true&cvr=10000009',
      '?fra=28-12-2026&til=28-02-2027&slettede=true&cvr=10000009',
    ]);
    await button('Forrige måned').click();
    await expect.element(page.getByText(/^I \S+: 6 frister, 5 ulæste$/)).toBeVisible();
  });

  it('before or after the visible one is prefetched, if the calendar is still connected', async () => {
    const gone = await openCalendar();
    gone.remove();
    await openCalendar();
    await eventually(() => expect(service.prefetched).toHaveLength(2));
    await new Promise(resolve => setTimeout(resolve, 50));
    service.hold();
    await button('Næste måned').click();
    await expect.element(page.getByText(/^I \S+: 1 frist, 1 ulæst$/)).toBeVisible();
    service.release();
  });

  const minuteLater = () => vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);

  it('is reloaded after a minute only if it is still visible', async () => {
    const calendar = await openCalendar();
    await button('Næste måned').click();
    await expect.element(page.getByText(/^I \S+: 1 frist, 1 ulæst$/)).toBeVisible();
    const {length} = service.calls;
    minuteLater();
    for (const date of ['2026-12-01', '2027-01-01', '2026-12-01']) {
      calendar.date = date;
      await calendar.updateComplete;
    }
    await eventually(() => expect(service.calls.length).toBeGreaterThan(length));
    expect(service.calls).toHaveLength(length + 1);
  });

  it('is shown immediately if it was loaded before, and reloaded after a minute', async () => {
    await openCalendar();
    await button('Næste måned').click();
    await expect.element(page.getByText(/^I \S+: 1 frist, 1 ulæst$/)).toBeVisible();
    minuteLater();
    service.hold();
    await button('Forrige måned').click();
    await expect.element(page.getByText(/^I \S+: 6 frister, 5 ulæste$/)).toBeVisible();
    service.frister.delete(1);
    service.release();
    await expect.element(page.getByText(/^I \S+: 5 frister, 4 ulæste$/)).toBeVisible();
  });
});

it('the list is the default of a narrow element, loaded without the month', async () => {
  document.body.style.inlineSize = '20em';
  const calendar = await openCalendar();
  await expect.element(page.getByRole('heading', {name: 'december 2026', level: 3})).toBeVisible();
  expect(page.getByRole('grid').query()).toBeNull();
  expect(service.calls.map(({url}) => url.search)).toEqual([
    '?fra=01-12-2026&antal=50&slettede=true&cvr=10000009',
  ]);
  document.body.style.inlineSize = '60em';
  await expect.element(page.getByRole('grid')).toBeVisible();
  await button('Liste').click();
  await expect.element(page.getByRole('heading', {name: 'december 2026', level: 3})).toBeVisible();
  await expect.element(button('Liste')).toHaveAttribute('aria-pressed', 'true');
  expect(calendar.view).toBe('list');
});
