import {parseArgs} from 'node:util';

import {nearest} from '../nearest.ts';
import {settingDescriptions, type SettingName} from '../setting-descriptions.ts';

/** Values of the given options by name without dashes. `''` for options without a value. */
export type Options = Readonly<Record<string, string | undefined>>;

/** An argument or option as it is typed, and its description. */
export type ArgumentHelp = readonly [typed: string, description: string];

export interface Command {
  /** Required arguments: `DIRECTORY`. */
  readonly parameters?: readonly ArgumentHelp[];
  /** Options, with the name of their value if they have one: `--dry-run`, `--from DATE`. */
  readonly options?: readonly ArgumentHelp[];
  readonly description: string;
  /** The settings that it reads. */
  readonly settings: 'all' | 'none' | readonly SettingName[];
  /** The meaning of exit code 1. */
  readonly failure: string;
  /** Page of the manual, with an optional anchor. */
  readonly manual: string;
  /** Loads the modules of this command and runs it. */
  run(args: readonly string[], options: Options): Promise<unknown>;
}

export type ParsedArguments =
  | {readonly args: readonly string[]; readonly options: Options}
  | {readonly usageError: string};

/** Parses the arguments of a command. @param name The command as it was typed. */
export function parseArguments(
  {parameters = [], options = []}: Command,
  name: string,
  given: string[],
): ParsedArguments {
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
  const args: string[] = [];
  const values: Record<string, string> = {};
  for (const token of tokens) {
    if (token.kind === 'positional') args.push(token.value);
    if (token.kind !== 'option') continue;
    const type = Object.hasOwn(known, token.name) ? known[token.name]?.type : undefined;
    if (type === undefined) return {usageError: unknownOption(token.rawName, Object.keys(known))};
    if (type === 'string' && token.value === undefined)
      return {usageError: `${token.rawName} needs a value.`};
    if (type === 'boolean' && token.value !== undefined)
      return {usageError: `${token.rawName} has no value.`};
    if (Object.hasOwn(values, token.name)) return {usageError: `${token.rawName} is given twice.`};
    values[token.name] = token.value ?? '';
  }
  const missing = parameters[args.length]?.[0];
  if (missing !== undefined) return {usageError: `tavle ${name} needs ${missing}.`};
  const extra = args[parameters.length];
  return extra === undefined ? {args, options: values} : {usageError: `Unexpected argument "${extra}".`};
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
