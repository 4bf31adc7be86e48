// The search of the manual, for `page.mjs`, which runs it in the browser. If readers use another word for a subject,
// add it to `synonyms`.
import MiniSearch from 'minisearch';

/**
 * A section of the manual: its URL, the title of its page, its heading (empty for the start of a page), and its text.
 *
 * @typedef {{url: string, title: string, heading: string, text: string}} Section
 */

/** Words of readers, with words of the manual for the same subject. */
const synonyms = new Map(
  Object.entries({
    authorisation: 'tokens',
    authorise: 'tokens',
    authorize: 'tokens',
    'browser support': 'browsers',
    color: 'theming',
    colors: 'theming',
    cpu: 'sizing',
    csp: 'content security policy',
    css: 'theming',
    'disaster recovery': 'restore',
    downtime: 'restart without an error',
    drupal: 'cms',
    farver: 'theming',
    gdpr: 'personal data',
    'getting started': 'five minutes',
    ha: 'sentinel',
    'high availability': 'sentinel',
    i18n: 'languages',
    k8s: 'kubernetes',
    'kom i gang': 'five minutes',
    'log out': 'sign-out',
    login: 'sign-in',
    logout: 'sign-out',
    'next.js': 'server rendering',
    nextjs: 'server rendering',
    'node version': 'node.js',
    nuxt: 'server rendering',
    oauth: 'tokens broker',
    oauth2: 'tokens broker',
    oidc: 'tokens broker',
    opgradering: 'upgrade',
    pagination: 'antal',
    paging: 'antal',
    persondata: 'personal data',
    personoplysninger: 'personal data',
    scaling: 'sizing',
    'server-side rendering': 'server rendering',
    'single sign-on': 'sign-in tokens',
    sitecore: 'cms',
    sletning: 'erase',
    sri: 'integrity',
    sso: 'sign-in tokens',
    ssr: 'server rendering',
    stylesheet: 'theming',
    styling: 'theming',
    tilgængelighed: 'accessibility',
    'time zone': 'dates danish time',
    timezone: 'dates danish time',
    typo3: 'cms',
    umbraco: 'cms',
    vpat: 'accessibility statement',
    'who deleted': 'who withdrew',
    wordpress: 'cms',
    'zero downtime': 'restart without an error',
  }),
);

/** Matches these words, but not in names such as `login-url`. */
const readerWords = new RegExp(
  String.raw`(?<![\p{L}\p{N}_-])(?:${[...synonyms.keys()].join('|')})(?![\p{L}\p{N}_-])`,
  'gu',
);

/** Generated pages with words from all other pages. */
const lists = /^manual-reference-(?:conformance|index|messages)\./;

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
    searchOptions: {
      prefix: true,
      boost: {heading: 4, title: 3},
      boostDocument: id => (lists.test(sections[id]?.url ?? '') ? 0.3 : 1),
    },
  });
  index.addAll(sections.map((section, id) => ({...section, id})));

  /** @param {string} query @param {import('minisearch').SearchOptions} [options] */
  const find = (query, options) => index.search(query, {combineWith: 'AND', tokenize: wordsOf, ...options});

  /** Returns the results with all words of a query, otherwise those with some. @param {string} query @param {import('minisearch').SearchResult[]} all */
  const orWithSome = (query, all) => (all.length ? all : find(query, {combineWith: 'OR'}));

  /**
   * Returns the sections with all words of a query, first those with its names, otherwise those with some words. Those that are found with synonyms
   * alternate with them, and come first if the query is only a word with a synonym. Without any result, returns those with similar long words.
   *
   * @param {string} query
   * @param {number} limit
   */
  return (query, limit) => {
    const words = query.trim().toLowerCase();
    const replaced = words.replaceAll(readerWords, word => synonyms.get(word) ?? word);
    const own = orWithSome(query, [...find(query, {tokenize: wordsAndNamesOf}), ...find(query)]);
    const others = replaced === words ? [] : orWithSome(replaced, find(replaced));
    const [first, second] = synonyms.has(words) ? [others, own] : [own, others];
    const mixed = Array.from({length: Math.max(first.length, second.length)}, (_, place) =>
      [first, second].flatMap(list => list[place] ?? []),
    ).flat();
    const results = mixed.length ? mixed : find(replaced, {fuzzy: term => (term.length > 5 ? 0.2 : 0)});
    /** @type {Map<number, import('minisearch').SearchResult>} */
    const found = new Map();
    for (const result of results) if (!found.has(Number(result.id))) found.set(Number(result.id), result);
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
