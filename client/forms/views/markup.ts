import {plainText} from '../plain-text.ts';

/** An element that shows a supplier's markup. */
type MarkupElement = Element & {markup: string; filled?: string};

/**
 * Fills the elements of the class `markup` with their property `markup`, sanitised. Loads the sanitiser on first use. Shows plain text if it
 * can't be loaded.
 */
export function fillMarkup(root: ParentNode): void {
  for (const element of root.querySelectorAll<MarkupElement>('.markup')) void fill(element);
}

async function fill(element: MarkupElement): Promise<void> {
  const {markup} = element;
  if (markup === element.filled) return;
  element.filled = markup;
  try {
    const {sanitise} = await import('../../calendar/views/sanitise.ts');
    if (element.filled === markup) element.replaceChildren(sanitise(markup));
  } catch {
    element.textContent = plainText(markup);
  }
}
