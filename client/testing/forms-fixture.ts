// Adds the form elements to a page, for their tests and states. Add a helper here if several tests need it.
import type {LitElement} from 'lit';

import {define, TavleForm, TavleFormSearch} from '../index.ts';
import {settled} from './stage.ts';

define('tavle-form', TavleForm);
define('tavle-form-search', TavleFormSearch);

/** Adds an element to the page. */
export function addForm(attributes: Record<string, string> = {}): TavleForm {
  return add('tavle-form', {authority: 'ERST', permalink: 'Anmeldelse', ...attributes});
}

export function addSearch(attributes: Record<string, string> = {}): TavleFormSearch {
  return add('tavle-form-search', attributes);
}

export function add<Tag extends 'tavle-editorial' | 'tavle-form' | 'tavle-form-search'>(
  tag: Tag,
  attributes: Record<string, string>,
) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  return element;
}

/** Returns an element when it has loaded and rendered, including its markup. */
export async function loaded<Element extends LitElement>(element: Element): Promise<Element> {
  await new Promise(resolve => element.addEventListener('tavle-load', resolve, {once: true}));
  return settled(element);
}
