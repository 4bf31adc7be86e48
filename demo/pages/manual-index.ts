/** A part of the manual in its index: URL, title of the page, heading (empty for the beginning of a page), and the words of its text. */
export type IndexEntry = readonly [address: string, title: string, heading: string, words: string];

/** Returns the words of a text in lower case: names of settings, commands and fields are one word each. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/**
 * Returns the entries in which each word of the query begins a word, the best first: words of headings and titles count more
 * than those of the text.
 *
 * @param limit The number of entries at most.
 */
export function searchManual(index: readonly IndexEntry[], query: string, limit: number): IndexEntry[] {
  const sought = wordsOf(query);
  if (!sought.length) return [];
  const ranked = index.flatMap(entry => {
    const [, title, heading, words] = entry;
    const places = [wordsOf(heading || title), wordsOf(title), words.split(' ')];
    const ranks = sought.map(word => places.findIndex(place => place.some(each => each.startsWith(word))));
    return ranks.includes(-1) ? [] : [{entry, rank: ranks.reduce((sum, rank) => sum + rank, 0)}];
  });
  return ranked
    .sort((one, other) => one.rank - other.rank)
    .slice(0, limit)
    .map(({entry}) => entry);
}
