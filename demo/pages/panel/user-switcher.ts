import {byId, create} from '../dom.ts';
import {say} from '../language.ts';
import type {PortalElement} from '../portal.ts';
import {getToken, loadPeople, type Person, signedIn} from '../session.ts';
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
    choice.replaceChildren(...people.map(optionOf));
    choice.value = signedIn()?.sub ?? '';
    choice.disabled = false;
    // Whatever shows the person can do so now.
    change({user: settings.user});
  } catch (error) {
    console.error(error);
    byId('bruger-fejl').hidden = false;
  }
}

function optionOf({sub, navn, virksomhed, klienter}: Person): HTMLElement {
  if (!klienter) return create('option', {value: sub}, `${navn}, ${virksomhed}`);
  const {length} = klienter;
  const text = {
    da: `${navn}, revisor for ${length} virksomheder`,
    en: `${navn}, accountant of ${length} companies`,
  };
  return create('option', {value: sub, 'data-da': text.da, 'data-en': text.en}, say(text));
}
