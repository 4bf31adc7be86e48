/* The markup of authorities and suppliers, as plain text or sanitised, for the calendar and the form elements. */

import {outwardTarget} from './frame.ts';

/** The entity names of `characters`, in the same order. */
const names = 'amp lt gt quot nbsp aelig oslash aring AElig Oslash Aring'.split(' ');
const characters = '&<>" æøåÆØÅ';

/** Returns the text of a supplier's markup, for buttons, results and structured data. */
export function plainText(markup: string | null): string {
  return (markup ?? '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:#(\d{1,6})|(\w+));/g, (whole, code: string | undefined, name: string) =>
      code ? String.fromCodePoint(+code) : (characters[names.indexOf(name)] ?? whole),
    )
    .replace(/\s+/g, ' ')
    .trim();
}

/** Shows the markup of an authority or a supplier, sanitised. Loads the sanitiser on first use. Shows plain text if it can't be loaded. */
export async function showMarkup(element: Element, markup: string): Promise<void> {
  try {
    const {sanitise} = await import('./sanitise.ts');
    const content = sanitise(markup);
    const target = outwardTarget();
    if (typeof target === 'string') for (const link of content.querySelectorAll('a')) link.target = target;
    element.replaceChildren(content);
  } catch {
    element.textContent = plainText(markup);
  }
}
