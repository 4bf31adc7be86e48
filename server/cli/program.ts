/* The commands with their options and their help, for `cli.ts` and the manual. Add a command with `declare`, and its
 * work in `commands.ts`; run `npm run docs` after a change. Scripts of operators use the names. Load the code of a
 * command only when it runs, so that the help is fast. */

import {resolve} from 'node:path';

import {Command, Help} from 'commander';

import {packageDirectory, version} from '../package.ts';
import {
  plainText,
  settingDescriptions,
  type SettingName,
  storeSettingNames,
  tokenSettingNames,
} from '../settings.ts';

/** What a command's help says in addition to its arguments and options. */
interface Details {
  /** Settings that the command reads. */
  readonly settings: readonly SettingName[];
  /** The meaning of exit code 1. */
  readonly failure: string;
  /** Page of the manual, with an optional anchor. */
  readonly manual: string;
}

/** The details of each command. `npm run docs` writes them into `docs/reference/commands/`. */
export const details = new Map<Command, Details>();

const allSettings = Object.keys(settingDescriptions) as SettingName[];

/** Settings of commands that change data, and write to the audit log. */
const auditedSettings = [...storeSettingNames, 'TAVLE_AUDIT'] as const;

/** Loads modules only when a command runs, so that the help is fast. */
const commands = () => import('./commands.ts');

/** All commands of `tavle`. */
export const program = new Command('tavle')
  .version(version, '--version', 'prints the version')
  .helpOption('-h, --help', 'prints this help')
  .helpCommand('help [command]', 'prints the options, settings and exit codes of a command')
  .showHelpAfterError('Add --help to read what the command accepts.')
  // Enough for all names of settings except `TAVLE_STORE_SENTINEL_PASSWORD_FILE`.
  .configureHelp({padWidth: () => 29, formatHelp})
  .configureOutput({
    outputError(message, write) {
      const option = /^error: unknown option '--([a-z-]+)/.exec(message)?.[1] ?? '';
      const setting = `TAVLE_${option.replaceAll('-', '_').toUpperCase()}`;
      write(message);
      if (setting in settingDescriptions) write(`Settings are environment variables: ${setting}.\n`);
    },
  });

declare(program, 'serve', 'runs the service. Its settings are environment variables', {
  settings: allSettings,
  failure: 'the service could not start, or did not stop in time',
  manual: 'reference/settings.md',
}).action(async () => (await import('./run.ts')).run(process.env));

declare(program, 'init', 'creates a test service: settings, a portal file, certificates and a key set', {
  settings: [],
  failure: 'the directory is not empty, or an argument is invalid. Nothing was written',
  manual: 'operate/configure.md#a-test-service',
})
  .argument('<DIRECTORY>', 'a new or empty directory')
  .option('--port <N>', 'the port of the service', '9443')
  .action(async (directory: string, {port}: {port: string}) =>
    (await import('./init.ts')).init(directory, port),
  );

declare(
  program,
  'token',
  'prints a token, valid for 12 hours, for a test service that "tavle init" created',
  {
    settings: tokenSettingNames,
    failure: 'TAVLE_TOKEN_JWKS is not the test key set, or an argument is invalid',
    manual: 'operate/configure.md#a-test-service',
  },
)
  .requiredOption('--sub <OWNER>', 'the person: the owner claim of the token')
  .option('--cvr <CVR...>', 'the CVR numbers of the companies that the person acts for')
  .option('--name <NAME>', 'the name of the person')
  .action(async (claims: {sub: string; cvr?: string[]; name?: string}) =>
    (await import('./test-issuer.ts')).printToken(claims),
  );

declare(
  program,
  'check',
  'reports problems of the settings, and of the files, ports and store that they name',
  {
    settings: allSettings,
    failure: 'at least one error. Warnings do not count',
    manual: 'operate/configure.md',
  },
).action(async () => (await commands()).runCheck());

declare(program, 'backup', 'copies the store to a file or to standard output, also while the service runs', {
  settings: storeSettingNames,
  failure: 'no backup was written, or documents are missing in it',
  manual: 'operate/backup.md',
})
  .argument('<FILE>', 'a new file, or `-` for standard output')
  .action(async (file: string) => (await commands()).runBackup(file));

declare(program, 'restore', 'copies a backup into an empty store, LMDB or Redis', {
  settings: auditedSettings,
  failure: 'the backup is damaged, the store is not empty, or the restore was interrupted',
  manual: 'operate/backup.md',
})
  .argument('<FILE>', 'a backup, or `-` for standard input')
  .action(async (file: string) => (await commands()).runRestore(file));

declare(program, 'repair', 'adds missing index entries and corrects counters, also while the service runs', {
  settings: auditedSettings,
  failure: 'some data is lost, or documents cannot be read',
  manual: 'operate/backup.md#repair-a-damaged-store',
}).action(async () => (await commands()).runRepair());

declare(program, 'prune', 'removes expired data, also while the service runs', {
  settings: auditedSettings,
  failure: 'the age is invalid, documents cannot be read, or the store does not respond',
  manual: 'operate/data.md#retention-tavle-prune',
})
  .option(
    '--older-than <AGE>',
    'also removes deadlines and dashboards older than this, for example 400d, 18m or 5y; at least 1y',
  )
  .option('--dry-run', 'counts, and removes nothing')
  .action(async (options: {olderThan?: string; dryRun?: true}) => (await commands()).runPrune(options));

const inspectGroup = program.command('inspect').description('shows a deadline or a form variant');

declare(inspectGroup, 'deadline', 'shows a deadline, and whether a company sees it', {
  settings: storeSettingNames,
  failure: 'the deadline does not exist, or is damaged',
  manual: 'operate/runbook.md#a-company-misses-a-deadline',
})
  .argument('<ID>', 'the number of the deadline (fristId)')
  .option('--company <CVR>', 'a CVR number: shows whether this company sees the deadline')
  .option('--json', 'prints JSON')
  .action(async (id: string, options: {company?: string; json?: true}) =>
    (await commands()).runInspectDeadline(id, options),
  );

declare(inspectGroup, 'form', 'shows a form variant, and whether it is published', {
  settings: [...storeSettingNames, 'TAVLE_PORTAL'],
  failure: 'the form variant does not exist, or is damaged',
  manual: 'operate/runbook.md#a-company-misses-a-deadline',
})
  .argument('<CVR>', 'the CVR number of the supplier')
  .argument('<EGETID>', 'the egetId of the form variant')
  .option('--json', 'prints JSON')
  .action(async (cvr: string, egetId: string, options: {json?: true}) =>
    (await commands()).runInspectForm(cvr, egetId, options),
  );

// Data subject requests: GDPR articles 15 and 17.
const exportGroup = program
  .command('export')
  .description('prints the stored data about a person or a company');
const eraseGroup = program
  .command('erase')
  .description('removes the stored data about a person or a company');
for (const [subject, id, meaning] of [
  ['person', '<OWNER>', 'the owner claim of the token'],
  ['company', '<CVR>', 'the CVR number of the company'],
] as const) {
  const manual = 'operate/data.md#data-about-persons-and-companies';
  declare(exportGroup, subject, `prints the stored data about a ${subject}`, {
    settings: storeSettingNames,
    failure: 'a document cannot be read',
    manual,
  })
    .argument(id, meaning)
    .action(async (given: string) => (await commands()).runExport(subject, given));
  declare(eraseGroup, subject, `removes the stored data about a ${subject}`, {
    settings: auditedSettings,
    failure: 'a document was not erased',
    manual,
  })
    .argument(id, meaning)
    .option('--dry-run', 'prints the keys, and removes nothing')
    .action(async (given: string, options: {dryRun?: true}) =>
      (await commands()).runErase(subject, given, options),
    );
}

declare(program, 'demo', 'runs a sample portal with sample data on localhost', {
  settings: allSettings,
  failure: 'a port is in use, or a setting is invalid',
  manual: 'start/portal-developer.md#2-start-a-service',
})
  .option('--many-forms', 'adds 600 forms to the list of the editors')
  .action(async () => void (await import('../../demo/main.ts')));

function declare(parent: Command, name: string, description: string, detail: Details): Command {
  const command = parent.command(name).description(description);
  details.set(command, detail);
  return command;
}

/** Adds settings, exit codes and the page of the manual to the help of commander. */
function formatHelp(command: Command, help: Help): string {
  const detail = details.get(command);
  const list = (heading: string, rows: readonly (readonly [string, string])[]) =>
    help.formatItemList(
      heading,
      rows.map(([term, text]) => help.formatItem(term, help.padWidth(command, help), text, help)),
      help,
    );
  const settings = (detail?.settings ?? []).map(name => {
    const {defaultText, description} = settingDescriptions[name];
    const start = defaultText.startsWith('required') ? '' : 'default: ';
    return [name, plainText(`${description} (${start}${defaultText})`)] as const;
  });
  const exitCodes = [
    ['0', 'success'],
    ['1', detail?.failure ?? ''],
  ] as const;
  return [
    new Help().formatHelp(command, help),
    ...(detail
      ? [...list('Settings, as environment variables:', settings), ...list('Exit codes:', exitCodes)]
      : ['Settings are environment variables: see "tavle serve --help".']),
    `The manual: ${resolve(packageDirectory, '../docs', detail?.manual ?? 'README.md')}\n`,
  ].join('\n');
}
