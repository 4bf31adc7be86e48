/* Compares the words of forms with those of a search, for interfaces F and G. Add a stop word to `stopWords`, and
 * change the weights of fields in `fieldScores`. No words are stored, so a change needs no repair of stores. The work
 * must stay linear in the length of a text: a search reads all forms. */

import {bounds} from '../../bounds.ts';
import {isVisible} from '../../html/visible-text.ts';
import {unaccented} from '../permalinks.ts';

/** Stop words: a search ignores them unless it has no other words. */
const stopWords = new Set(
  'af at de den der det du en er et for fra i jeg man med mit og om paa skal som til ved vil'.split(' '),
);

/** Separates the words of two fields in {@link searchedText}. */
const fieldEnd = '\n';

/**
 * Returns the words of a text without case and accents, for the searches of interfaces F and G: `æ` is `ae`, `ø` is `oe`, and `å` is `aa`. No
 * words are stored.
 */
export function wordsOf(text: string): string[] {
  return (
    unaccented(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Returns the different words that a person searches for, each in the form of {@link byteText}. */
export function searchWordsOf(text: string): string[] {
  const words = [...new Set(wordsOf(text))];
  const telling = words.filter(word => !stopWords.has(word));
  return (telling.length ? telling : words)
    .slice(0, bounds.maxSearchWords)
    .map(word => byteText(word, bounds.maxSearchWordBytes));
}

/**
 * Returns the words by which a search finds a form, in the form of {@link byteText}. Each word has a space on both sides, and {@link fieldEnd} separates the
 * fields. A word that several fields have is only in the first one, where its rank is the best.
 *
 * @param fields The most important one first.
 * @param maxBytes Default: the maximum of texts that stay in memory.
 */
export function searchedText(
  fields: readonly unknown[],
  maxBytes: number = bounds.maxSearchedFormBytes,
): string {
  const known = new Set<string>();
  const lines = fields.map(text => {
    const words = typeof text === 'string' ? wordsOf(text.slice(0, bounds.maxSearchedFieldLength)) : [];
    return ` ${words.filter(word => !known.has(word) && known.add(word)).join(' ')} `;
  });
  return byteText(lines.join(fieldEnd), maxBytes);
}

/** Returns a text with a character for each byte of the UTF-8 encoding of `text`, cut at `maxBytes`. Each character takes one byte of memory. */
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

/** The score of a word that is inside another word, by its field. Each is higher than any score in the fields after it. */
const fieldScores = [7, 4, 1];

/**
 * Returns a function that scores the text of a form by the words of a search. The score is the sum over these words. For each, the field counts first, then
 * whether it is a whole word there, begins a word, or is inside one. The function returns `undefined` if one of the words is not in the text. Each text
 * matches a blank search, and none matches a search without words, such as `§`.
 *
 * @param search What a person searches for. The texts are results of {@link searchedText} for up to three fields.
 */
export function createMatcher(search: string): (text: string) => number | undefined {
  const words = searchWordsOf(search);
  if (!words.length && isVisible(search)) return () => undefined;
  // Looks for long words first: they are rare, so most texts need no further look.
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const searched = longestFirst.map(word => ({word, beginning: ` ${word}`, whole: ` ${word} `}));

  return text => {
    let score = 0;
    let ends: readonly number[] | undefined;
    for (const {word, beginning, whole} of searched) {
      const first = text.indexOf(word);
      if (first === -1) return undefined;
      ends ??= endsOfFields(text);
      let place = 0;
      while (first > (ends[place] ?? Infinity)) place += 1;
      const rest = text.slice(first - 1, ends[place]);
      const beginsAt = rest.indexOf(beginning);
      const bonus = beginsAt === -1 ? 0 : rest.includes(whole, beginsAt) ? 2 : 1;
      score += (fieldScores[place] ?? 0) + bonus;
    }
    return score;
  };
}

function endsOfFields(text: string): number[] {
  const ends: number[] = [];
  for (let end = text.indexOf(fieldEnd); end !== -1; end = text.indexOf(fieldEnd, end + 1)) ends.push(end);
  return ends;
}
