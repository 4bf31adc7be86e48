import {define, TavleDeadlines} from '../index.ts';
import './calendar-fixture.ts';

define('tavle-deadlines', TavleDeadlines);

/** Puts an element with the next deadlines into the page, signed in; it starts to load. */
export function addDeadlines(attributes = ''): TavleDeadlines {
  document.body.insertAdjacentHTML(
    'beforeend',
    `<tavle-deadlines ${attributes} cvr="10000009"></tavle-deadlines>`,
  );
  const element = document.body.lastElementChild as TavleDeadlines;
  element.getToken = () => Promise.resolve('token');
  return element;
}

/** The same, resolved once the deadlines are shown. */
export async function openDeadlines(attributes?: string): Promise<TavleDeadlines> {
  const loaded = new Promise(resolve => addEventListener('tavle-load', resolve, {capture: true, once: true}));
  const element = addDeadlines(attributes);
  await loaded;
  await element.updateComplete;
  return element;
}
