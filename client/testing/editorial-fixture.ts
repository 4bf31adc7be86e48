import {define, TavleEditorial} from '../index.ts';
import './forms-fixture.ts';

define('tavle-editorial', TavleEditorial);

/** Adds an editor's element to the page. */
export function addEditorial(attributes: Record<string, string> = {}): TavleEditorial {
  const element = document.createElement('tavle-editorial');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.getToken = () => 'token';
  document.body.append(element);
  return element;
}

/** Returns an element when it has loaded and rendered. */
export async function loadedEditorial(element = addEditorial()): Promise<TavleEditorial> {
  await new Promise(resolve => element.addEventListener('tavle-load', resolve, {once: true}));
  await element.updateComplete;
  return element;
}
