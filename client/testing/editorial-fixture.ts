import {define, TavleEditorial} from '../index.ts';
import {add, loaded} from './forms-fixture.ts';

/* Adds `<tavle-editorial>` to a page, for its tests and states. Add a helper here if several tests need it. */

define('tavle-editorial', TavleEditorial);

/** Adds an editor's element to the page. */
export function addEditorial(attributes: Record<string, string> = {}): TavleEditorial {
  const element = add('tavle-editorial', attributes);
  element.getToken = () => 'token';
  return element;
}

/** Returns an element when it has loaded and rendered. */
export const loadedEditorial = (element = addEditorial()) => loaded(element);
