import {expect, it} from 'vitest';

import {chooseTests, kinds, unmatched} from './steps.mjs';

const all = Object.values(kinds);

/** Returns the test files that the steps run. */
const filesOf = (...patterns: string[]) =>
  chooseTests(all, patterns).flatMap(({command}) => command.filter(word => /\.(test|spec)\.ts$/.test(word)));

it('chooses the test files that match any of several patterns, of each kind', () => {
  expect(filesOf('scripts/tests/steps', 'e2e/init', 'client/api/api.test')).toEqual([
    'scripts/tests/steps.test.ts',
    'client/api/api.test.ts',
    'e2e/init.spec.ts',
  ]);
});

it.each(['demo/deadlines', 'proof/bench/write-page', 'server/memoize'])('finds tests in %s', pattern => {
  expect(filesOf(pattern)).toEqual([`${pattern}.test.ts`]);
});

it('names the patterns that match no test file', () => {
  expect(unmatched(all, ['demo/deadlines', 'no-such-test', 'e2e/init'])).toEqual(['no-such-test']);
});
