#!/usr/bin/env node
import {fileURLToPath} from 'node:url';

import {nearest} from './nearest.ts';

/** The column of the help in which descriptions begin. */
const width = 28;

const [name = '', ...words] = process.argv.slice(2);

// By default SIGHUP ends a process. A service must outlive it from its first line on; what runs it does the reloading.
if (name === 'serve' || name === 'demo') process.on('SIGHUP', () => undefined);

// Stores, audit logs, keys and backups name persons and companies: only the user of the process may read what it creates.
process.umask(0o077);

const {commands} = await import('./cli/commands.ts');
const {parseWords} = await import('./cli/command.ts');
const twoWords = `${name} ${words[0] ?? ''}`;
const [typed, rest] = Object.hasOwn(commands, twoWords) ? [twoWords, words.slice(1)] : [name, words];
const command = Object.hasOwn(commands, typed) ? commands[typed] : undefined;
const parsed = command ? parseWords(command, typed, rest) : {misuse: misuseOf(typed)};

if ([name, ...words].some(word => ['-h', '--help'].includes(word)) || name === 'help') {
  console.log(usage());
} else if (name === '--version' && !words.length) {
  console.log((await import('./version.ts')).version);
} else if (command && 'words' in parsed) {
  await command.run(parsed.words, parsed.options);
} else {
  console.error(name === '' ? usage() : `${'misuse' in parsed ? parsed.misuse : ''} See tavle --help.`);
  process.exitCode = 1;
}

/** Says what is wrong with a word that is not a command. */
function misuseOf(word: string): string {
  const kinds = Object.keys(commands).flatMap(known =>
    known.startsWith(`${word} `) ? known.split(' ')[1] : [],
  );
  if (kinds.length) return `tavle ${word} needs one of: ${kinds.join(', ')}.`;
  const known = nearest(word, Object.keys(commands));
  const what = word.startsWith('-') ? `option ${word}` : `command "${word}"`;
  return `Unknown ${what}.${known === undefined ? '' : ` Did you mean "tavle ${known}"?`}`;
}

function usage(): string {
  // With a command, only that one and those that begin with it.
  const all = Object.entries(commands);
  const wanted = all.filter(([each]) => each === typed || each.startsWith(`${typed} `));
  const lines = (wanted.length ? wanted : all).map(([each, {parameters = [], options = [], does}]) => {
    const optional = options.map(option => `[${option}]`);
    const call = ['tavle', each, ...parameters, ...optional].join(' ');
    return call.length < width ? `${call.padEnd(width)}${does}` : `${call}\n${' '.repeat(width)}${does}`;
  });
  const manual = fileURLToPath(new URL('../../docs/', import.meta.url));
  return [
    ...lines,
    `${'tavle --version'.padEnd(width)}prints the version`,
    '',
    `Settings are environment variables: see ${manual}operations.md`,
    `The manual: ${manual}README.md`,
  ].join('\n');
}
