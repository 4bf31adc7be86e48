import {byId, create} from '../dom.ts';
import {say} from '../language.ts';

/** Lets the buttons with `data-copy` copy the text of the element with that id. */
export function copyOnClick(): void {
  const status = byId('kopieret');
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    button.addEventListener('click', () => {
      void copy(byId(button.dataset.copy ?? '')).then(message => {
        // A text that stays the same is not spoken again.
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
    // No clipboard here: leave the text selected, so that the next key press can copy it.
    getSelection()?.selectAllChildren(source);
    return say({da: 'Markeret', en: 'Selected'});
  }
}
