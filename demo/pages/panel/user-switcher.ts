import {byId, create} from '../dom.ts';
import {say} from '../language.ts';
import type {PortalElement} from '../portal.ts';
import {currentUser, getToken, loadUsers, type User} from '../session.ts';
import {change, settings} from '../settings.ts';

/** Shows the user, and lets a developer switch to another one. */
export async function startUserSwitcher(element: PortalElement): Promise<void> {
  const select = byId('bruger', HTMLSelectElement);
  select.addEventListener('change', () => {
    change({user: select.value});
    // A new function resets the element.
    element.getToken = () => getToken();
  });

  try {
    const users = await loadUsers();
    select.replaceChildren(...users.map(optionOf));
    select.value = currentUser()?.sub ?? '';
    select.disabled = false;
    // Notifies the listeners, now that the users are loaded.
    change({user: settings.user});
  } catch (error) {
    console.error(error);
    byId('bruger-fejl').hidden = false;
  }
}

function optionOf({sub, navn, virksomhed, klienter}: User): HTMLElement {
  if (!klienter) return create('option', {value: sub}, `${navn}, ${virksomhed}`);
  const {length} = klienter;
  const text = {
    da: `${navn}, revisor for ${length} virksomheder`,
    en: `${navn}, accountant of ${length} companies`,
  };
  return create('option', {value: sub, 'data-da': text.da, 'data-en': text.en}, say(text));
}
