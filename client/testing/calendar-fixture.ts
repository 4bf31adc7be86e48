// Adds calendars and `<tavle-deadlines>` to a page and queries them, for their tests and states. Add a helper here if
// several tests need it.
import {define, TavleCalendar, TavleDeadlines} from '../index.ts';
import {click, role} from './person.ts';
import {focused, opened} from './stage.ts';

export {setToday} from './stage.ts';

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

/** Returns the first element of {@link queryAll}. */
export function query(selector: string): HTMLElement {
  const [first] = queryAll(selector);
  if (!first) throw new Error(`There is no ${selector}.`);
  return first;
}

/** Returns the texts of the elements of {@link queryAll}. */
export function textsOf(selector: string): string[] {
  return queryAll(selector).map(({textContent}) => textContent.trim().replaceAll(/\s+/g, ' '));
}

/** Focuses the day of the month, or the month of the year, that is in the Tab order. */
export const focusDay = () => query(':is(td, .year-month)[tabindex="0"]').focus();

/** Shows or hides the choices of the filter. */
export async function toggleFilter(): Promise<void> {
  await click(role('button', /^Filter/));
}

/** Fires the event before print, to which elements listen. Style sheets for print do not apply. */
export function print(): void {
  dispatchEvent(new Event('beforeprint'));
}

/** Returns the focused day of the month, `yyyy-mm-dd`. */
export function focusedDay(): string | undefined {
  return focused()?.getAttribute('data-date') ?? undefined;
}
