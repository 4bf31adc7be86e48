import {define, TavleEditorial} from '../index.ts';
import {add, loaded} from './forms-fixture.ts';

/* Adds an editors' element to a page, for its tests and `editorial-states.ts`. */

define('tavle-editorial', TavleEditorial);

/** Adds an editor's element to the page. */
export function addEditorial(attributes: Record<string, string> = {}): TavleEditorial {
  const element = add('tavle-editorial', attributes);
  element.getToken = () => 'token';
  return element;
}

/** Returns an element when it has loaded and rendered. */
export const loadedEditorial = (element = addEditorial()) => loaded(element);
