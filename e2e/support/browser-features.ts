import {readFileSync} from 'node:fs';

/** The oldest versions of the browsers that the elements support. */
export const oldestBrowsers = {chrome: 106, firefox: 110, safari: 16.4};

/** A feature of browsers that a script may use. */
export interface BrowserFeature {
  readonly name: string;
  /** The first versions of Chrome, Firefox and Safari that have it, from MDN's browser-compat-data 8.1; `never`: none. */
  readonly since: readonly string[];
  /** Finds the feature in a minified script, its style sheets included. */
  readonly pattern: RegExp;
  /** A use of the feature, which `pattern` must match. */
  readonly example: string;
  /** What the elements do without it. A feature that is newer than the oldest browsers must have this. */
  readonly without: string | undefined;
}

/** Features that browsers have had since 2021 or later, and newer features that an element uses with a fallback. */
export const browserFeatures: readonly BrowserFeature[] = readFileSync(
  new URL('browser-features.tsv', import.meta.url),
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
export function isInOldestBrowsers({since}: BrowserFeature): boolean {
  const floor = Object.values(oldestBrowsers);
  return since.every((version, place) => version !== 'never' && Number(version) <= (floor[place] ?? 0));
}
