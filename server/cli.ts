#!/usr/bin/env node
import {fileURLToPath} from 'node:url';

import {nearest} from './nearest.ts';

const [name = '', ...words] = process.argv.slice(2);

// By default SIGHUP ends a process. A service must outlive it from its first line on; what runs it does the reloading.
if (name === 'serve' || name === 'demo') process.on('SIGHUP', () => undefined);

// Stores, audit logs, keys and backups name persons and companies: only the user of the process may read what it creates.
process.umask(0o077);

const {commands} = await import('./cli/commands.ts');
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
const misuse = command ? misuseOf(command) : `Unknown ${wordFor(name)}.${suggestion()}`;

if ([name, ...words].some(word => ['-h', '--help'].includes(word)) || name === 'help') {
  console.log(usage());
} else if (name === '--version' && !words.length) {
  console.log((await import('./version.ts')).version);
} else if (command && misuse === undefined) {
  await command.run(...words);
} else {
  console.error(name === '' ? usage() : `${misuse ?? ''} See tavle --help.`);
  process.exitCode = 1;
}

/** What is wrong with the words after the command; `undefined` where they are right. */
function misuseOf({parameters = [], options = []}: (typeof commands)[string]): string | undefined {
  const unknown = words.find(word => word.startsWith('-') && !options.includes(word));
  if (unknown !== undefined) return `Unknown option ${unknown}.`;
  const given = words.filter(word => !options.includes(word));
  const missing = parameters[given.length];
  if (missing !== undefined) return `tavle ${name} needs ${missing}.`;
  const extra = given[parameters.length];
  return extra === undefined ? undefined : `Unexpected argument "${extra}".`;
}

function wordFor(word: string): string {
  return word.startsWith('-') ? `option ${word}` : `command "${word}"`;
}

function suggestion(): string {
  const known = nearest(name, Object.keys(commands));
  return known === undefined ? '' : ` Did you mean "tavle ${known}"?`;
}

function usage(): string {
  const lines = Object.entries(commands).map(([each, {parameters = [], options = [], does}]) => {
    const optional = options.map(option => `[${option}]`);
    return `${['tavle', each, ...parameters, ...optional].join(' ').padEnd(24)}${does}`;
  });
  const manual = fileURLToPath(new URL('../../docs/', import.meta.url));
  return [
    ...lines,
    `${'tavle --version'.padEnd(24)}prints the version`,
    '',
    `Settings are environment variables: see ${manual}operations.md`,
    `The manual: ${manual}README.md`,
  ].join('\n');
}
