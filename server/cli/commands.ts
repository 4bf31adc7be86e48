import {readStoreConfig} from '../config.ts';
import {backup} from '../maintenance/backup.ts';
import {check} from '../maintenance/check.ts';
import {prune} from '../maintenance/prune.ts';
import {repair, type Repaired} from '../maintenance/repair.ts';
import {restore} from '../maintenance/restore.ts';
import {type Store, StoreUnavailable} from '../store/store.ts';
import {version} from '../version.ts';
import type {Command} from './command.ts';
import {dataSubjectCommands} from './data-subject.ts';
import {inspectCommands} from './inspect.ts';
import {count, describeUnreadable, type Outcome, problemsOf, Refusal} from './messages.ts';
import {createProgress, type Progress} from './progress.ts';
import {lendStore, type Need} from './with-store.ts';

export const commands: Readonly<Record<string, Command>> = {
  serve: {
    does: 'runs the service with the TAVLE_… environment variables as its settings',
    run: async () => (await import('../run.ts')).run(process.env),
  },
  check: {
    does: 'reports what is wrong with the settings and everything they name',
    run: () => report('check', () => check(process.env)),
  },
  backup: {
    parameters: ['DIRECTORY'],
    does: 'copies the store to a new directory, while the service runs',
    run: ([directory = '']) =>
      reportOnStore('backup', 'filled', async (store, progress, stopped) => {
        const {manifest, incomplete} = await backup(store, directory, {version, progress, stopped});
        const {documents, members, counters} = manifest.files;
        const bytes = documents.bytes + members.bytes + counters.bytes;
        const lost = `The backup is whole, but the store has lost what ${count(incomplete, 'document')} need: see "tavle repair".`;
        return {
          lines: [
            `${directory}: ${count(documents.lines, 'document')}, ${bytes.toLocaleString('en')} bytes.`,
          ],
          problems: incomplete ? [lost] : [],
        };
      }),
  },
  restore: {
    parameters: ['DIRECTORY'],
    does: 'fills an empty store, of either engine, from a backup',
    run: ([directory = '']) =>
      reportOnStore('restore', 'any', async (store, progress) => {
        const {manifest, repaired} = await restore(store, directory, progress);
        const restored = count(manifest.files.documents.lines, 'document');
        return {lines: [`Restored ${restored}, as of ${manifest.finished}.`], problems: lossesIn(repaired)};
      }),
  },
  repair: {
    does: 'adds index entries that the store has lost, while the service runs',
    run: () =>
      reportOnStore('repair', 'filled', async (store, progress) => {
        const repaired = await repair(store, progress);
        const added = [
          count(repaired.entriesAdded, 'index entry', 'index entries'),
          count(repaired.documentsAdded, 'document'),
          count(repaired.countersRaised, 'counter'),
        ];
        return {
          lines: [
            `Checked ${count(repaired.checked, 'document')}. Were missing, and are there now: ${added.join(', ')}.`,
            `Counted what each organisation stores: ${count(repaired.recounted, 'count')} corrected.`,
          ],
          problems: lossesIn(repaired),
        };
      }),
  },
  prune: {
    options: ['--dry-run'],
    does: 'removes what is past its retention, while the service runs; --dry-run only counts it',
    run: (_, options) =>
      reportOnStore('prune', 'filled', async (store, progress, stopped) => {
        const dryRun = options['dry-run'] !== undefined;
        const pruned = await prune(store, {dryRun, progress, stopped});
        const numbers = Object.values(pruned).map(number => number.toLocaleString('en'));
        const width = Math.max(...numbers.map(({length}) => length));
        const rows = Object.keys(pruned).map((kind, row) => `  ${numbers[row]?.padStart(width)} ${kind}`);
        return {lines: [dryRun ? 'Would remove:' : 'Removed:', ...rows], problems: []};
      }),
  },
  ...inspectCommands(report),
  ...dataSubjectCommands(report),
  demo: {
    does: 'runs a sample portal on this machine, with sample data',
    run: () => import('../../demo/main.ts'),
  },
};

/** Reports work on the store of the settings, and what of it can't be read. */
function reportOnStore(
  command: string,
  need: Need,
  work: (store: Store, progress: Progress, stopped: AbortSignal) => Promise<Outcome>,
): Promise<void> {
  return report(command, async stopped => {
    const progress = createProgress();
    return lendStore(readStoreConfig(process.env), need, async (store, unreadable) => {
      const {lines, problems} = await work(store, progress, stopped);
      return {lines, problems: [...describeUnreadable(unreadable), ...problems]};
    }).finally(() => progress.end());
  });
}

/** Prints what came of the work, and ends with 1 where anything is wrong. */
async function report(command: string, work: (stopped: AbortSignal) => Promise<Outcome>): Promise<void> {
  const stopping = new AbortController();
  // Before the signals are handled: opening LMDB blocks while another process holds the write lock, and a signal must end that.
  const working = work(stopping.signal);
  const print = (lines: readonly string[]) =>
    void process.stderr.write(lines.map(line => `tavle ${command}: ${line}\n`).join(''));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      const refusal = new Refusal('Was told to stop.');
      stopping.abort(refusal);
      // Only what has something to tidy up looks at it in time.
      inASecond(() => {
        print([refusal.message]);
        process.exit(1);
      });
    });
  }
  const {
    lines,
    problems,
    warnings = [],
  } = await working.catch((error: unknown): Outcome => {
    if (error instanceof StoreUnavailable) endInSpiteOfCommit();
    return {lines: [], problems: problemsOf(error)};
  });
  print(warnings.map(warning => `warning: ${warning}`));
  print(problems);
  // Last, since a summary ends them.
  process.stdout.write(lines.map(line => `${line}\n`).join(''));
  process.exitCode = problems.length ? 1 : 0;
}

/** Ends the process by SIGTERM where a commit keeps it from ending, since that waits for the write lock of the store. */
function endInSpiteOfCommit(): void {
  inASecond(() => {
    process.removeAllListeners('SIGTERM');
    process.kill(process.pid, 'SIGTERM');
  });
}

/** Does something after a second, unless the process has ended by then. */
function inASecond(work: () => void): void {
  setTimeout(work, 1_000).unref();
}

function lossesIn({lost, examples}: Repaired): string[] {
  if (!lost) return [];
  const named = `${examples.join(', ')}${lost > examples.length ? ' …' : ''}`;
  return [`The recipients or texts of ${count(lost, 'document')} are lost: ${named}`];
}
