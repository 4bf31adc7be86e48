import {type SettingName, storeSettingNames} from '../setting-descriptions.ts';
import type {ArgumentHelp, Command, Options} from './command.ts';

const storeCommand = (manual: string) => ({
  settings: storeSettingNames,
  manual,
});

/** For commands that change data, and write to the audit log. */
const auditedCommand = (manual: string, ...more: SettingName[]) => ({
  settings: [...storeSettingNames, 'TAVLE_AUDIT', ...more] as const,
  manual,
});

const dryRun = (description: string): ArgumentHelp => ['--dry-run', description];

const json: ArgumentHelp = ['--json', 'prints JSON'];

/** All commands by name. This module imports nothing that a command needs, so that commands start fast. */
export const commands: Readonly<Record<string, Command>> = {
  serve: {
    description: 'runs the service with the TAVLE_… environment variables as its settings',
    settings: 'all',
    failure: 'it could not start, or did not stop in time',
    manual: 'reference/settings.md',
    run: async () => (await import('../run.ts')).run(process.env),
  },
  init: {
    parameters: [['DIRECTORY', 'a directory that does not exist yet, or is empty']],
    options: [['--port N', 'the port of the service; default: 9443']],
    description: 'writes settings, a portal file and test certificates for a test service',
    settings: 'none',
    failure: 'nothing was written',
    manual: 'operate/configure.md#a-test-service',
    run: async ([directory = ''], {port}) => (await import('./commands/init.ts')).run(directory, port),
  },
  check: {
    description: 'reports problems of the settings and of everything they name',
    settings: 'all',
    failure: 'at least one error; warnings alone are 0',
    manual: 'operate/check.md#tavle-check',
    run: async () => (await import('./commands/check.ts')).run(),
  },
  backup: {
    parameters: [['FILE', 'a new file for the backup, or `-` for standard output']],
    description: 'copies the store to a new file or to standard output, while the service runs',
    ...storeCommand('operate/backup.md'),
    failure: 'there is no backup, or it lacks documents that the store has lost or that cannot be read',
    run: async ([file = '']) => (await import('./commands/backup.ts')).run(file),
  },
  restore: {
    parameters: [['FILE', 'a backup, or `-` for standard input']],
    description: 'fills an empty store, of either engine, from a backup',
    ...auditedCommand('operate/backup.md'),
    failure: 'the backup is damaged, the store is not empty, or the restore was interrupted',
    run: async ([file = '']) => (await import('./commands/restore.ts')).run(file),
  },
  repair: {
    description: 'adds index entries that the store has lost, while the service runs',
    ...auditedCommand('operate/recover.md#tavle-repair'),
    failure: 'lost data could not be derived, or documents cannot be read',
    run: async () => (await import('./commands/repair.ts')).run(),
  },
  prune: {
    options: [
      [
        '--older-than AGE',
        'also deadlines that have passed, and dashboards without a change, for longer than 18m or 5y; at least 1y',
      ],
      dryRun('only counts'),
    ],
    description: 'removes data past its retention, while the service runs',
    ...auditedCommand('operate/data.md#retention-tavle-prune'),
    failure: 'the age is invalid, documents cannot be read, or the store does not respond',
    run: async (_, options) => (await import('./commands/prune.ts')).run(options),
  },
  'inspect deadline': {
    parameters: [['ID', 'the number of the deadline, fristId']],
    options: [['--company CVR', 'shows whether this company sees it'], json],
    description: 'shows a deadline, and whether a company sees it',
    ...inspection('deadline'),
  },
  'inspect form': {
    parameters: [
      ['CVR', 'the supplier'],
      ['EGETID', "the supplier's own id of the variant"],
    ],
    options: [json],
    description: 'shows a form variant, and whether it is published',
    ...inspection('form', 'TAVLE_PORTAL'),
  },
  ...dataSubject('export', 'prints the stored data about', 'a document cannot be read', []),
  ...dataSubject('erase', 'removes the stored data about', 'a document was not removed', [
    dryRun('only prints the keys'),
  ]),
  demo: {
    description: 'runs a sample portal on localhost, with sample data',
    settings: 'all',
    failure: 'it could not start: its ports are in use, or a setting is invalid',
    manual: 'start/portal-developer.md#2-start-a-service',
    run: () => import('../../demo/main.ts'),
  },
};

function inspection(kind: 'deadline' | 'form', ...more: SettingName[]) {
  return {
    ...storeCommand('operate/check.md#tavle-inspect'),
    settings: [...storeSettingNames, ...more],
    failure: 'something is missing or damaged',
    run: async (args: readonly string[], options: Options) =>
      (await import('./commands/inspect.ts')).run(kind, args, options),
  };
}

/** Returns the commands for data subject requests (GDPR articles 15 and 17). */
function dataSubject(
  name: 'export' | 'erase',
  description: string,
  failure: string,
  options: readonly ArgumentHelp[],
): Record<string, Command> {
  const subjects = {
    person: ['OWNER', 'the owner claim of the token'],
    company: ['CVR', 'the company'],
  } as const;
  return Object.fromEntries(
    (['person', 'company'] as const).map(subject => [
      `${name} ${subject}`,
      {
        parameters: [subjects[subject]],
        options,
        description: `${description} a ${subject}`,
        ...(name === 'erase' ? auditedCommand : storeCommand)(
          'operate/data.md#data-about-persons-and-companies',
        ),
        failure,
        run: async ([id = ''], given) =>
          (await import('./commands/data-subject.ts')).run(name, subject, id, given),
      } satisfies Command,
    ]),
  );
}
