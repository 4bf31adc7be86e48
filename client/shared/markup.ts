/* The markup of authorities and suppliers, as plain text or sanitised, for the calendar and the form elements. */

import {outwardTarget} from './frame.ts';

/** The names of the character references that texts in Danish need, and their `characters` in the same order. */
const names =
  'amp lt gt quot apos nbsp aelig oslash aring AElig Oslash Aring eacute Eacute ndash mdash hellip rarr bull laquo raquo ldquo rdquo bdquo lsquo rsquo sect euro'.split(
    ' ',
  );
const characters = '&<>"\' æøåÆØÅéÉ–—…→•«»“”„‘’§€';

/**
 * Returns the text of a supplier's markup, for buttons, results and structured data, in linear time. As in `sanitise.ts`, only a letter or a sign
 * after `<` begins a tag. Has no parser of the browser, since a page's Trusted Types policy may forbid it.
 */
export function plainText(markup: string | null): string {
  return (markup ?? '')
    .replace(/<[a-z!/?][^<>]*>/gi, ' ')
    .replace(/&(?:#(\d{1,6}|x[\da-f]{1,5})|(\w+));/gi, (whole, code: string | undefined, name: string) =>
      code ? toCharacter(+`0${code}`) : (characters[names.indexOf(name)] ?? whole),
    )
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the character of a code. As in HTML, codes that are controls in Unicode are those of Windows-1252. */
const toCharacter = (code: number) =>
  code >> 5 === 4 ? new TextDecoder('windows-1252').decode(Uint8Array.of(code)) : String.fromCodePoint(code);

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
