import {sized} from '../support/rounds.mjs';
import {titleOf} from './titles.mjs';

/**
 * Contents of a store, for `measure.mjs`. Add one that makes searches slow to `fills`: a supplier must be able to write it within its quota.
 *
 * @typedef {object} Fill
 * @property {string} name
 * @property {number} forms
 * @property {(index: number) => object} fieldsOf
 * @property {readonly string[]} searches
 */

/** Returns words that no other form has. @param {number} index @param {number} count */
const uniqueWords = (index, count) =>
  Array.from({length: count}, (_, place) => `${(46_656 + index * count + place).toString(36)}x`).join(' ');

/** A form with texts of typical length. */
export const ordinary = (/** @type {number} */ index) => ({
  titel: titleOf(index),
  kortBeskrivelse: 'Til indberetning for en virksomhed, som blanket eller digitalt.',
});
const unique = (/** @type {number} */ index) => ({
  titel: `${index} ${uniqueWords(index, 40)}`,
  kortBeskrivelse: uniqueWords(index + 100_000, 27),
});
/** Slow to search: each word of a search seems to begin at almost every letter, but is only at the end of the text. */
const dense = (/** @type {number} */ index) => ({
  titel: `${'a'.repeat(240)} ${index}`,
  kortBeskrivelse: `${'a'.repeat(100)} ab aab aaab aaaab aaaaab`,
});

const uniqueFill = {
  name: 'forms with 67 words that no other has',
  fieldsOf: unique,
  searches: ['1', 'a e i o u s t f', '10ax'],
};

/** @type {readonly Fill[]} */
export const fills = [
  {
    name: 'ordinary forms',
    forms: sized(5_000, 100),
    fieldsOf: ordinary,
    searches: ['moms', 'virksomhed', 'havneplads tilladelse'],
  },
  {...uniqueFill, forms: sized(5_000, 100)},
  {...uniqueFill, forms: sized(14_000, 100)},
  {
    name: 'forms that are the slowest to search',
    forms: sized(14_000, 100),
    fieldsOf: dense,
    searches: ['aaaaab', 'ab aab aaab aaaab aaaaab', 'aaaaac'],
  },
];
