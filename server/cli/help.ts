import {resolve} from 'node:path';

import {nearest} from '../nearest.ts';
import {packageDirectory} from '../package-directory.ts';
import {plainText, settingDescriptions, type SettingName} from '../setting-descriptions.ts';
import type {Command, Word} from './command.ts';
import {commands} from './commands.ts';

/** The column in which descriptions begin, and the one before which they end. */
const [indent, lineEnd] = [30, 110];

const manual = `${resolve(packageDirectory, '../docs')}/`;

/** Lists commands. @param group Only those of two words that begin with this one. Default: all. */
export function overview(group?: string): string {
  const shown = Object.entries(commands).filter(
    ([name]) => group === undefined || name.startsWith(`${group} `),
  );
  return [
    ...shown.map(([name, command]) => row(callOf(name, command), command.does)),
    ...(group === undefined ? [row('tavle --version', 'prints the version')] : []),
    '',
    row('tavle COMMAND --help', 'describes one command: its options, settings and exit codes'),
    '',
    'Settings are environment variables: see "tavle serve --help".',
    `The manual: ${manual}README.md`,
  ].join('\n');
}

/** Describes one command. */
export function helpOf(name: string, command: Command): string {
  const {parameters = [], options = [], does, fails, manual: page} = command;
  return [
    callOf(name, command),
    '',
    `${does[0]?.toUpperCase()}${does.slice(1)}.`,
    ...section('Arguments', parameters),
    ...section('Options', [...options, ['--help', 'prints this']]),
    ...section('Settings, as environment variables', settingsOf(command)),
    ...section('Exit codes', [
      ['0', 'success'],
      ['1', fails],
    ]),
    '',
    `The manual: ${manual}${page}`,
  ].join('\n');
}

/** Says what is wrong with the first words of a command line. */
export function misuseOf(word: string, next: string | undefined): string {
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

/** Returns how a command is typed. */
export function callOf(name: string, {parameters = [], options = []}: Command): string {
  const optional = options.map(([option]) => `[${option}]`);
  return ['tavle', name, ...parameters.map(([parameter]) => parameter), ...optional].join(' ');
}

function section(heading: string, rows: readonly Word[]): string[] {
  return rows.length ? ['', `${heading}:`, ...rows.map(([typed, does]) => row(`  ${typed}`, does))] : [];
}

function settingsOf({settings}: Command): Word[] {
  if (settings === 'none') return [];
  const all = Object.keys(settingDescriptions) as SettingName[];
  return (settings === 'all' ? all : settings).map(name => {
    const {unset, does} = settingDescriptions[name];
    const isRequired = unset.startsWith('required');
    return [name, `${plainText(does)} (${isRequired ? '' : 'default: '}${plainText(unset)})`];
  });
}

/** Puts a description into its column, and wraps it there. */
function row(typed: string, does: string): string {
  const lines: string[] = [];
  for (const word of does.split(' ')) {
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
