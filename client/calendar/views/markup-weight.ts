/** Elements that are made from one description at most: reading more takes noticeable time. */
const maxElements = 20_000;

/** Browsers keep at most so many formatting elements with the same attributes open. */
const maxEqual = 3;

/** A start tag whose name consists of letters, up to the first angle bracket. */
const startTag = /<([a-z]+)(?:>|[\s/][^<>]*>?)/gi;

const formatting = new Set('b big code em font i nobr s small strike strong tt u'.split(' '));

/** Attributes that browsers read as they look: their quotation marks belong together. */
const plainAttributes = /\s[\w:-]+=(?:"[^"]*"|'[^']*')/g;

/**
 * Whether a browser may make very many elements of markup: formatting elements that are not closed are opened again in each block
 * that follows, so a few thousand characters can stand for millions of elements. Estimates the most that there can be, in linear time.
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

/** Whether a tag may end elsewhere for a browser: then two that look the same may differ. */
function isUnusual(tag: string): boolean {
  return !tag.endsWith('>') || /["'=]/.test(tag.replace(plainAttributes, ''));
}
