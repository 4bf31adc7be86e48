import {byId, create} from '../dom.ts';
import {say} from '../language.ts';

/** Starts the buttons with `data-copy`, which copy the text of the element with that id. */
export function copyOnClick(): void {
  const status = byId('kopieret');
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    button.addEventListener('click', () => {
      void copy(byId(button.dataset.copy ?? '')).then(message => {
        // A screen reader does not speak an unchanged text.
        status.replaceChildren(create('span', {}, message));
        button.textContent = message;
        setTimeout(() => (button.textContent = say({da: 'Kopiér', en: 'Copy'})), 2000);
      });
    });
  }
}

async function copy(source: HTMLElement): Promise<string> {
  try {
    await navigator.clipboard.writeText(source.textContent);
    return say({da: 'Kopieret', en: 'Copied'});
  } catch {
    // Without a clipboard: selects the text, so that the user can copy it.
    getSelection()?.selectAllChildren(source);
    return say({da: 'Markeret', en: 'Selected'});
  }
}
