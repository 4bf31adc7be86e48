// Shows markup of authorities and suppliers, as plain text or sanitised, for the calendar and the form elements.
// `sanitise.ts` has the allowed tags. Untrusted markup must reach a page only through the two exported functions.

import {html, render} from 'lit';

import {outwardTarget} from './frame.ts';

/**
 * Returns the text of a supplier's markup, for buttons, results and structured data, in linear time. As in `sanitise.ts`, only a letter or a sign
 * after `<` begins a tag. Returns an empty text for markup that shows nothing.
 */
export function plainText(markup: string | null): string {
  const text = (markup ?? '')
    // `10<sup>6</sup>` is not 106.
    .replace(/<sup>\d+/gi, tag => tag.replace(/\d/g, digit => '⁰¹²³⁴⁵⁶⁷⁸⁹'[+digit] as never))
    // Only tags of blocks separate words. Other angle brackets remain.
    .replace(/<\/?(a[drs]|b[lr]|d[dit]|[hp]|li|se|t[dhr])[^<>]*>|<[a-z!/?][^<>]*>|</gi, (tag, block) =>
      block ? ' ' : tag[1] ? '' : '&lt;',
    );
  const box = document.createElement('p');
  // Only decodes character references, since no tag is left. Pages whose Trusted Types policy forbids `innerHTML` allow Lit.
  render(html(Object.assign([text], {raw: [text]})), box);
  return box.textContent.replace(/^[\s\p{Cf}]+$|\s+/gu, ' ').trim();
}

/** An element of the class `markup`. */
type MarkupElement = Element & {markup: string; shown?: string};

/** Shows the property `markup` of each element of the class `markup`, sanitised. Call this after each rendering. */
export function showMarkup(root: ParentNode): void {
  for (const element of root.querySelectorAll<MarkupElement>('.markup')) {
    const {markup, shown} = element;
    element.shown = markup;
    if (markup !== shown) void fill(element, markup);
  }
}

/** Loads the sanitiser on first use. Shows plain text if it can't be loaded. */
async function fill(element: Element, markup: string): Promise<void> {
  // The text of another deadline must not stay while the sanitiser is loading.
  element.replaceChildren();
  element.classList.add('waiting');
  try {
    const {sanitise} = await import('./sanitise.ts');
    const content = sanitise(markup);
    const target = outwardTarget();
    if (typeof target === 'string') for (const link of content.querySelectorAll('a')) link.target = target;
    element.replaceChildren(content);
  } catch {
    element.textContent = plainText(markup);
  }
  element.classList.remove('waiting');
}
