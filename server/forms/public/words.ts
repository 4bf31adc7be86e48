import {bounds} from '../../bounds.ts';
import {unaccented} from '../permalinks.ts';

/** Stop words: a search ignores them unless it has no others. */
const stopWords = new Set(
  'af at de den der det du en er et for fra i jeg man med mit og om paa skal som til ved vil'.split(' '),
);

/** Ends the words of a field in {@link searchedText}. */
const fieldEnd = '\n';

/**
 * Returns the words of a text for the searches of interfaces F and G, which store none, without case and accents: `æ` is `ae`, `ø` is `oe`, and
 * `å` is `aa`.
 */
export function wordsOf(text: string): string[] {
  return (
    unaccented(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Returns the different words that a person searches for, as {@link byteText}. */
export function searchWordsOf(text: string): string[] {
  const words = [...new Set(wordsOf(text))];
  const telling = words.filter(word => !stopWords.has(word));
  return (telling.length ? telling : words)
    .slice(0, bounds.maxSearchWords)
    .map(word => byteText(word, bounds.maxSearchWordBytes));
}

/**
 * Returns the words that a search finds a form by, as {@link byteText}. Each word has a space on both sides, each field ends with
 * {@link fieldEnd}. A word is in the first of its fields only, where its rank is the best.
 *
 * @param fields The most important one first.
 */
export function searchedText(fields: readonly unknown[]): string {
  const known = new Set<string>();
  const lines = fields.map(text => {
    const words = typeof text === 'string' ? wordsOf(text.slice(0, bounds.maxSearchedFieldLength)) : [];
    return ` ${words.filter(word => !known.has(word) && known.add(word)).join(' ')} `;
  });
  return byteText(lines.join(fieldEnd), bounds.maxSearchedFormBytes);
}

/** Returns a text with one character for each of the first bytes of its UTF-8 encoding, so each takes one byte of memory. */
function byteText(text: string, maxBytes: number): string {
  return Buffer.from(text).subarray(0, maxBytes).toString('latin1');
}

/** Replacements of the last three letters of the Danish alphabet: `z` is followed by `{`, `|` and `}`. */
const lastLetters: Readonly<Record<string, string>> = {æ: '{', ä: '{', ø: '|', ö: '|', å: '}', aa: '}'};

/** Returns a text whose order by characters is the Danish order. `Intl.Collator` would sort as in English without Danish ICU data. */
export function sortKeyOf(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  return unaccented(lower.replace(/[æäøöå]|aa/g, letter => lastLetters[letter] ?? letter)).slice(0, 60);
}

/** How a word is in a field, the worst first: inside another word, at its beginning, as a whole word. */
const kinds = 3;

/** The score of a word in a field is higher than that of any word in the fields after it. */
const fieldScores = [6, 3, 0] as const;

/** The maximum number of bytes of a word that the first test of a text compares. */
const maxSampleLength = 6;

/**
 * Returns a function that scores the texts of forms by words. The score is the sum over the words: the field counts first, then whether it is a whole
 * word, the beginning of one or inside one. It is `undefined` for a text without one of the words.
 *
 * The function looks at each byte of a text once, whatever text and words are (Aho and Corasick, "Efficient string matching", 1975).
 * `String.includes` takes ten times as long for texts with many beginnings of a word.
 *
 * @param words At most 8, as {@link searchedText} writes them, each with at least one letter.
 */
export function createWordMatcher(words: readonly string[]): (text: string) => number | undefined {
  if (!words.length) return () => 0;
  const {next, found} = automatonOf(words);
  const sample = sampleOf(words);
  const all = (1 << words.length) - 1;

  return text => {
    const first = text.search(sample);
    if (first === -1) return undefined;
    // The byte before the word decides whether it is at the beginning of a longer one.
    const from = words.length === 1 ? first - 1 : 0;
    let [score, missing, place] = [0, all, 0];
    for (const fieldScore of fieldScores) {
      const at = text.indexOf(fieldEnd, place);
      const end = at === -1 ? text.length : at;
      let [state, seen] = [0, 0];
      for (place = Math.max(place, from); place < end; place += 1) {
        state = next[(state << 8) | text.charCodeAt(place)] ?? 0;
        seen |= found[state] ?? 0;
      }
      for (let word = 0; word < words.length; word += 1) {
        const seenKinds = (seen >>> (word * kinds)) & 7;
        if (seenKinds === 0 || !(missing & (1 << word))) continue;
        missing &= ~(1 << word);
        score += fieldScore + (32 - Math.clz32(seenKinds));
      }
      if (missing === 0) return score;
      place = end + 1;
    }
    return undefined;
  };
}

/**
 * Returns a deterministic automaton: the next state for a state and a byte, and a bit for each kind of each word that ends at a state. State 0 is
 * the start.
 */
function automatonOf(words: readonly string[]) {
  const patterns = words.flatMap(word => [word, ` ${word}`, ` ${word} `]);
  const maxStates = patterns.reduce((sum, pattern) => sum + pattern.length, 1);
  const next = new Uint16Array(maxStates << 8);
  const found = new Int32Array(maxStates);
  let states = 1;
  for (const [bit, pattern] of patterns.entries()) {
    let state = 0;
    for (let place = 0; place < pattern.length; place += 1) {
      const step = (state << 8) | pattern.charCodeAt(place);
      const known = next[step] ?? 0;
      state = known === 0 ? states++ : known;
      next[step] = state;
    }
    found[state] = (found[state] ?? 0) | (1 << bit);
  }
  /** For each state, that of the longest end of its text that begins a pattern. */
  const fallback = new Uint16Array(states);
  const queue = [0];
  for (const state of queue) {
    const other = fallback[state] ?? 0;
    found[state] = (found[state] ?? 0) | (found[other] ?? 0);
    for (let byte = 0; byte < 256; byte += 1) {
      const child = next[(state << 8) | byte] ?? 0;
      const target = state === 0 ? 0 : (next[(other << 8) | byte] ?? 0);
      if (child) {
        fallback[child] = target;
        queue.push(child);
      } else {
        next[(state << 8) | byte] = target;
      }
    }
  }
  return {next, found};
}

/**
 * Returns an expression for the beginning of the longest word. It discards most texts in a tenth of the time. V8 compiles it because of the class;
 * without one, it would search as `String.includes` does.
 */
function sampleOf(words: readonly string[]): RegExp {
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one));
  return new RegExp(`[${longest.charAt(0)}]${longest.slice(1, maxSampleLength)}`);
}
