import {createLinks} from '../calendar/personal/links.ts';
import type {Store} from '../store/store.ts';

/* Calendar links for tests of feeds and other tests that need a link in the store, without a request. */

/** Creates the calendar link of a person with some companies, and returns its secret. */
export async function createLink(store: Store, cvrs: readonly string[], owner = 'employee'): Promise<string> {
  const {secret} = await createLinks(store).create({owner, cvrs, issuedAt: 0}, 'Telefon');
  return secret;
}
