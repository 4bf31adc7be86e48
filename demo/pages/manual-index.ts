/** An entry of the search index: URL, page title, heading (empty for the start of a page), and the words of the text. */
export type IndexEntry = readonly [url: string, title: string, heading: string, words: string];

/** Returns the words of a text in lower case. The name of a setting or field is one word. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/**
 * Returns the entries that have a word with each word of the query as prefix. Ranks headings and titles above the text.
 *
 * @param limit Maximum number of entries.
 */
export function searchManual(index: readonly IndexEntry[], query: string, limit: number): IndexEntry[] {
  const sought = wordsOf(query);
  if (!sought.length) return [];
  const ranked = index.flatMap(entry => {
    const [, title, heading, words] = entry;
    const fields = [wordsOf(heading || title), wordsOf(title), words.split(' ')];
    const ranks = sought.map(word => fields.findIndex(field => field.some(each => each.startsWith(word))));
    return ranks.includes(-1) ? [] : [{entry, rank: ranks.reduce((sum, rank) => sum + rank, 0)}];
  });
  return ranked
    .sort((one, other) => one.rank - other.rank)
    .slice(0, limit)
    .map(({entry}) => entry);
}
