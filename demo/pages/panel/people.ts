import {byId, create} from '../dom.ts';
import type {PortalElement} from '../portal.ts';
import {getToken, loadPeople, signedIn} from '../session.ts';
import {change, settings} from '../settings.ts';

/** Shows who is signed in, and lets the visitor sign in as somebody else. */
export async function signIn(element: PortalElement): Promise<void> {
  const choice = byId('bruger', HTMLSelectElement);
  choice.addEventListener('change', () => {
    change({user: choice.value});
    // A new function stands for a new person: the element starts from nothing.
    element.getToken = () => getToken();
  });

  try {
    const people = await loadPeople();
    choice.replaceChildren(
      ...people.map(({sub, navn, virksomhed}) => create('option', {value: sub}, `${navn}, ${virksomhed}`)),
    );
    choice.value = signedIn()?.sub ?? '';
    choice.disabled = false;
    // Whatever shows the person can do so now.
    change({user: settings.user});
  } catch (error) {
    console.error(error);
    byId('bruger-fejl').hidden = false;
  }
}
