/* The markup of authorities and suppliers, as plain text or sanitised, for the calendar and the form elements. */

import {html, render} from 'lit';

import {outwardTarget} from './frame.ts';

/**
 * Returns the text of a supplier's markup, for buttons, results and structured data, in linear time. As in `sanitise.ts`, only a letter or a sign
 * after `<` begins a tag.
 */
export function plainText(markup: string | null): string {
  const text = (markup ?? '')
    // Tags inside a line do not separate words.
    .replace(/<\/?(?:[abiqsu]|em|font|s[mpt]\w+|su[bp])\b[^<>]*>/gi, '')
    .replace(/<[a-z!/?][^<>]*>/gi, ' ')
    .replaceAll('<', '&lt;');
  const box = document.createElement('p');
  // Only decodes character references, since no tag is left. Pages whose Trusted Types policy forbids `innerHTML` allow Lit.
  render(html(Object.assign([text], {raw: [text]})), box);
  return box.textContent.replace(/\s+/g, ' ').trim();
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
