/** The maximum number of elements of a description: parsing more takes noticeable time. */
const maxElements = 20_000;

/** The maximum number of open formatting elements with the same attributes, in browsers. */
const maxEqual = 3;

/** A start tag whose name consists of letters, up to the first angle bracket. */
const startTag = /<([a-z]+)(?:>|[\s/][^<>]*>?)/gi;

const formatting = new Set('b big code em font i nobr s small strike strong tt u'.split(' '));

/** Attributes with matching quotation marks, which all browsers parse alike. */
const plainAttributes = /\s[\w:-]+=(?:"[^"]*"|'[^']*')/g;

/**
 * Returns whether markup may expand to too many elements: browsers reopen unclosed formatting elements in each following block, so a few
 * thousand characters can expand to millions of elements. Estimates the maximum, in linear time.
 */
export function isTooHeavy(markup: string): boolean {
  const tags = markup.match(/<[a-z/]/gi)?.length ?? 0;
  const counts = new Map<string, number>();
  let open = 1;
  for (const [tag, name = ''] of markup.matchAll(startTag)) {
    if (!formatting.has(name.toLowerCase())) continue;
    const count = (counts.get(tag) ?? 0) + 1;
    counts.set(tag, count);
    if (count <= maxEqual || isUnusual(tag)) open += 1;
  }
  return open * tags > maxElements;
}

/** Returns whether a browser may end the tag elsewhere: then equal tags may differ. */
function isUnusual(tag: string): boolean {
  return !tag.endsWith('>') || /["'=]/.test(tag.replace(plainAttributes, ''));
}
