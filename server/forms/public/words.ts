import {bounds} from '../../limits/bounds.ts';
import {unaccented} from '../permalinks.ts';

/** Stop words: a search ignores them unless it has no others. */
const stopWords = new Set(
  'af at de den der det du en er et for fra i jeg man med mit og om paa skal som til ved vil'.split(' '),
);

/** Ends the words of a field in {@link searchedText}. */
export const fieldEnd = '\n';

/** Returns the words of a text, without case and accents: `æ` is `ae`, `ø` is `oe`, and `å` is `aa`. */
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
const lastLetters: Readonly<Record<string, string>> = {æ: '{', ø: '|', å: '}', aa: '}'};

/** Returns a text whose order by characters is the Danish order. */
export function sortKeyOf(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  return unaccented(lower.replace(/[æøå]|aa/g, letter => lastLetters[letter] ?? letter)).slice(0, 60);
}
