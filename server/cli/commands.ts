import {type SettingName, storeSettingNames} from '../setting-descriptions.ts';
import type {Command, Options, Word} from './command.ts';

const onStore = (manual: string) => ({
  settings: storeSettingNames,
  manual,
});

/** Of commands that change data: each writes lines to the audit log. */
const onAuditedStore = (manual: string, ...more: SettingName[]) => ({
  settings: [...storeSettingNames, 'TAVLE_AUDIT', ...more] as const,
  manual,
});

const dryRun = (does: string): Word => ['--dry-run', does];

const json: Word = ['--json', 'prints JSON, for programs'];

/** All commands, by what is typed. Nothing here loads what a command needs: most of them end after a fraction of a second. */
export const commands: Readonly<Record<string, Command>> = {
  serve: {
    does: 'runs the service with the TAVLE_… environment variables as its settings',
    settings: 'all',
    fails: 'it could not start, or did not stop in time',
    manual: 'reference/settings.md',
    run: async () => (await import('../run.ts')).run(process.env),
  },
  init: {
    parameters: [['DIRECTORY', 'a directory that does not exist yet, or is empty']],
    does: 'writes settings, a portal file and test certificates for a test service',
    settings: 'none',
    fails: 'nothing was written',
    manual: 'operate/configure.md#a-test-service',
    run: async ([directory = '']) => (await import('./commands/init.ts')).run(directory),
  },
  check: {
    does: 'reports what is wrong with the settings and everything they name',
    settings: 'all',
    fails: 'at least one error; warnings alone are 0',
    manual: 'operate/check.md#tavle-check',
    run: async () => (await import('./commands/check.ts')).run(),
  },
  backup: {
    parameters: [['DIRECTORY', 'a new directory for the backup']],
    does: 'copies the store to a new directory, while the service runs',
    ...onStore('operate/backup.md'),
    fails: 'there is no backup, or it lacks documents that the store has lost or that cannot be read',
    run: async ([directory = '']) => (await import('./commands/backup.ts')).run(directory),
  },
  restore: {
    parameters: [['DIRECTORY', 'the directory of a backup']],
    does: 'fills an empty store, of either engine, from a backup',
    ...onAuditedStore('operate/backup.md'),
    fails: 'the backup is damaged, the store is not empty, or the restore was interrupted',
    run: async ([directory = '']) => (await import('./commands/restore.ts')).run(directory),
  },
  repair: {
    does: 'adds index entries that the store has lost, while the service runs',
    ...onAuditedStore('operate/recover.md#tavle-repair'),
    fails: 'something is lost that it could not derive, or cannot be read',
    run: async () => (await import('./commands/repair.ts')).run(),
  },
  prune: {
    options: [
      [
        '--kind KIND',
        'only one of: dashboards, deadlines, feeds, forms, keys, marks; default: all but dashboards',
      ],
      [
        '--older-than AGE',
        'with --kind: also what has passed, but only what is older, such as 400d, 18m or 5y; default: the retention of the kind',
      ],
      dryRun('only counts'),
    ],
    does: 'removes what is past its retention, while the service runs',
    ...onAuditedStore('operate/data.md#retention-tavle-prune', 'TAVLE_PORTAL'),
    fails: 'an invalid kind or age, documents that cannot be read, or a store that does not answer',
    run: async (_, options) => (await import('./commands/prune.ts')).run(options),
  },
  'inspect deadline': {
    parameters: [['ID', 'the number of the deadline, fristId']],
    options: [['--company CVR', 'says whether this company sees it'], json],
    does: 'shows a deadline, and whether a company sees it',
    ...inspection('deadline'),
  },
  'inspect company': {
    parameters: [['CVR', 'the company']],
    options: [
      ['--from DATE', 'the first day, such as 2026-12-31; default: today'],
      ['--to DATE', 'the last day'],
      json,
    ],
    does: 'shows the deadlines of a company, from today on',
    ...inspection('company'),
  },
  'inspect form': {
    parameters: [
      ['CVR', 'the supplier'],
      ['EGETID', "the supplier's own id of the variant"],
    ],
    options: [json],
    does: 'shows a form variant, and whether it is published',
    ...inspection('form', 'TAVLE_PORTAL'),
  },
  'inspect person': {
    parameters: [['OWNER', 'the owner claim of the token']],
    options: [json],
    does: 'shows what a person has chosen on the dashboard',
    ...inspection('person'),
  },
  'inspect authority': {
    parameters: [['CVR', 'the authority']],
    options: [json],
    does: 'shows what an authority has delivered',
    ...inspection('authority'),
  },
  'audit form': {
    parameters: [
      ['CVR', 'the supplier'],
      ['EGETID', "the supplier's own id of the variant"],
    ],
    does: 'shows who changed a form variant, when, and which fields',
    ...audit('form'),
  },
  'audit deadline': {
    parameters: [['ID', 'the number of the deadline, fristId']],
    does: 'shows who changed a deadline, or marked it for a company',
    ...audit('deadline'),
  },
  'audit company': {
    parameters: [['CVR', 'the company']],
    does: 'shows who marked the deadlines of a company, changed its calendar link, or erased its data',
    ...audit('company'),
  },
  'audit person': {
    parameters: [['OWNER', 'the owner claim of the token']],
    does: 'shows what a person changed on the dashboard, and who erased it',
    ...audit('person'),
  },
  audit: {
    does: 'shows all changes, attempts that were refused, and commands that change data',
    ...audit(),
  },
  ...dataSubject('export', 'prints what is stored about', 'a document cannot be read', []),
  ...dataSubject('erase', 'removes what is stored about', 'something stays', [
    dryRun('only prints the keys'),
  ]),
  demo: {
    does: 'runs a sample portal on this machine, with sample data',
    settings: 'all',
    fails: 'it could not start: its ports are taken, or a setting is invalid',
    manual: 'start/portal-developer.md#2-start-a-service',
    run: () => import('../../demo/main.ts'),
  },
};

function inspection(kind: 'deadline' | 'company' | 'form' | 'person' | 'authority', ...more: SettingName[]) {
  return {
    ...onStore('operate/check.md#tavle-inspect'),
    settings: [...storeSettingNames, ...more],
    fails: 'something is missing or damaged',
    run: async (words: readonly string[], options: Options) =>
      (await import('./commands/inspect.ts')).run(kind, words, options),
  };
}

/** @param kind Default: changes of any kind. */
function audit(kind?: 'form' | 'deadline' | 'company' | 'person') {
  return {
    options: [
      ['--caller NAME', 'only changes by this CVR number, owner claim, or "operator" for commands'],
      ['--from TIME', 'since a date or a time, such as 2026-12-31 or 2026-12-31T09:00'],
      ['--to TIME', 'up to a time, or to the end of a day'],
      [
        '--file PATH',
        'another audit log than that of the settings, with its rotated files; - is standard input',
      ],
      ['--json', 'prints the lines of the audit log'],
    ] as const,
    settings: ['TAVLE_AUDIT', 'TAVLE_STORE', 'TAVLE_PORTAL'] as const,
    fails: 'there is no audit log, or a file cannot be read',
    manual: 'operate/audit.md#tavle-audit',
    run: async (words: readonly string[], options: Options) =>
      (await import('./commands/audit.ts')).run(kind, words, options),
  };
}

/** The commands for requests of persons and companies about their data (GDPR articles 15 and 17). */
function dataSubject(
  name: 'export' | 'erase',
  does: string,
  fails: string,
  options: readonly Word[],
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
        does: `${does} a ${subject}`,
        ...(name === 'erase' ? onAuditedStore : onStore)('operate/data.md#data-about-persons-and-companies'),
        fails,
        run: async ([id = ''], given) =>
          (await import('./commands/data-subject.ts')).run(name, subject, id, given),
      } satisfies Command,
    ]),
  );
}
