// The format of the files in `transcripts/`, for `run.ts` and the manual (`docs-tables.mjs`). A change requires new transcripts.

/** A key, or the load of the page, and the words spoken after it. */
export interface Entry {
  /** The step's goal, before its first key. */
  readonly step?: string;
  readonly key: string;
  readonly spoken: readonly string[];
}

/** A difference between a transcript and the spoken words. */
export interface Difference {
  /** The index of the key. */
  readonly place: number;
  readonly key: string;
  readonly expected: readonly string[];
  readonly spoken: readonly string[];
}

const silence = '(silence)';

/** Formats a transcript: steps begin with `#`, keys are in brackets, spoken words are indented. */
export function write(title: string, entries: readonly Entry[]): string {
  const lines = entries.flatMap(({step, key, spoken}) => [
    ...(step === undefined ? [] : ['', `# ${step}`]),
    `[${key}]`,
    ...(spoken.length ? spoken : [silence]).map(text => `    ${text}`),
  ]);
  return [title, ...lines, ''].join('\n');
}

/** Parses the format of {@link write}. */
export function read(transcript: string): Entry[] {
  const entries: {step?: string; key: string; spoken: string[]}[] = [];
  let step: string | undefined;
  for (const line of transcript.split('\n').slice(1)) {
    if (line.startsWith('# ')) step = line.slice(2);
    else if (line.startsWith('[')) {
      entries.push({key: line.slice(1, -1), spoken: [], ...(step === undefined ? {} : {step})});
      step = undefined;
    } else if (line.startsWith('    ') && line.trim() !== silence) entries.at(-1)?.spoken.push(line.trim());
  }
  return entries;
}

export function compare(expected: readonly Entry[], actual: readonly Entry[]): Difference[] {
  const differences: Difference[] = [];
  for (let place = 0; place < Math.max(expected.length, actual.length); place += 1) {
    const [before, now] = [expected[place], actual[place]];
    if (before?.key !== now?.key || !isSame(before?.spoken ?? [], now?.spoken ?? [])) {
      const key = [...new Set([before?.key, now?.key])].filter(Boolean).join(' or ');
      differences.push({place, key, expected: before?.spoken ?? [], spoken: now?.spoken ?? []});
    }
  }
  return differences;
}

/** Returns the differences that are after the same keys as those of an earlier attempt. */
export function repeated(found: readonly Difference[], before: readonly Difference[]): Difference[] {
  return found.filter(({place}) => before.some(each => each.place === place));
}

/**
 * Returns whether the words are the same. After a dialog, Orca sometimes speaks the name and size of the table around the focus. Next to
 * other words, these make no difference.
 */
export function isSame(one: readonly string[], other: readonly string[]): boolean {
  return (
    isEqual(one, other) ||
    (Math.max(one.length, other.length) > 2 && isEqual(withoutTable(one), withoutTable(other)))
  );
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, place) => text === other[place]);
}

function withoutTable(spoken: readonly string[]): string[] {
  const size = spoken.findIndex(text => /^(tabel med|table with) \d+ /.test(text));
  return spoken.filter((_, place) => size < 0 || (place !== size && place !== size - 1));
}
