import createDOMPurify from 'dompurify';

import {isTooHeavy} from './markup-weight.ts';

/** What text is made of; headings would not fit those around them. */
const allowedTags = [
  'a b blockquote br code dd div dl dt em hr i li ol p pre small span strong sub sup u ul',
  'table tbody td tfoot th thead tr',
].flatMap(tags => tags.split(' '));

const purify = createDOMPurify(window);

purify.addHook('afterSanitizeAttributes', element => {
  if (element.tagName === 'A') element.setAttribute('rel', 'noopener noreferrer nofollow');
});

/**
 * An authority's markup as nodes that run nothing, load nothing and look like nothing but text: markup that is not on the list is
 * left out, except for the text in it.
 *
 * @throws When the markup would make the browser stop responding, and when the page's policy on Trusted Types does not let DOMPurify
 *   read markup.
 */
export function sanitise(markup: string): DocumentFragment {
  if (isTooHeavy(markup)) throw new Error('The markup makes too many elements.');
  const clean = purify.sanitize(markup, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: ['href', 'lang', 'dir', 'start', 'colspan', 'rowspan', 'scope'],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    // Addresses in full only: others would lead to the host's own pages.
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|tel:)/i,
    RETURN_DOM_FRAGMENT: true,
    // Its types do not say so: null.
  }) as DocumentFragment | null;
  if (!clean) throw new Error('The markup can not be read.');
  return clean;
}
