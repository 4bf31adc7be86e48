import {resolve} from 'node:path';

import {nearest} from '../nearest.ts';
import {packageDirectory} from '../package-directory.ts';
import {plainText, settingDescriptions, type SettingName} from '../setting-descriptions.ts';
import type {ArgumentHelp, Command} from './command.ts';
import {commands} from './commands.ts';

/** First column of descriptions, and the maximum length of a line. */
const [indent, lineEnd] = [30, 110];

const manual = `${resolve(packageDirectory, '../docs')}/`;

/** Lists commands. @param group The first word of two-word commands to list. Default: all commands. */
export function overview(group?: string): string {
  const shown = Object.entries(commands).filter(
    ([name]) => group === undefined || name.startsWith(`${group} `),
  );
  return [
    ...shown.map(([name, command]) => row(synopsis(name, command), command.description)),
    ...(group === undefined ? [row('tavle --version', 'prints the version')] : []),
    '',
    row('tavle COMMAND --help', 'describes a command: its options, settings and exit codes'),
    '',
    'Settings are environment variables: see "tavle serve --help".',
    `The manual: ${manual}README.md`,
  ].join('\n');
}

export function commandHelp(name: string, command: Command): string {
  const {parameters = [], options = [], description, failure, manual: page} = command;
  return [
    synopsis(name, command),
    '',
    `${description[0]?.toUpperCase()}${description.slice(1)}.`,
    ...section('Arguments', parameters),
    ...section('Options', [...options, ['--help', 'prints this']]),
    ...section('Settings, as environment variables', settingsOf(command)),
    ...section('Exit codes', [
      ['0', 'success'],
      ['1', failure],
    ]),
    '',
    `The manual: ${manual}${page}`,
  ].join('\n');
}

/** Describes what is wrong with the first words of a command line. */
export function describeUnknownCommand(word: string, next: string | undefined): string {
  const names = Object.keys(commands);
  const kinds = names.flatMap(known => (known.startsWith(`${word} `) ? known.split(' ')[1] : []));
  if (kinds.length) {
    const isWord = next !== undefined && !next.startsWith('-');
    const meant = isWord ? nearest(next, kinds as string[]) : undefined;
    const suggestion = meant === undefined ? '' : ` Did you mean "tavle ${word} ${meant}"?`;
    const which = isWord ? `Unknown argument "${next}". ` : '';
    return `${which}tavle ${word} needs one of: ${kinds.join(', ')}.${suggestion}`;
  }
  const groups = names.map(known => known.split(' ')[0] ?? '');
  const meant = word.startsWith('-') ? undefined : nearest(word, [...names, ...groups]);
  const what = word.startsWith('-') ? `option ${word}` : `command "${word}"`;
  return `Unknown ${what}.${meant === undefined ? '' : ` Did you mean "tavle ${meant}"?`}`;
}

/** Returns a command with its parameters and options, as it is typed. */
export function synopsis(name: string, {parameters = [], options = []}: Command): string {
  const optional = options.map(([option]) => `[${option}]`);
  return ['tavle', name, ...parameters.map(([parameter]) => parameter), ...optional].join(' ');
}

function section(heading: string, rows: readonly ArgumentHelp[]): string[] {
  if (!rows.length) return [];
  return ['', `${heading}:`, ...rows.map(([typed, description]) => row(`  ${typed}`, description))];
}

function settingsOf({settings}: Command): ArgumentHelp[] {
  if (settings === 'none') return [];
  const all = Object.keys(settingDescriptions) as SettingName[];
  return (settings === 'all' ? all : settings).map(name => {
    const {defaultText, description} = settingDescriptions[name];
    const isRequired = defaultText.startsWith('required');
    return [name, `${plainText(description)} (${isRequired ? '' : 'default: '}${plainText(defaultText)})`];
  });
}

/** Formats an entry with the description wrapped in its column. */
function row(typed: string, description: string): string {
  const lines: string[] = [];
  for (const word of description.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && indent + last.length + 1 + word.length <= lineEnd) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  const [first = '', ...rest] = lines;
  const start =
    typed.length < indent ? typed.padEnd(indent) + first : `${typed}\n${' '.repeat(indent)}${first}`;
  return [start, ...rest.map(line => ' '.repeat(indent) + line)].join('\n');
}
