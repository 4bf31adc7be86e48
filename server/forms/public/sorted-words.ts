/**
 * Creates a sorted list of different words, in chunks, so that a change moves only the words of one chunk, or the list of chunks, and searches need
 * no sorting.
 *
 * @param maxChunkLength At least 2.
 */
export function createSortedWords(maxChunkLength = 500) {
  /** Each chunk has words, unless it is the only one. */
  const chunks: string[][] = [[]];

  /** Returns the place of the chunk that has a word or would have it. */
  const chunkOf = (word: string) =>
    Math.max(0, countWhile(chunks.length, place => (chunks[place]?.[0] ?? '') <= word) - 1);

  const placeIn = (chunk: readonly string[], word: string) =>
    countWhile(chunk.length, place => (chunk[place] ?? '') < word);

  /** Joins adjacent chunks, and splits the result if it is too long. */
  function joinChunks(place: number, count: number): void {
    const words = chunks.slice(place, place + count).flat();
    const middle = words.length >>> 1;
    const parts = words.length > maxChunkLength ? [words.slice(0, middle), words.slice(middle)] : [words];
    chunks.splice(place, count, ...parts);
  }

  return {
    /** Adds a word that the list does not have. */
    add(word: string): void {
      const place = chunkOf(word);
      const chunk = chunks[place] ?? [];
      chunk.splice(placeIn(chunk, word), 0, word);
      if (chunk.length > maxChunkLength) joinChunks(place, 1);
    },
    /** Removes a word that the list has. */
    remove(word: string): void {
      const place = chunkOf(word);
      const chunk = chunks[place] ?? [];
      chunk.splice(placeIn(chunk, word), 1);
      if (chunk.length < maxChunkLength / 4) joinChunks(Math.max(0, place - 1), 2);
    },
    /** Returns the words with a prefix, in order. */
    *startingWith(prefix: string): Generator<string> {
      let place = chunkOf(prefix);
      let from = placeIn(chunks[place] ?? [], prefix);
      for (let chunk; (chunk = chunks[place]); place += 1, from = 0) {
        for (const word of chunk.slice(from)) {
          if (!word.startsWith(prefix)) return;
          yield word;
        }
      }
    },
  };
}

/** Returns the number of places at the start of a list for which a condition is true. It must be false for all later places. */
function countWhile(length: number, isTrue: (place: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isTrue(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
