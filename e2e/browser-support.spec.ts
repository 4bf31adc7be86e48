import {readdirSync, readFileSync} from 'node:fs';

import {browserFeatures, isInOldestBrowsers, oldestBrowsers} from './support/browser-features.ts';
import {expect, test} from './support/test.ts';

const folder = 'dist/embed';
const scripts = readdirSync(folder)
  .filter(name => name.endsWith('.js'))
  .map(name => ({name, code: readFileSync(`${folder}/${name}`, 'utf8')}));
const tooNew = browserFeatures.filter(feature => !isInOldestBrowsers(feature));

test('the built scripts use no feature that the oldest browsers lack, except features with a stated fallback', () => {
  const problems = tooNew
    .filter(({without}) => without === undefined)
    .flatMap(({name, pattern, since}) =>
      scripts
        .filter(({code}) => pattern.test(code))
        .map(script => `${script.name} uses ${name}, which comes with ${since.join(', ')}.`),
    );
  expect(scripts.length).toBeGreaterThan(5);
  expect(problems).toEqual([]);
});

test('every pattern matches its example, and every feature with a fallback is used', () => {
  expect(browserFeatures.filter(({pattern, example}) => !pattern.test(example))).toEqual([]);
  const excused = browserFeatures.filter(({without}) => without !== undefined);
  expect(excused.filter(feature => !tooNew.includes(feature))).toEqual([]);
  expect(excused.filter(({pattern}) => !scripts.some(({code}) => pattern.test(code)))).toEqual([]);
});

test('the manual and the code name the oldest browsers', () => {
  const {chrome, firefox, safari} = oldestBrowsers;
  const promises = readFileSync('docs/explain/promises.md', 'utf8');
  expect(promises).toContain(`Chrome and Edge ${chrome}, Firefox ${firefox}, Safari ${safari}, and newer`);
  const code = readFileSync('client/api/api.ts', 'utf8');
  expect(code).toContain(`Chrome ${chrome}, Firefox ${firefox} or Safari ${safari}`);
});
