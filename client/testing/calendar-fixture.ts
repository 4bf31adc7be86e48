import {afterEach, beforeEach, vi} from 'vitest';
import {page} from 'vitest/browser';

import {define, TavleCalendar} from '../index.ts';

define('tavle-calendar', TavleCalendar);

/** A day after most tests' deadlines, so none of them is a next deadline. */
const laterDay = '2027-06-01';

beforeEach(() => {
  setToday(laterDay);
  document.documentElement.lang = 'da';
  // Wide enough for a month with words.
  document.body.style.inlineSize = '60em';
});
afterEach(() => {
  document.body.replaceChildren();
  document.body.removeAttribute('style');
  for (const name of ['style', 'dir']) document.documentElement.removeAttribute(name);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Sets the clock to noon of a day. */
export function setToday(day: string): void {
  vi.useFakeTimers({toFake: ['Date'], now: new Date(`${day}T12:00:00+01:00`)});
}

/** Adds a signed-in calendar to the page, by default of December 2026 and one company. */
export function addCalendar(attributes = 'date="2026-12-01"'): TavleCalendar {
  document.body.insertAdjacentHTML(
    'beforeend',
    `<tavle-calendar ${attributes} cvr="10000009"></tavle-calendar>`,
  );
  const calendar = document.body.lastElementChild as TavleCalendar;
  calendar.getToken = () => Promise.resolve('token');
  return calendar;
}

/** Adds a calendar, and resolves when the deadlines are visible. */
export async function openCalendar(attributes?: string): Promise<TavleCalendar> {
  const loaded = new Promise(resolve => addEventListener('tavle-load', resolve, {capture: true, once: true}));
  const calendar = addCalendar(attributes);
  await loaded;
  await calendar.updateComplete;
  return calendar;
}

/** Shows or hides the choices of the filter. */
export async function toggleFilter(): Promise<void> {
  await page.getByRole('button', {name: /^Filter/}).click();
}

export function print(): void {
  dispatchEvent(new Event('beforeprint'));
}

/** Returns the focused element, in any shadow root. */
export function focused(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

/** Returns the focused day of the month, `yyyy-mm-dd`. */
export function focusedDay(): string | undefined {
  return focused()?.getAttribute('data-date') ?? undefined;
}
