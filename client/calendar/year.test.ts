import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import {
  focusDay,
  focusedDay,
  openCalendar,
  print,
  query,
  queryAll,
  setToday,
  textsOf,
  toggleFilter,
} from '../testing/calendar-fixture.ts';
import {type FakeCalendar, fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {eventually, focused, rendered, status} from '../testing/page-fixture.ts';

let service: FakeCalendar;
beforeEach(() => {
  setToday('2026-01-15');
  service = fakeCalendar(
    frist(1, '10-11-2026', {isLaest: true}),
    ...[2, 3, 4, 5].map(id => frist(id, '16-12-2026', {isLaest: id === 3})),
    frist(6, '24-12-2026', {isSlettet: true}),
    frist(7, '02-01-2027'),
  );
});

const month = (name: string) => page.getByRole('button', {name});
const focusedMonth = () => focused()?.getAttribute('data-month');

async function openYear(date = '2026-12-16') {
  const calendar = await openCalendar(`view="year" date="${date}"`);
  focusDay();
  return calendar;
}

describe('the year', () => {
  it('names each month with its numbers of deadlines, loaded with one request', async () => {
    await openYear();
    await expect.element(page.getByRole('heading', {name: '2026', exact: true})).toBeVisible();
    expect(page.getByRole('group', {name: '2026'}).getByRole('button').elements()).toHaveLength(12);
    await expect.element(month('november 2026, 1 frist, ingen ulæste')).toBeVisible();
    await expect.element(month('december 2026, 4 frister, 3 ulæste')).toBeVisible();
    await expect.element(month('maj 2026, ingen frister, ingen ulæste')).toBeVisible();
    await expect.element(page.getByText('5 frister, 3 ulæste', {exact: true})).toBeVisible();
    await expect.element(status()).toHaveTextContent('Viser 2026, 5 frister, 3 ulæste');
    expect(service.calls.map(({url}) => url.search)).toEqual([
      '?fra=01-01-2026&til=31-12-2026&slettede=true&cvr=10000009',
    ]);
  });

  it('begins with the current month, and names the years of its months', async () => {
    setToday('2026-12-10');
    await openYear();
    await expect.element(page.getByRole('heading', {name: '2026 – 2027', exact: true})).toBeVisible();
    const names = textsOf('.year-name');
    expect(names.slice(0, 3)).toEqual(['december 2026', 'januar 2027', 'februar']);
    expect(names.at(-1)).toBe('november');
    await expect.element(page.getByText('5 frister, 4 ulæste', {exact: true})).toBeVisible();
    await month('Forrige år').click();
    await expect.element(page.getByRole('heading', {name: '2025 – 2026', exact: true})).toBeVisible();
    await month('I dag').click();
    await expect.element(page.getByRole('heading', {name: '2026 – 2027', exact: true})).toBeVisible();
  });

  it('separates the numbers of the days in each width', async () => {
    document.body.style.cssText = 'margin: 0; font: 16px/1.5 Plex';
    await openYear();
    const numberOf = (day: HTMLElement) => {
      const range = document.createRange();
      range.selectNode([...day.childNodes].find(node => node instanceof Text && node.data.trim()) ?? day);
      return range.getBoundingClientRect();
    };
    for (const width of [288, 320, 328, 358, 544, 800, 1280]) {
      document.body.style.inlineSize = `${width}px`;
      await rendered();
      const gaps = queryAll('.year-day').flatMap(day => {
        const next = day.nextElementSibling;
        const isBeside = next instanceof HTMLElement && next.offsetTop === day.offsetTop;
        return isBeside ? [numberOf(next).left - numberOf(day).right] : [];
      });
      expect(gaps.length).toBeGreaterThan(300);
      expect(Math.min(...gaps), `${width} px`).toBeGreaterThan(2);
    }
  });

  it('aligns the days of months in a row when the heading of one wraps', async () => {
    document.body.style.cssText = 'margin: 0; font: 16px/1.5 Plex; inline-size: 358px';
    await openYear();
    queryAll('.year-name')[0]?.append(' med et langt navn');
    await rendered();
    const [first, second] = queryAll('.year-days').map(days => days.getBoundingClientRect());
    expect(second?.left).toBeGreaterThan(first?.right ?? 0);
    expect(second?.top).toBe(first?.top);
  });

  it('has the first letters of the weekdays, and a legend of its dots', async () => {
    await openYear();
    expect(textsOf('.year-month:first-child .year-weekday').join('')).toBe('mtotfls');
    expect(textsOf('.legend')).toEqual(['Ulæst Læst']);
  });

  it('shows up to three deadlines of a day as dots, filled while they are unread', async () => {
    await openYear();
    const dotsOf = (day: string) => queryAll(`[data-date="${day}"] .dot`).map(dot => dot.matches('.unread'));
    expect(dotsOf('2026-12-16')).toEqual([true, false, true]);
    expect(dotsOf('2026-11-10')).toEqual([false]);
    expect(dotsOf('2026-12-24')).toEqual([]);
    await expect.element(page.getByTitle('4 frister')).toHaveTextContent('16');
  });

  it('follows the filter', async () => {
    await openYear();
    await toggleFilter();
    await page.getByRole('checkbox', {name: 'Kun ulæste'}).click();
    await expect.element(month('november 2026, ingen frister, ingen ulæste')).toBeVisible();
    await expect.element(month('december 2026, 3 frister, 3 ulæste')).toBeVisible();
    await page.getByRole('checkbox', {name: 'Vis også skjulte'}).click();
    await expect.element(month('december 2026, 4 frister, 4 ulæste')).toBeVisible();
  });

  it('navigates to the year before or after, which is loaded then', async () => {
    await openYear();
    await month('Næste år').click();
    await expect.element(page.getByRole('heading', {name: '2027', exact: true})).toBeVisible();
    await expect.element(month('januar 2027, 1 frist, 1 ulæst')).toBeVisible();
    await month('Forrige år').click();
    await expect.element(status()).toHaveTextContent('Viser 2026, 5 frister, 3 ulæste');
  });

  it('is chosen next to the list and the month, and kept in the page’s URL', async () => {
    const calendar = await openCalendar('date="2026-12-16" remember');
    await month('År').click();
    expect(calendar.view).toBe('year');
    expect(new URL(location.href).searchParams.get('tavle-visning')).toBe('year');
    calendar.remove();
    const restored = await openCalendar('remember');
    expect(restored.view).toBe('year');
    await expect.element(month('december 2026, 4 frister, 3 ulæste')).toBeVisible();
  });

  it('shows that a company has no deadlines in it', async () => {
    await openYear('2030-01-01');
    await expect.element(page.getByText(/^Ingen frister\./)).toBeVisible();
  });

  it('is printed as a table that names the company and the filter, and is shown again', async () => {
    setToday('2027-06-01');
    await openYear();
    await toggleFilter();
    await page.getByRole('checkbox', {name: 'Kun ulæste'}).click();
    await page.getByRole('checkbox', {name: 'Vis også skjulte'}).click();
    print();
    expect(query('.paper').textContent).toContain('CVR 10000009.');
    expect(query('.paper').textContent).toContain('Filter: Kun ulæste, Vis også skjulte.');
    expect(query('.paper').textContent).not.toContain('Skjulte frister er ikke med.');
    expect(queryAll('.paper tbody tr')).toHaveLength(5);
    dispatchEvent(new Event('afterprint'));
    await expect.element(month('december 2026, 4 frister, 4 ulæste')).toBeVisible();
  });
});

describe('in the year, by keys', () => {
  it.each([
    ['{ArrowRight}', '2026-11-30', '2026-12'],
    ['{ArrowRight}', '2026-12-16', '2027-01'],
    ['{ArrowLeft}', '2026-12-31', '2026-11'],
    ['{ArrowUp}', '2026-12-16', '2026-08'],
    ['{ArrowDown}', '2026-01-16', '2026-05'],
    ['{Home}', '2026-12-16', '2026-01'],
    ['{End}', '2026-01-31', '2026-12'],
    ['{PageUp}', '2026-12-16', '2025-12'],
    ['{PageDown}', '2028-02-29', '2029-02'],
  ])('%s leads from %s to %s', async (keys, from, to) => {
    const calendar = await openYear(from);
    await userEvent.keyboard(keys);
    await calendar.updateComplete;
    expect(focusedMonth()).toBe(to);
    expect(calendar.date.slice(0, 7)).toBe(to);
    expect(queryAll('.year-month[tabindex="0"]')).toHaveLength(1);
  });

  it('up and down follow the rows of a narrow element', async () => {
    document.body.style.inlineSize = '390px';
    const calendar = await openYear('2026-12-16');
    await userEvent.keyboard('{ArrowUp}');
    await calendar.updateComplete;
    expect(focusedMonth()).toBe('2026-10');
  });

  it('the arrow keys are mirrored in right-to-left pages', async () => {
    document.documentElement.dir = 'rtl';
    const calendar = await openYear();
    await userEvent.keyboard('{ArrowRight}');
    await calendar.updateComplete;
    expect(focusedMonth()).toBe('2026-11');
  });

  it('ignores keys of the browser and the page', async () => {
    await openYear();
    const left = vi.fn((event: KeyboardEvent) => event.defaultPrevented);
    addEventListener('keydown', left);
    await userEvent.keyboard(
      'a{Alt>}{ArrowLeft}{/Alt}{Control>}{ArrowRight}{/Control}{Shift>}{PageUp}{/Shift}',
    );
    removeEventListener('keydown', left);
    expect(left.mock.results.every(({value}) => value === false)).toBe(true);
    expect(focusedMonth()).toBe('2026-12');
  });

  it('Enter shows the month, with the focus on a day', async () => {
    vi.useFakeTimers({toFake: ['Date'], now: new Date('2026-12-09T12:00:00Z')});
    await openYear('2026-11-16');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('grid', {name: 'november 2026'})).toBeVisible();
    expect(focusedDay()).toBe('2026-11-01');
    await expect.element(status()).toHaveTextContent('Viser november 2026, 1 frist, ingen ulæste');
  });

  it('Enter on the current month selects today', async () => {
    vi.useFakeTimers({toFake: ['Date'], now: new Date('2026-12-09T12:00:00Z')});
    await openYear('2026-12-31');
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(focusedDay()).toBe('2026-12-09'));
  });
});

it('a click on a day of the year selects it in its month', async () => {
  const calendar = await openYear();
  await page.getByTitle('4 frister').click();
  await expect.element(page.getByRole('grid', {name: 'december 2026'})).toBeVisible();
  expect(calendar.date).toBe('2026-12-16');
  expect(calendar.view).toBe('month');
  expect(focusedDay()).toBe('2026-12-16');
  expect(page.getByRole('dialog').query()).toBeNull();
});
