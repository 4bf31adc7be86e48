import {plainText} from './plain-text.ts';

/** Shows the markup of an authority or a supplier, sanitised. Loads the sanitiser on first use. Shows plain text if it can't be loaded. */
export async function showMarkup(element: Element, markup: string): Promise<void> {
  try {
    const {sanitise} = await import('./sanitise.ts');
    element.replaceChildren(sanitise(markup));
  } catch {
    element.textContent = plainText(markup);
  }
}
