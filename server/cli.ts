#!/usr/bin/env node
import {umask} from './files/modes.ts';

const [first = '', ...others] = process.argv.slice(2);

// By default SIGHUP ends a process. The service ignores it until `run` handles it.
if (first === 'serve' || first === 'demo') process.on('SIGHUP', () => undefined);

process.umask(umask);

// The modules below need it: their patterns would be syntax errors without it.
if (typeof Intl === 'undefined') {
  console.error(
    'This Node.js was built without Intl, which Tavle needs for Danish time. Install one with ICU, such as those of nodejs.org.',
  );
  process.exit(1);
}

const {commands} = await import('./cli/commands.ts');
const {parseArguments} = await import('./cli/command.ts');
const {commandHelp, describeUnknownCommand, overview} = await import('./cli/help.ts');

const isHelp = (word: string) => ['-h', '--help'].includes(word);
const wantsHelp = first === 'help' || [first, ...others].some(isHelp);
const [name = '', ...args] = (first === 'help' ? others : [first, ...others]).filter(
  word => !wantsHelp || !isHelp(word),
);
const twoWords = `${name} ${args[0] ?? ''}`;
const [typed, rest] = Object.hasOwn(commands, twoWords) ? [twoWords, args.slice(1)] : [name, args];
const command = Object.hasOwn(commands, typed) ? commands[typed] : undefined;
const isGroup = Object.keys(commands).some(known => known.startsWith(`${name} `));

if (name === '--version' && !args.length) {
  console.log((await import('./version.ts')).version);
} else if (wantsHelp && name === '') {
  console.log(overview());
} else if (wantsHelp && (command || isGroup)) {
  console.log(command ? commandHelp(typed, command) : overview(name));
} else if (command) {
  const parsed = parseArguments(command, typed, rest);
  if ('usageError' in parsed) failWith(parsed.usageError, `tavle ${typed} --help`);
  else await command.run(parsed.args, parsed.options);
} else if (name === '') {
  console.error(overview());
  process.exitCode = 1;
} else {
  failWith(describeUnknownCommand(name, args[0]), isGroup ? `tavle ${name} --help` : 'tavle --help');
}

/** Prints a usage error and the help command, and sets exit code 1. */
function failWith(usageError: string, helpCommand: string): void {
  console.error(`${usageError} See ${helpCommand}.`);
  process.exitCode = 1;
}
