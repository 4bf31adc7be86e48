#!/usr/bin/env node
const [name = '', ...rest] = process.argv.slice(2);

// By default SIGHUP ends a process. A service must outlive it from its first line on; what runs it does the reloading.
if (name === 'serve' || name === 'demo') process.on('SIGHUP', () => undefined);

interface Command {
  /** Names of what must be given after the command. */
  readonly parameters: readonly string[];
  readonly does: string;
  run(...parameters: string[]): Promise<unknown>;
}

const upkeep = () => import('./upkeep/commands.ts');

const commands: Record<string, Command> = {
  serve: {
    parameters: [],
    does: 'serves as the TAVLE_… environment variables say',
    run: () => import('./main.ts'),
  },
  check: {
    parameters: [],
    does: 'tells what is wrong with the settings, the portal file and the store, and ends',
    run: async () => (await upkeep()).runCheck(process.env),
  },
  backup: {
    parameters: ['DIRECTORY'],
    does: 'copies the store to a new directory, while the service runs',
    run: async (directory = '') => (await upkeep()).runBackup(process.env, directory),
  },
  restore: {
    parameters: ['DIRECTORY'],
    does: 'fills an empty store, of either engine, from a backup',
    run: async (directory = '') => (await upkeep()).runRestore(process.env, directory),
  },
  repair: {
    parameters: [],
    does: 'adds index entries that the store has lost, while the service runs',
    run: async () => (await upkeep()).runRepair(process.env),
  },
  demo: {
    parameters: [],
    does: 'serves a sample portal on this machine, with everything filled in',
    run: () => import('../demo/main.ts'),
  },
};

const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command?.parameters.length === rest.length) {
  await command.run(...rest);
} else if (name === '--version' && !rest.length) {
  console.log((await import('./version.ts')).version);
} else {
  const asked = name === '--help' || name === 'help';
  console[asked ? 'log' : 'error'](usage());
  process.exitCode = asked ? 0 : 1;
}

function usage(): string {
  const lines = Object.entries(commands).map(([each, {parameters, does}]) => {
    return `${['tavle', each, ...parameters].join(' ').padEnd(24)}${does}`;
  });
  return [...lines, `${'tavle --version'.padEnd(24)}tells the version`].join('\n');
}
