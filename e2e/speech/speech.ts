import type {Desktop} from './desktop.ts';

/** How long nothing may happen until a key is taken as done: all that is expected was spoken, or anything may still be, also of another page. */
const quietMs = {expected: 300, unknown: 2_500, load: 4_000};

/** How long to wait for what is expected, in milliseconds. */
const patienceMs = 8_000;

const intervalMs = 25;

/** What the desktop and the browser say about themselves, and Orca about its own place, which differs between runs. */
const ignoredTexts = [
  /^(Skærmlæser slået til|Screen reader on)\./,
  / (ramme|frame)\.$/,
  /^(advarsel|alert)\.?$/,
  /^(Indlæser\. Vent venligst|Loading\. Please wait)\./,
  /^(Side har|Page has) /,
  /^(forlader|leaving) [\p{L} ]+\.$/u,
  /^(Fokustilstand|Gennemsetilstand|Focus mode|Browse mode)$/,
];

/** What a service or a machine chooses, and another one chooses otherwise. */
const variable: readonly (readonly [RegExp, string])[] = [
  [/http:\/\/127\.0\.0\.1:\d+/g, 'https://portal'],
  [/[\w-]{20,}\.ics/g, 'SECRET.ics'],
  [/\s+/g, ' '],
];

/** Returns what a person heard of the page since the last key. */
export function heard({spoken}: Desktop): string[] {
  return spoken
    .map(text => variable.reduce((changed, [pattern, by]) => changed.replace(pattern, by), text).trim())
    .filter(text => !ignoredTexts.some(words => words.test(text)));
}

/**
 * Waits until nothing more happens.
 *
 * @param isComplete Whether all was heard that is expected; `undefined`: that is not known.
 * @param isLoad Whether another page was opened.
 */
export async function waitUntilQuiet(
  desktop: Desktop,
  {isComplete, isLoad}: {isComplete?: (() => boolean) | undefined; isLoad: boolean},
): Promise<void> {
  const begin = performance.now();
  for (;;) {
    const now = performance.now();
    const quiet = now - Math.max(begin, desktop.lastEvent);
    const isExpected = isComplete?.();
    if (isExpected && quiet > quietMs.expected) return;
    if (quiet > quietMs[isLoad ? 'load' : 'unknown'] && (isExpected !== false || now - begin > patienceMs))
      return;
    await new Promise(resolve => setTimeout(resolve, intervalMs));
  }
}
