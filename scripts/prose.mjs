/*
 * Finds words that have a plainer or standard term in Markdown, comments and strings of several words, such as messages and test titles. For
 * `check-prose.mjs`, which `npm run lint` runs. Add a word to `rules`, and its test to `tests/prose.test.ts`.
 */

/** Words, in any case, and their replacements. A space matches any white space.
 * @type {readonly (readonly [string, string])[]} */
const rules = [
  ['anew|once more', 'again, reload'],
  ['tells?|told|telling', 'report, log, return, announce, print, notify, say, distinguish'],
  ['of (?:ours|yours|theirs|(?:its|their|your|our|my|his|one.s) own)', 'our, your, its own'],
  ['but for', 'except'],
  ['for good(?! practice)|for ever', 'permanently'],
  ['shall', 'must, should'],
  ['may not be', 'must not be'],
  ['calendar programs?', 'calendar app'],
  ['meanwhile|since then|not yet there', 'while X runs, since version N, missing'],
  [
    '(?<!what )(?:is|are|was|were) there(?! (?:an?|any|no|is|are|many|more|still)\\b)',
    'exists, is available',
  ],
  ['(?<=[.:] )else', 'otherwise'],
  ['stands?(?!-| for\\b| alone\\b)', 'is, is in, is defined in, means'],
  ['beside', 'next to, in addition to'],
  ['(?<!(?:there|that|which|it) )is no(?! (?:longer|more|such|other|good)\\b)', 'is not a, invalid'],
  ['(?<=^|[.:;,|#*-] )who (?!called\\b)[a-z]+(?! ?,)(?![^.]*\\?)', 'a noun: "clients that …"'],
  [
    '(?:an|the|each|every|no|its|whose|first|last|this|that|one|same|own|their|such) answer|(?:the|no|its|whose|first|last|same|own|their|of|all) answers',
    'response',
  ],
  ['patience', 'timeout'],
  [', too(?=[,.;:)|]|$)', 'also, as well'],
  ['(?:is|are|was|were) (?:ours|yours|theirs)', 'a noun: "belongs to the supplier"'],
  ['as a rule', 'usually'],
  ['(?:is|are|was|were) an? [1-5][0-9][0-9]', 'returns 404, gets 503'],
  [
    '(?:page|service|feed|form|portal|subscription|secret)(?:.s|s.)? address(?:es)?|address(?:es)? of (?:(?:the|a|an|each|every|its) )?(?:page|service|feed|form|portal|file|script|calendar)',
    'URL',
  ],
  ['(?<=^|[.:;|#*-] )what (?:is|was|are|has|can|must|may|no|few)(?![^.]*\\?)', 'a noun: "values that …"'],
];

const patterns = rules.map(([words, instead]) => ({
  pattern: new RegExp(`\\b(?:${words.replaceAll(' ', '\\s+')})(?!\\w)`, 'gi'),
  instead,
}));

/** Returns the words of a file's prose that have a better term, in order.
 * @param {string} file Its path. The extension determines what is prose.
 * @param {string} text
 * @returns {{line: number, word: string, instead: string}[]} */
export function findWords(file, text) {
  const prose = file.endsWith('.md') ? blankCode(text) : proseOfCode(text);
  return patterns
    .flatMap(({pattern, instead}) => [...prose.matchAll(pattern)].map(match => ({match, instead})))
    .filter(({match: [word]}) => word !== 'Told')
    .sort((one, other) => one.match.index - other.match.index)
    .map(({match: {0: word, index}, instead}) => ({
      line: prose.slice(0, index).split('\n').length,
      word: word.replace(/\s+/g, ' '),
      instead,
    }));
}

/** Parts of comments that are not prose: delimiters, types in braces, and names that JSDoc declares. */
const notProse =
  /^[ \t]*\*+(?!\/)|^\/[/*]+|(?:@(?:param|property|typedef)\s+)?\{[^}]*\}(?:\s+\[?\w+)?|@param \w+/gm;

/** Blanks everything except comments and strings of several words.
 * @param {string} text */
function proseOfCode(text) {
  const tokens = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`/g;
  let prose = '';
  let end = 0;
  for (const {0: token, index} of text.matchAll(tokens)) {
    prose += blank(text.slice(end, index));
    end = index + token.length;
    if (token.startsWith('/')) prose += `.${blankCode(token.replace(notProse, blank)).slice(1)}`;
    else
      prose += /\w \w/.test(token) ? `.${token.slice(1, -1).replace(/\$\{[^}]*\}/g, blank)}.` : blank(token);
  }
  return prose;
}

/** Blanks the code of Markdown.
 * @param {string} text */
function blankCode(text) {
  return text.replace(/^```[^]*?^```|`[^`\n]*`/gm, code => `\`${blank(code).slice(1)}`);
}

/** @param {string} text */
function blank(text) {
  return text.replace(/[^\n]/g, ' ');
}
