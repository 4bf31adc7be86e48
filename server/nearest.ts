/** Between a word and its misspelling. */
const maxDistance = 4;

/** Returns the word of `words` that is most like `word`; `undefined` where none is similar. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const most = Math.min(maxDistance, Math.floor(word.length / 2));
  let best: {readonly word: string; readonly distance: number} | undefined;
  for (const each of words) {
    const distance = distanceBetween(word, each);
    if (distance <= most && distance < (best?.distance ?? Infinity)) best = {word: each, distance};
  }
  return best?.word;
}

/** The Levenshtein distance: how many letters must be added, removed or replaced. */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({length: other.length + 1}, (_, place) => place);
  for (let line = 0; line < one.length; line++) {
    const next = [line + 1];
    for (let place = 0; place < other.length; place++) {
      const replaced = (row[place] ?? 0) + (one[line] === other[place] ? 0 : 1);
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
