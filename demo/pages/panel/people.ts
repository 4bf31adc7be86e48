import {byId, create} from '../dom.ts';
import {say} from '../language.ts';
import type {PortalElement} from '../portal.ts';
import {getToken, loadPeople, signedIn} from '../session.ts';
import {change, settings, watch} from '../settings.ts';

/** Shows who is signed in, and lets a developer sign in as somebody else. */
export async function signIn(element: PortalElement): Promise<void> {
  const choice = byId('bruger', HTMLSelectElement);
  choice.addEventListener('change', () => {
    change({user: choice.value});
    // A new function stands for a new person: the element starts from nothing.
    element.getToken = () => getToken();
  });
  watch(['lang', 'user'], showPerson);

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

function showPerson(): void {
  const person = signedIn();
  if (!person) return;
  byId('person').textContent = person.navn;
  byId('virksomhed').textContent = say({
    da: `${person.virksomhed}, CVR ${person.cvr}`,
    en: `${person.virksomhed}, CVR no. ${person.cvr}`,
  });
}
