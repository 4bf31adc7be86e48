import {expect} from 'vitest';

import {define, TavleCalendar, TavleDeadlines} from '../index.ts';
import {button, focused, opened} from './page-fixture.ts';

export {setToday} from './page-fixture.ts';

define('tavle-calendar', TavleCalendar);
define('tavle-deadlines', TavleDeadlines);

/** Adds a signed-in element of one company to the page. */
function add<Tag extends 'tavle-calendar' | 'tavle-deadlines'>(tag: Tag, attributes: string) {
  document.body.insertAdjacentHTML('beforeend', `<${tag} ${attributes} cvr="10000009"></${tag}>`);
  const element = document.body.lastElementChild as HTMLElementTagNameMap[Tag];
  element.getToken = () => Promise.resolve('token');
  return element;
}

/** Adds a calendar, by default of December 2026. */
export const addCalendar = (attributes = 'date="2026-12-01"') => add('tavle-calendar', attributes);

/** Adds an element with the next deadlines. */
export const addDeadlines = (attributes = '') => add('tavle-deadlines', attributes);

/** Adds a calendar, and resolves when the deadlines are visible. */
export const openCalendar = (attributes?: string) => opened(() => addCalendar(attributes));

export const openDeadlines = (attributes?: string) => opened(() => addDeadlines(attributes));

/** Returns elements in the shadow root of the first calendar or list of the next deadlines. */
export function queryAll(selector: string): HTMLElement[] {
  const root = document.querySelector('tavle-calendar, tavle-deadlines')?.shadowRoot;
  return [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])];
}

/** Returns the first of these elements. */
export const query = (selector: string) => queryAll(selector)[0] ?? expect.fail(`There is no ${selector}.`);

/** Returns the texts of these elements. */
export function textsOf(selector: string): string[] {
  return queryAll(selector).map(({textContent}) => textContent.trim().replaceAll(/\s+/g, ' '));
}

/** Focuses the day of the month, or the month of the year, that is in the Tab order. */
export const focusDay = () => query(':is(td, .year-month)[tabindex="0"]').focus();

/** Shows or hides the choices of the filter. */
export async function toggleFilter(): Promise<void> {
  await button(/^Filter/).click();
}

export function print(): void {
  dispatchEvent(new Event('beforeprint'));
}

/** Returns the focused day of the month, `yyyy-mm-dd`. */
export function focusedDay(): string | undefined {
  return focused()?.getAttribute('data-date') ?? undefined;
}
