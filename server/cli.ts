#!/usr/bin/env node
interface Command {
  /** Names of what must be given after the command. */
  readonly parameters: readonly string[];
  /** The one option that may follow. */
  readonly option?: string;
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
  prune: {
    parameters: [],
    option: '--dry-run',
    does: 'removes what is past its retention, while the service runs; --dry-run only counts it',
    run: async (option?: string) => (await upkeep()).runPrune(process.env, option !== undefined),
  },
  demo: {
    parameters: [],
    does: 'serves a sample portal on this machine, with everything filled in',
    run: () => import('../demo/main.ts'),
  },
};

const [name = '', ...rest] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
const withoutOption = rest.filter((text, place) => text !== command?.option || place < rest.length - 1);
if (command?.parameters.length === withoutOption.length) {
  await command.run(...rest);
} else if (name === '--version' && !rest.length) {
  console.log((await import('./version.ts')).version);
} else {
  const asked = name === '--help' || name === 'help';
  console[asked ? 'log' : 'error'](usage());
  process.exitCode = asked ? 0 : 1;
}

function usage(): string {
  const lines = Object.entries(commands).map(([each, {parameters, option, does}]) => {
    const options = option === undefined ? [] : [`[${option}]`];
    return `${['tavle', each, ...parameters, ...options].join(' ').padEnd(26)}${does}`;
  });
  return [...lines, `${'tavle --version'.padEnd(26)}tells the version`].join('\n');
}
