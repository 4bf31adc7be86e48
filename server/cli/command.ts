import {parseArgs} from 'node:util';

import {nearest} from '../nearest.ts';
import {settingDescriptions, type SettingName} from '../setting-descriptions.ts';

/** Options that were given, by name without dashes: their values, and `''` for those that have none. */
export type Options = Readonly<Record<string, string | undefined>>;

/** What follows a command, as it is typed, and what it is for. */
export type Word = readonly [typed: string, does: string];

export interface Command {
  /** The arguments that must follow the command: `DIRECTORY`. */
  readonly parameters?: readonly Word[];
  /** Options that may follow it, with the name of their value if they have one: `--dry-run`, `--from DATE`. */
  readonly options?: readonly Word[];
  readonly does: string;
  /** The settings that it reads. */
  readonly settings: 'all' | 'none' | readonly SettingName[];
  /** What exit code 1 means. 0 is its opposite. */
  readonly fails: string;
  /** The manual's page about it, with the anchor of a section where it has one. */
  readonly manual: string;
  /** Loads the modules of this command only, and runs it. */
  run(words: readonly string[], options: Options): Promise<unknown>;
}

/** The words after a command, or what is wrong with them. */
export type Parsed =
  | {readonly words: readonly string[]; readonly options: Options}
  | {readonly misuse: string};

/** Parses the words after a command. @param name The command as it was typed. */
export function parseWords({parameters = [], options = []}: Command, name: string, given: string[]): Parsed {
  const known = Object.fromEntries(
    options.map(([option]) => {
      const [flag = '', value] = option.slice(2).split(' ');
      return [flag, {type: value === undefined ? 'boolean' : 'string'} as const];
    }),
  );
  const {tokens} = parseArgs({
    args: given,
    options: known,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const words: string[] = [];
  const values: Record<string, string> = {};
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const type = Object.hasOwn(known, token.name) ? known[token.name]?.type : undefined;
    if (type === undefined) return {misuse: unknownOption(token.rawName, Object.keys(known))};
    if (type === 'string' && token.value === undefined) return {misuse: `${token.rawName} needs a value.`};
    if (type === 'boolean' && token.value !== undefined) return {misuse: `${token.rawName} has no value.`};
    if (Object.hasOwn(values, token.name)) return {misuse: `${token.rawName} is given twice.`};
    values[token.name] = token.value ?? '';
  }
  const missing = parameters[words.length]?.[0];
  if (missing !== undefined) return {misuse: `tavle ${name} needs ${missing}.`};
  const extra = words[parameters.length];
  return extra === undefined ? {words, options: values} : {misuse: `Unexpected argument "${extra}".`};
}

function unknownOption(typed: string, known: readonly string[]): string {
  const setting = `TAVLE_${typed.replace(/^-+/, '').replaceAll('-', '_').toUpperCase()}`;
  if (Object.hasOwn(settingDescriptions, setting)) {
    return `Unknown option ${typed}. Settings are environment variables: ${setting}.`;
  }
  const meant = nearest(
    typed,
    known.map(flag => `--${flag}`),
  );
  return `Unknown option ${typed}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
}
