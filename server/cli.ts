#!/usr/bin/env node
const [first = '', ...others] = process.argv.slice(2);

// By default SIGHUP ends a process. A service must outlive it from its first line on; what runs it does the reloading.
if (first === 'serve' || first === 'demo') process.on('SIGHUP', () => undefined);

// Stores, audit logs, keys and backups name persons and companies: only the user of the process may read what it creates.
process.umask(0o077);

const {commands} = await import('./cli/commands.ts');
const {parseWords} = await import('./cli/command.ts');
const {helpOf, misuseOf, overview} = await import('./cli/help.ts');

const isHelp = (word: string) => ['-h', '--help'].includes(word);
const wantsHelp = first === 'help' || [first, ...others].some(isHelp);
const [name = '', ...words] = (first === 'help' ? others : [first, ...others]).filter(
  word => !wantsHelp || !isHelp(word),
);
const twoWords = `${name} ${words[0] ?? ''}`;
const [typed, rest] = Object.hasOwn(commands, twoWords) ? [twoWords, words.slice(1)] : [name, words];
const command = Object.hasOwn(commands, typed) ? commands[typed] : undefined;
const isGroup = Object.keys(commands).some(known => known.startsWith(`${name} `));

if (name === '--version' && !words.length) {
  console.log((await import('./version.ts')).version);
} else if (wantsHelp && name === '') {
  console.log(overview());
} else if (wantsHelp && (command || isGroup)) {
  console.log(command ? helpOf(typed, command) : overview(name));
} else if (command) {
  const parsed = parseWords(command, typed, rest);
  if ('misuse' in parsed) refuse(parsed.misuse, `tavle ${typed} --help`);
  else await command.run(parsed.words, parsed.options);
} else if (name === '') {
  console.error(overview());
  process.exitCode = 1;
} else {
  refuse(misuseOf(name, words[0]), isGroup ? `tavle ${name} --help` : 'tavle --help');
}

/** Ends with what is wrong with the words that were typed, and the command that describes the right ones. */
function refuse(misuse: string, help: string): void {
  console.error(`${misuse} See ${help}.`);
  process.exitCode = 1;
}
