import {beforeEach, describe, expect, it} from 'vitest';
import {page} from 'vitest/browser';

import {openCalendar} from '../testing/calendar-fixture.ts';
import {crowdedCalendar} from '../testing/calendar-states.ts';

beforeEach(() => {
  crowdedCalendar();
});

it('speaks the language of the page, and follows it', async () => {
  const calendar = await openCalendar();
  document.documentElement.lang = 'en';
  await expect.element(page.getByRole('heading', {name: 'December 2026'})).toBeVisible();
  await expect
    .element(page.getByRole('gridcell', {name: '16 December 2026, 5 deadlines, 4 unread'}))
    .toBeVisible();
  await expect.element(page.getByText('+ 2 more')).toBeVisible();
  calendar.strings = {today: 'Now', more: count => `and ${count}`};
  await expect.element(page.getByRole('button', {name: 'Now'})).toBeVisible();
  await expect.element(page.getByText('and 2')).toBeVisible();
});

describe('never overflows', () => {
  it.each([
    ['month', 280],
    ['month', 320],
    ['month', 768],
    ['month', 1280],
    ['list', 280],
    ['list', 320],
    ['list', 768],
  ])('as %s in a room of %d px, even with the longest words', async (view, width) => {
    document.body.style.inlineSize = `${width}px`;
    const calendar = await openCalendar(`date="2026-12-16" view="${view}"`);
    expect(calendar.scrollWidth).toBeLessThanOrEqual(calendar.clientWidth);
  });
});

it('keeps the corners of the month within its frame, and lines straight, when the page sets large corners', async () => {
  document.body.style.setProperty('--tavle-radius', '16px');
  const calendar = await openCalendar('date="2026-12-16" view="month"');
  const cornersOf = (selector: string) => {
    const element = calendar.shadowRoot?.querySelector(selector);
    if (!element) throw new Error(`There is no ${selector}.`);
    const style = getComputedStyle(element);
    return [
      style.borderStartStartRadius,
      style.borderStartEndRadius,
      style.borderEndEndRadius,
      style.borderEndStartRadius,
    ];
  };
  expect(cornersOf('.month')).toEqual(['16px', '16px', '16px', '16px']);
  expect(cornersOf('thead th:first-child')).toEqual(['15px', '0px', '0px', '0px']);
  expect(cornersOf('thead th:last-child')).toEqual(['0px', '15px', '0px', '0px']);
  expect(cornersOf('tbody tr:last-child td:last-child')).toEqual(['0px', '0px', '15px', '0px']);
  expect(cornersOf('tbody tr:last-child th')).toEqual(['0px', '0px', '0px', '15px']);
  expect(cornersOf('.chip')).toEqual(['3px', '16px', '16px', '3px']);
  await page.getByRole('button', {name: 'Liste'}).click();
  expect(cornersOf('.entry')).toEqual(['3px', '16px', '16px', '3px']);
});

it('prints a list of the month, whatever is shown, without what can be pressed', async () => {
  const calendar = await openCalendar();
  dispatchEvent(new Event('beforeprint'));
  expect(page.getByRole('grid').query()).toBeNull();
  expect(calendar.shadowRoot?.querySelectorAll('.entry')).toHaveLength(8);
  dispatchEvent(new Event('afterprint'));
  await expect.element(page.getByRole('grid')).toBeVisible();
});
