import MiniSearch from 'minisearch';

/**
 * A section of the manual: its URL, the title of its page, its heading (empty for the start of a page), and its text.
 *
 * @typedef {{url: string, title: string, heading: string, text: string}} Section
 */

/** Words of readers, with words of the manual for the same subject. */
const synonyms = new Map(
  Object.entries({
    angular: 'frameworks',
    csp: 'content security policy',
    'high availability': 'sentinel',
    ha: 'sentinel',
    gdpr: 'personal data',
    login: 'sign-in',
    oidc: 'tokens broker',
    pagination: 'antal',
    paging: 'antal',
    'single sign-on': 'sign-in tokens',
    sletning: 'erase',
    sso: 'sign-in tokens',
    tilgængelighed: 'accessibility',
    wordpress: 'cms',
  }),
);

const excerptLength = 160;

/** @param {string} text */
const wordsOf = text => text.split(/[\n\r\p{Z}\p{P}]+/u);

/** Also returns names such as `TAVLE_STORE` and `form-url`, whose parts occur in many sections. @param {string} text */
function wordsAndNamesOf(text) {
  const names = text.split(/(?:(?![-_])[\n\r\p{Z}\p{P}])+/u).filter(name => /[-_]/.test(name));
  return [...wordsOf(text), ...names];
}

/**
 * Returns a function that searches sections by the beginnings of words. Headings and titles count more than text.
 *
 * @param {readonly Section[]} sections
 */
export function createSearch(sections) {
  const index = new MiniSearch({
    fields: ['heading', 'title', 'text'],
    tokenize: wordsAndNamesOf,
    searchOptions: {prefix: true, boost: {heading: 4, title: 3}},
  });
  index.addAll(sections.map((section, id) => ({...section, id})));

  /** @param {string} query @param {'AND' | 'OR'} combineWith */
  const find = (query, combineWith, tokenize = wordsOf) => index.search(query, {combineWith, tokenize});

  /**
   * Returns the sections with all words of a query, or of a synonym, first those with its names. Otherwise returns those with some words.
   *
   * @param {string} query
   * @param {number} limit
   */
  return (query, limit) => {
    const synonym = synonyms.get(query.trim().toLowerCase());
    const all = [
      ...(synonym === undefined ? [] : find(synonym, 'AND')),
      ...find(query, 'AND', wordsAndNamesOf),
      ...find(query, 'AND'),
    ];
    /** @type {Map<number, import('minisearch').SearchResult>} */
    const found = new Map();
    for (const result of all.length ? all : find(query, 'OR'))
      if (!found.has(Number(result.id))) found.set(Number(result.id), result);
    return [...found]
      .slice(0, limit)
      .flatMap(([id, {terms}]) =>
        sections[id] ? [{...sections[id], excerpt: excerptOf(sections[id].text, terms)}] : [],
      );
  };
}

/**
 * Returns the text around the first of the terms, otherwise the beginning of the text, with the terms at odd indexes.
 *
 * @param {string} text
 * @param {readonly string[]} terms Lower case, without punctuation, but with symbols.
 */
function excerptOf(text, terms) {
  const words = terms.map(term => term.replaceAll(/[$^+|]/g, String.raw`\$&`));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})`, 'giu');
  const start = text.lastIndexOf(' ', Math.max(0, text.search(pattern) - excerptLength / 3)) + 1;
  const part = text.slice(start, text.indexOf(' ', start + excerptLength) + 1 || undefined);
  return `${start ? '… ' : ''}${part}${start + part.length < text.length ? '…' : ''}`.split(pattern);
}
