/* Suggests the nearest known word, for errors about fields and settings. Change how different a word may be in
 * `maxDistance` and `nearest`, and the sentence in `didYouMean`. Callers must still refuse the given word. */

const maxDistance = 4;

/** Returns a sentence for an error message: ` Did you mean TEST?`; empty if no word is similar. */
export function didYouMean(word: string, words: Iterable<string>): string {
  const known = nearest(word, words);
  return known === undefined ? '' : ` Did you mean ${known}?`;
}

/** Returns the word of `words` with the smallest edit distance to `word`, whatever the case of their letters; `undefined` if none is similar. */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  const max = Math.min(maxDistance, Math.floor(word.length / 2));
  let best: {readonly word: string; readonly distance: number} | undefined;
  for (const each of words) {
    if (Math.abs(word.length - each.length) > max) continue;
    const distance = levenshteinDistance(word.toLowerCase(), each.toLowerCase());
    if (distance <= max && distance < (best?.distance ?? Infinity)) best = {word: each, distance};
  }
  return best?.word;
}

function levenshteinDistance(one: string, other: string): number {
  let row = Array.from({length: other.length + 1}, (_, column) => column);
  for (let line = 0; line < one.length; line++) {
    const next = [line + 1];
    for (let column = 0; column < other.length; column++) {
      const replaced = (row[column] ?? 0) + (one[line] === other[column] ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
