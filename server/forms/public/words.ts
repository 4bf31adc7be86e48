import {unaccented} from '../permalinks.ts';

/** The maximum length of words, in the index and in searches. */
const maxWordLength = 40;

/** Stop words: a search ignores them unless it has no others. */
const stopWords = new Set(
  'af at de den der det du en er et for fra i jeg man med mit og om paa skal som til ved vil'.split(' '),
);

/** Returns the words of a text, without case and accents: `æ` is `ae`, `ø` is `oe`, and `å` is `aa`. */
export function wordsOf(text: string): string[] {
  const words =
    unaccented(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map(word => word.slice(0, maxWordLength));
}

/** Returns the different words that a person searches for. */
export function searchWordsOf(text: string): string[] {
  const words = [...new Set(wordsOf(text))];
  const telling = words.filter(word => !stopWords.has(word));
  return telling.length ? telling : words;
}

/** Replacements of the last three letters of the Danish alphabet: `z` is followed by `{`, `|` and `}`. */
const lastLetters: Readonly<Record<string, string>> = {æ: '{', ø: '|', å: '}', aa: '}'};

/** Returns a text whose order by characters is the Danish order. */
export function sortKeyOf(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  return unaccented(lower.replace(/[æøå]|aa/g, letter => lastLetters[letter] ?? letter)).slice(0, 60);
}
