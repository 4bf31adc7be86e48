// Runs the journeys in all browsers and languages, for `proof/speech.mjs`. A difference from a transcript must occur in
// each attempt, since speech varies.
import {existsSync} from 'node:fs';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {availableParallelism} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {missingPackages} from '../../scripts/tests/tools.mjs';
import {speechFiles} from '../support/packages.mjs';
import {withDirectory} from '../../e2e/support/directory.ts';
import {type BrowserName, browsers} from './browsers.ts';
import {startDesktop} from './desktop.ts';
import {type Journey, journeys, type Language, parseKeys} from './journeys.ts';
import {startSite} from './site.ts';
import {heard, waitUntilQuiet} from './speech.ts';
import {installedVersions} from './versions.ts';
import {withTimeout} from '../../e2e/support/timeout.ts';
import {compare, type Difference, type Entry, isSame, read, repeated, write} from './transcript.ts';

const transcripts = fileURLToPath(new URL('transcripts', import.meta.url));
const versionsPath = join(transcripts, 'versions.txt');
const results = fileURLToPath(new URL('../../test-results/speech', import.meta.url));

/** Replaces the words while a page opens, which depend on whether the content or Orca is first. */
const pageLoads = '(the page loads)';

/** The maximum number of attempts. Orca drops, repeats or reorders a message now and then: a difference counts if each attempt has it after the same key. */
const maxAttempts = 4;

/** A journey in a browser and a language. */
interface Run {
  readonly journey: Journey;
  readonly language: Language;
  readonly browser: BrowserName;
  readonly name: string;
}

/**
 * Runs the journeys and compares Orca's speech with the transcripts.
 *
 * @param parameters `--update` writes the transcripts that differ. Other words select runs by name, such as `calendar-month.da.firefox`, or
 *   `forms,editorial` and `firefox`.
 * @returns The exit code.
 */
export async function runSpeech(
  parameters: readonly string[],
  print: (text: string) => void,
): Promise<number> {
  const isUpdate = parameters.includes('--update');
  const missing = missingPackages(speechFiles);
  if (missing.length) {
    print(`Missing: run "apt-get install -y --no-install-recommends ${missing.join(' ')}".`);
    return 1;
  }
  const words = parameters.filter(word => word !== '--update');
  const chosen = allRuns().filter(({name}) =>
    words.every(word => word.split(',').some(part => name.includes(part))),
  );
  if (!chosen.length) {
    print(`No journey has ${words.join(' and ')} in its name.`);
    return 1;
  }
  await mkdir(results, {recursive: true});
  const queue = [...chosen];
  let failed = 0;
  const goOn = async () => {
    for (let run = queue.shift(); run; run = queue.shift()) {
      const begin = performance.now();
      const problems = await check(run, isUpdate);
      if (problems.length) failed += 1;
      const seconds = Math.round((performance.now() - begin) / 1000);
      print(`${run.name}: ${problems.length ? 'FAILED' : 'passed'} in ${seconds} s`);
      for (const problem of problems) print(problem);
    }
  };
  // With more runs at a time than cores, speech would come late: in another order, or after the next key.
  await Promise.all(Array.from({length: availableParallelism()}, goOn));
  print(`${chosen.length - failed} passed, ${failed} failed`);
  const versions = installedVersions();
  if (isUpdate) await writeFile(versionsPath, `${versions}\n`);
  const known = (await readFile(versionsPath, 'utf8')).trim();
  if (failed && versions !== known) print(`The transcripts are of ${known}. This machine has ${versions}.`);
  return failed ? 1 : 0;
}

/**
 * Returns the differences of a run from its transcript that every attempt has, or the error that stopped every attempt. An update instead
 * writes the words after these keys into the transcript, once two attempts in a row have the same words, or after the last attempt.
 */
async function check(run: Run, isUpdate: boolean): Promise<string[]> {
  const recorded = existsSync(pathOf(run)) ? read(await readFile(pathOf(run), 'utf8')) : [];
  let common: Difference[] | undefined;
  let updated: Entry[] | undefined;
  let failure = '';
  for (let count = 0; count < maxAttempts; count += 1) {
    // In an update, the recorded words may be too few, and a wait for them would end too early.
    const differing = new Set(isUpdate ? common?.map(({place}) => place) : []);
    const expected = recorded.map((entry, place) => (differing.has(place) ? {...entry, spoken: []} : entry));
    const entries = await runJourney(run, expected, isUpdate).catch((error: unknown) => error as Error);
    if (entries instanceof Error) {
      failure = `  ${entries.message}`;
      continue;
    }
    await writeFile(join(results, `${run.name}.txt`), write(titleOf(run), entries));
    const found = compare(recorded, entries);
    common = common ? repeated(found, common) : found;
    if (!common.length) return [];
    const places = new Set(common.map(({place}) => place));
    const before = updated;
    updated = entries.map((entry, place) => ({
      ...entry,
      spoken: (places.has(place) ? undefined : recorded[place]?.spoken) ?? entry.spoken,
    }));
    if (isUpdate && before && !compare(before, updated).length) break;
  }
  if (updated && isUpdate) {
    await writeFile(pathOf(run), write(titleOf(run), updated));
    return [];
  }
  return common?.map(difference => describe(difference, run)) ?? [failure];
}

const pathOf = ({name}: Run) => join(transcripts, `${name}.txt`);

function allRuns(): Run[] {
  return (Object.keys(browsers) as BrowserName[]).flatMap(browser =>
    (['da', 'en'] as const).flatMap(language =>
      journeys.map(journey => ({journey, language, browser, name: `${journey.name}.${language}.${browser}`})),
    ),
  );
}

function titleOf({journey, language, browser}: Run): string {
  return `${journey.title}. Language: ${language}. Browser: ${browser}.`;
}

/** Runs a journey once. Waits for the expected words after each key. An update does not wait long, since the words may be outdated. */
async function runJourney(
  {journey, language, browser}: Run,
  expected: readonly Entry[],
  isUpdate: boolean,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  await withDirectory(async directory => {
    const [service, settings] = ['service', 'desktop'].map(name => join(directory, name)) as [string, string];
    await mkdir(service);
    await mkdir(settings);
    const site = await startSite(language, service);
    try {
      const loaded = site.nextLoad();
      const desktop = await startDesktop(browser, language, site.urlOf(journey.page), settings);
      try {
        await desktop.focusWindow('.');
        await withTimeout(loaded, 'The page did not load.');
        await waitUntilQuiet(desktop, {isLoad: true});
        for (const {goal, keys} of journey.steps) {
          for (const [place, key] of keys.entries()) {
            const pressed = parseKeys(key);
            const loaded = site.nextLoad();
            await desktop.press(...pressed.keys);
            if (pressed.isLoad) await withTimeout(loaded, 'The page did not load.');
            const wanted = pressed.isLoad ? undefined : expected[entries.length]?.spoken;
            const isHeard = (words: readonly string[]) =>
              isSame(heard(desktop), words) || (isUpdate ? undefined : false);
            const isComplete = wanted?.length ? () => isHeard(wanted) : undefined;
            await waitUntilQuiet(desktop, {...pressed, isComplete});
            const spoken = pressed.isLoad ? [pageLoads] : heard(desktop);
            entries.push({key, spoken, ...(place ? {} : {step: goal})});
          }
        }
      } finally {
        await desktop.stop();
      }
    } finally {
      await site.stop();
    }
  });
  return entries;
}

function describe({place, key, expected, spoken}: Difference, {browser, language, journey}: Run): string {
  const lines = (sign: string, texts: readonly string[]) =>
    (texts.length ? texts : ['(silence)']).map(text => `      ${sign} ${text}`);
  return [
    `  ${browser}, ${language}, ${journey.name}: after key ${place} [${key}]`,
    ...lines('-', expected),
    ...lines('+', spoken),
  ].join('\n');
}
