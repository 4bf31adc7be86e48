import type {Desktop} from './desktop.ts';

/* Finds out what the screen reader has said after a key, for `run.ts`. Words that differ between runs belong in `ignoredTexts` or `variable`. */

/** The silence, in milliseconds, that ends the speech after a key: if all expected words were spoken, if it is unknown whether they were, and if a page loads. */
const quietMs = {expected: 300, unknown: 2_500, load: 4_000};

/** The maximum wait for the expected words, in milliseconds. */
const maxWaitMs = 8_000;

/** The maximum duration of speech and events after a key, in milliseconds. A page that never stops changing must not stop the run. */
const maxActivityMs = 60_000;

const intervalMs = 25;

/** Words about the desktop, the browser and Orca's position, which differ between runs. */
const ignoredTexts = [
  /^(Skærmlæser slået til|Screen reader on)\./,
  / (ramme|frame)\.$/,
  /^(advarsel|alert)\.?$/,
  /^(Indlæser\. Vent venligst|Loading\. Please wait)\./,
  /^(Side har|Page has) /,
  /^(forlader|leaving) [\p{L} ]+\.$/u,
  /^(Fokustilstand|Gennemsetilstand|Focus mode|Browse mode)$/,
  /^(tom|blank)$/,
];

/** Values that differ between services and machines. */
const variable: readonly (readonly [RegExp, string])[] = [
  [/http:\/\/127\.0\.0\.1:\d+/g, 'https://portal'],
  [/[\w-]{20,}\.ics/g, 'SECRET.ics'],
  [/\s+/g, ' '],
];

/** Returns the words of the page that were spoken since the last key. */
export function heard({spoken}: Desktop): string[] {
  return spoken
    .map(text => variable.reduce((changed, [pattern, by]) => changed.replace(pattern, by), text).trim())
    .filter(text => !ignoredTexts.some(words => words.test(text)));
}

/**
 * Waits until the screen reader is silent.
 *
 * @param isComplete Returns whether all expected words were spoken; `undefined`: unknown.
 * @param isLoad Whether another page is loading.
 */
export async function waitUntilQuiet(
  desktop: Desktop,
  {isComplete, isLoad}: {isComplete?: (() => boolean | undefined) | undefined; isLoad: boolean},
): Promise<void> {
  const begin = performance.now();
  for (;;) {
    const now = performance.now();
    if (now - begin > maxActivityMs) throw new Error('The screen reader was not silent in time.');
    const quiet = now - Math.max(begin, desktop.lastEvent);
    const isExpected = isComplete?.();
    if (isExpected && quiet > quietMs.expected) return;
    if (quiet > quietMs[isLoad ? 'load' : 'unknown'] && (isExpected !== false || now - begin > maxWaitMs))
      return;
    await new Promise(resolve => setTimeout(resolve, intervalMs));
  }
}
