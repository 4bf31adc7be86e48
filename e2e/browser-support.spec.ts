import {readdirSync, readFileSync} from 'node:fs';

import {expect, test} from './support/test.ts';

/** The oldest versions of the browsers that the elements support. */
const oldestBrowsers = {chrome: 106, firefox: 110, safari: 16.4};

/** A feature of browsers that a script may use. */
interface BrowserFeature {
  readonly name: string;
  /** The first versions of Chrome, Firefox and Safari with the feature, from MDN's browser-compat-data 8.1; `never`: no version. */
  readonly since: readonly string[];
  /** Finds the feature in a minified script, its style sheets included. */
  readonly pattern: RegExp;
  /** A use of the feature, which `pattern` must match. */
  readonly example: string;
  /** What the elements do without the feature. Required if a script uses it and it is newer than the oldest browsers. */
  readonly without: string | undefined;
}

/** Features that browsers have had since 2021 or later, and newer features that an element uses with a fallback. */
const browserFeatures: readonly BrowserFeature[] = readFileSync(
  new URL('support/browser-features.tsv', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .slice(1)
  .map(line => {
    const [name = '', chrome = '', firefox = '', safari = '', pattern = '', example = '', without] =
      line.split('\t');
    return {name, since: [chrome, firefox, safari], pattern: new RegExp(pattern), example, without};
  });

/** Returns whether every one of the oldest browsers has a feature. */
function isInOldestBrowsers({since}: BrowserFeature): boolean {
  const floor = Object.values(oldestBrowsers);
  return since.every((version, place) => version !== 'never' && Number(version) <= (floor[place] ?? 0));
}

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
