import createDOMPurify from 'dompurify';

import {isTooHeavy} from './markup-weight.ts';

/** Allowed elements. Headings would not match the levels around them. */
const allowedTags = [
  'a b blockquote br code dd div dl dt em hr i li ol p pre small span strong sub sup u ul',
  'table tbody td tfoot th thead tr',
].flatMap(tags => tags.split(' '));

const purify = createDOMPurify(window);

purify.addHook('afterSanitizeAttributes', element => {
  if (element.tagName === 'A') element.setAttribute('rel', 'noopener noreferrer nofollow');
});

/**
 * Returns an authority's markup as nodes that run nothing, load nothing and imitate no controls. Removes elements that are not allowed, but
 * keeps their text.
 *
 * @throws When the markup is too heavy, or the page's Trusted Types policy does not allow DOMPurify.
 */
export function sanitise(markup: string): DocumentFragment {
  if (isTooHeavy(markup)) throw new Error('The markup expands to too many elements.');
  const clean = purify.sanitize(markup, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: ['href', 'lang', 'dir', 'start', 'colspan', 'rowspan', 'scope'],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    // Only absolute URLs: others would link to the host's pages.
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|tel:)/i,
    RETURN_DOM_FRAGMENT: true,
    // Can be null, although its types differ.
  }) as DocumentFragment | null;
  if (!clean) throw new Error('The markup cannot be parsed.');
  return clean;
}
