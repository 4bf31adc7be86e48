// Removes from an authority's or supplier's markup what could harm a page, for `markup.ts`. Scripts load it on first
// use. You can allow another tag or attribute if it runs nothing, loads nothing and imitates no control. Change
// `docs/reference/markup.md` as well, which authorities and suppliers read.

import createDOMPurify from 'dompurify';

const allowedTags = [
  'a b blockquote br caption code dd del div dl dt em hr i ins li mark ol p pre q s small span strike strong sub sup u',
  'table tbody td tfoot th thead tr ul',
].flatMap(tags => tags.split(' '));

/** Elements that become a `<div>` or a bold line: landmarks, headings and controls of markup would not match those of the page. */
const blocks =
  'address article aside center details fieldset figcaption figure footer header legend main nav section';
const titles = 'h1 h2 h3 h4 h5 h6 summary';
const replaced = [blocks, titles].flatMap(tags => tags.split(' '));

/** Allowed attributes whose value is not a URL. */
const plainAttributes = 'lang dir start reversed type value colspan rowspan scope'.split(' ');

const purify = createDOMPurify(window);

/** Converts the numbering of a list, which some editors write as a style, to `type`. */
purify.addHook('beforeSanitizeAttributes', element => {
  if (element.nodeName !== 'OL') return;
  const style = element.getAttribute('style') ?? '';
  const [, size, letters = ''] =
    /list-style(?:-type)?\s*:\s*(lower|upper)-(alpha|latin|roman)/.exec(style.toLowerCase()) ?? [];
  const type = letters === 'roman' ? 'i' : 'a';
  if (letters) element.setAttribute('type', size === 'upper' ? type.toUpperCase() : type);
});

purify.addHook('afterSanitizeAttributes', element => {
  if (element.tagName === 'A') element.setAttribute('rel', 'noopener noreferrer nofollow');
});

/**
 * Returns the markup of an authority or a supplier, whose rules are in `docs/reference/markup.md`, as nodes that run nothing, load nothing and
 * imitate no controls. Removes elements that are not allowed, but keeps their text. The lines of a text without markup stay lines, and its URLs
 * become links.
 *
 * @throws When the page's Trusted Types policy does not allow DOMPurify.
 */
export function sanitise(markup: string): DocumentFragment {
  const clean = purify.sanitize(/<[a-z!/?]/i.test(markup) ? markup : toMarkup(markup), {
    ALLOWED_TAGS: [...allowedTags, ...replaced],
    ADD_FORBID_CONTENTS: ['xml'],
    ALLOWED_ATTR: ['href', ...plainAttributes],
    ADD_URI_SAFE_ATTR: plainAttributes,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    // Allows absolute URLs only: relative ones would link to pages of the portal.
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|tel:)/i,
    RETURN_DOM_FRAGMENT: true,
    // Can be null, which the types of DOMPurify do not say.
  }) as DocumentFragment | null;
  if (!clean) throw new Error('The markup cannot be parsed.');
  for (const element of clean.querySelectorAll(replaced.join())) {
    const isTitle = /^(H\d|SUMMARY)$/.test(element.tagName);
    const block = document.createElement(isTitle ? 'p' : 'div');
    const content = isTitle ? block.appendChild(document.createElement('strong')) : block;
    content.append(...element.childNodes);
    element.replaceWith(block);
  }
  return clean;
}

/** Returns markup for a text that has none, except character references. */
function toMarkup(text: string): string {
  return text
    .replace(/\b(?:https?:\/\/|www\.)[^\s"']+/gi, found => {
      const end = found.search(/&(?:[lg]t|quot|nbsp);/);
      // Punctuation at the end belongs to the sentence, not to the URL.
      const [url] =
        /^(?:https?:\/\/|www\.).*[^&.,:;!?)\]]/i.exec(end < 0 ? found : found.slice(0, end)) ?? [];
      if (url === undefined) return found;
      const start = /^w/i.test(url) ? 'https://' : '';
      return `<a href="${start}${url}">${url}</a>${found.slice(url.length)}`;
    })
    .replace(/\r\n?|[\n\x85\u2028\u2029]/g, '<br>');
}
