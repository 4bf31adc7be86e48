import {resolve} from 'node:path';

import {Command, Help} from 'commander';

import {packageDirectory, version} from '../package.ts';
import {plainText, settingDescriptions, type SettingName, storeSettingNames} from '../settings.ts';

/** What a command's help says in addition to its arguments and options. */
interface Details {
  /** The settings that it reads. */
  readonly settings: readonly SettingName[];
  /** The meaning of exit code 1. */
  readonly failure: string;
  /** Page of the manual, with an optional anchor. */
  readonly manual: string;
}

/** The details of each command. */
export const details = new Map<Command, Details>();

const allSettings = Object.keys(settingDescriptions) as SettingName[];

/** Settings of commands that change data, and write to the audit log. */
const auditedSettings = [...storeSettingNames, 'TAVLE_AUDIT'] as const;

/** Loads modules only when a command runs, so that the help is fast. */
const commands = () => import('./commands.ts');

/** All commands of `tavle`. */
export const program = new Command('tavle')
  .version(version, '--version', 'prints the version')
  .helpOption('-h, --help', 'prints this')
  .helpCommand('help [command]', 'describes a command: its options, settings and exit codes')
  .showHelpAfterError('Add --help to read what the command accepts.')
  // The length of the longest name of a setting.
  .configureHelp({padWidth: () => 29, formatHelp})
  .configureOutput({
    outputError(message, write) {
      const option = /^error: unknown option '--([a-z-]+)/.exec(message)?.[1] ?? '';
      const setting = `TAVLE_${option.replaceAll('-', '_').toUpperCase()}`;
      write(message);
      if (setting in settingDescriptions) write(`Settings are environment variables: ${setting}.\n`);
    },
  });

declare(program, 'serve', 'runs the service with the TAVLE_… environment variables as its settings', {
  settings: allSettings,
  failure: 'it could not start, or did not stop in time',
  manual: 'reference/settings.md',
}).action(async () => (await import('./run.ts')).run(process.env));

declare(program, 'init', 'writes settings, a portal file and test certificates for a test service', {
  settings: [],
  failure: 'nothing was written',
  manual: 'operate/configure.md#a-test-service',
})
  .argument('<DIRECTORY>', 'a directory that does not exist yet, or is empty')
  .option('--port <N>', 'the port of the service', '9443')
  .action(async (directory: string, {port}: {port: string}) =>
    (await import('./init.ts')).init(directory, port),
  );

declare(program, 'check', 'reports problems of the settings and of everything they name', {
  settings: allSettings,
  failure: 'at least one error; warnings alone are 0',
  manual: 'operate/configure.md',
}).action(async () => (await commands()).runCheck());

declare(program, 'backup', 'copies the store to a new file or to standard output, while the service runs', {
  settings: storeSettingNames,
  failure: 'there is no backup, or it lacks documents that the store has lost or that cannot be read',
  manual: 'operate/backup.md',
})
  .argument('<FILE>', 'a new file for the backup, or `-` for standard output')
  .action(async (file: string) => (await commands()).runBackup(file));

declare(program, 'restore', 'fills an empty store, of either engine, from a backup', {
  settings: auditedSettings,
  failure: 'the backup is damaged, the store is not empty, or the restore was interrupted',
  manual: 'operate/backup.md',
})
  .argument('<FILE>', 'a backup, or `-` for standard input')
  .action(async (file: string) => (await commands()).runRestore(file));

declare(program, 'repair', 'adds index entries that the store has lost, while the service runs', {
  settings: auditedSettings,
  failure: 'lost data could not be derived, or documents cannot be read',
  manual: 'operate/backup.md#repair-a-damaged-store',
}).action(async () => (await commands()).runRepair());

declare(program, 'prune', 'removes data past its retention, while the service runs', {
  settings: auditedSettings,
  failure: 'the age is invalid, documents cannot be read, or the store does not respond',
  manual: 'operate/data.md#retention-tavle-prune',
})
  .option(
    '--older-than <AGE>',
    'also deadlines that have passed, and dashboards without a change, for longer than 18m or 5y; at least 1y',
  )
  .option('--dry-run', 'only counts')
  .action(async (options: {olderThan?: string; dryRun?: true}) => (await commands()).runPrune(options));

const inspectGroup = program.command('inspect').description('shows a deadline or a form variant');

declare(inspectGroup, 'deadline', 'shows a deadline, and whether a company sees it', {
  settings: storeSettingNames,
  failure: 'something is missing or damaged',
  manual: 'operate/runbook.md#a-company-misses-a-deadline',
})
  .argument('<ID>', 'the number of the deadline, fristId')
  .option('--company <CVR>', 'shows whether this company sees it')
  .option('--json', 'prints JSON')
  .action(async (id: string, options: {company?: string; json?: true}) =>
    (await commands()).runInspectDeadline(id, options),
  );

declare(inspectGroup, 'form', 'shows a form variant, and whether it is published', {
  settings: [...storeSettingNames, 'TAVLE_PORTAL'],
  failure: 'something is missing or damaged',
  manual: 'operate/runbook.md#a-company-misses-a-deadline',
})
  .argument('<CVR>', 'the supplier')
  .argument('<EGETID>', "the supplier's own id of the variant")
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
  ['company', '<CVR>', 'the company'],
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
    failure: 'a document was not removed',
    manual,
  })
    .argument(id, meaning)
    .option('--dry-run', 'only prints the keys')
    .action(async (given: string, options: {dryRun?: true}) =>
      (await commands()).runErase(subject, given, options),
    );
}

declare(program, 'demo', 'runs a sample portal on localhost, with sample data', {
  settings: allSettings,
  failure: 'it could not start: its ports are in use, or a setting is invalid',
  manual: 'start/portal-developer.md#2-start-a-service',
}).action(async () => void (await import('../../demo/main.ts')));

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
