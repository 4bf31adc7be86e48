import {describe, expect, it} from 'vitest';

import {findWords} from '../prose.mjs';

const wordsOf = (file: string, text: string) => findWords(file, text).map(({word}) => word);

describe('a sentence', () => {
  it.each([
    ['The calendar is read anew.', 'anew'],
    ['Every problem is told at once.', 'told'],
    ['The service tells of failures.', 'tells'],
    ['A slot of its own.', 'of its own'],
    ['A style sheet of yours.', 'of yours'],
    ['All but for the last one.', 'but for'],
    ['It gives up for good.', 'for good'],
    ['The file shall exist.', 'shall'],
    ['The text may not be blank.', 'may not be'],
    ['A calendar program reads the feed.', 'calendar program'],
    ['Other requests are served meanwhile.', 'meanwhile'],
    ['It stays until the texts are there.', 'are there'],
    ['A rule stands in its schema.', 'stands'],
    ['The file beside the manual.', 'beside'],
    ['A blank text is no name.', 'is no'],
    ['A list: who asks gets one.', 'who asks'],
    ['What is invalid is ignored.', 'What is'],
    ['It waits. Else it would fail.', 'Else'],
    ['It sends the answer.', 'the answer'],
    ['The secret address of a company.', 'secret address'],
    ['A request with some patience.', 'patience'],
    ['The certificate comes with it, too.', ', too'],
    ['The markup in a deadline is theirs.', 'is theirs'],
    ['The change survives as a rule.', 'as a rule'],
    ['Another authority’s deadline is a 404.', 'is a 404'],
  ])('"%s" has the word "%s"', (sentence, word) => {
    expect(wordsOf('a.md', sentence)).toEqual([word]);
  });

  it.each([
    'A plan for good practice.',
    'There is no limit: is there a reason? There are none.',
    'Authorities, who called?',
    'What is a deadline?',
    'Two, too many: also in a set of rules.',
    'Code such as `shall` or `the answer` is not prose.',
    '```sh\ntell anew\n```',
  ])('"%s" has no such word', sentence => {
    expect(wordsOf('a.md', sentence)).toEqual([]);
  });
});

it('names the line of a phrase that two lines share, and what to write', () => {
  expect(findWords('a.ts', '/**\n * A process of its\n * own.\n */\n')).toEqual([
    {line: 2, word: 'of its own', instead: 'our, your, its own'},
  ]);
});

it('reads comments and strings of several words, and no other code', () => {
  const code = `
    // Read anew.
    const tell = beside(answer, 'shall', /* for ever */ \`Is told \${meanwhile} so.\`);
    /** @param {Tell} told Every answer. */
    it("stands", () => throw new Error('It stands in "a".'));
  `;
  expect(wordsOf('a.ts', code)).toEqual(['anew', 'for ever', 'told', 'Every answer', 'stands']);
});
