import {define, TavleDeadlines} from '../index.ts';
import './calendar-fixture.ts';

define('tavle-deadlines', TavleDeadlines);

/** Adds a signed-in element with the next deadlines to the page. */
export function addDeadlines(attributes = ''): TavleDeadlines {
  document.body.insertAdjacentHTML(
    'beforeend',
    `<tavle-deadlines ${attributes} cvr="10000009"></tavle-deadlines>`,
  );
  const element = document.body.lastElementChild as TavleDeadlines;
  element.getToken = () => Promise.resolve('token');
  return element;
}

/** Adds an element, and resolves when the deadlines are visible. */
export async function openDeadlines(attributes?: string): Promise<TavleDeadlines> {
  const loaded = new Promise(resolve => addEventListener('tavle-load', resolve, {capture: true, once: true}));
  const element = addDeadlines(attributes);
  await loaded;
  await element.updateComplete;
  return element;
}
