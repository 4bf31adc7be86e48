import {setTimeout} from 'node:timers/promises';

import {StoreUnavailable} from '../store/store.ts';
import {version} from '../version.ts';
import {backup} from '../maintenance/backup.ts';
import {check} from '../maintenance/check.ts';
import {count, describeUnreadable, problemsOf} from './messages.ts';
import {createProgress} from './progress.ts';
import {prune} from '../maintenance/prune.ts';
import {Refusal} from './refusal.ts';
import {repair, type Repaired} from '../maintenance/repair.ts';
import {restore} from '../maintenance/restore.ts';
import {withStore} from './with-store.ts';

/** What a command prints, and whether all is well. */
interface Outcome {
  readonly lines: readonly string[];
  readonly problems: readonly string[];
  /** What an operator should look at; the command succeeds all the same. */
  readonly warnings?: readonly string[];
}

/** `tavle backup DIRECTORY` */
export function runBackup(variables: NodeJS.ProcessEnv, directory: string): Promise<void> {
  return report('backup', async stopped => {
    const {manifest, incomplete, leftOut} = await withStore(
      variables,
      'filled',
      async (store, unreadable) => ({
        ...(await backup(store, directory, {version, progress: createProgress(), stopped})),
        leftOut: describeUnreadable(unreadable),
      }),
    );
    const {documents, members, counters} = manifest.files;
    const bytes = documents.bytes + members.bytes + counters.bytes;
    return {
      lines: [`${directory}: ${count(documents.lines, 'document')}, ${bytes.toLocaleString('en')} bytes.`],
      problems: [
        ...leftOut,
        ...(incomplete
          ? [
              `The backup is whole, but the store has lost what ${count(incomplete, 'document')} need: see "tavle repair".`,
            ]
          : []),
      ],
    };
  });
}

/** `tavle restore DIRECTORY` */
export function runRestore(variables: NodeJS.ProcessEnv, directory: string): Promise<void> {
  return report('restore', async () => {
    const progress = createProgress();
    const {manifest, repaired} = await withStore(variables, 'any', store =>
      restore(store, directory, progress),
    ).finally(() => progress.end());
    return {
      lines: [`Restored ${count(manifest.files.documents.lines, 'document')}, as of ${manifest.finished}.`],
      problems: lossesIn(repaired),
    };
  });
}

/** `tavle repair` */
export function runRepair(variables: NodeJS.ProcessEnv): Promise<void> {
  return report('repair', async () => {
    const progress = createProgress();
    const {leftOut, ...repaired} = await withStore(variables, 'filled', async (store, unreadable) => ({
      ...(await repair(store, progress)),
      leftOut: describeUnreadable(unreadable),
    })).finally(() => progress.end());
    const {checked, entriesAdded, documentsAdded, countersRaised, recounted} = repaired;
    const added = [
      count(entriesAdded, 'index entry', 'index entries'),
      count(documentsAdded, 'document'),
      count(countersRaised, 'counter'),
    ];
    return {
      lines: [
        `Checked ${count(checked, 'document')}. Were missing, and are there now: ${added.join(', ')}.`,
        `Counted what each organisation stores: ${count(recounted, 'count')} corrected.`,
      ],
      problems: [...leftOut, ...lossesIn(repaired)],
    };
  });
}

/** `tavle prune`, and `tavle prune --dry-run`, which removes nothing. */
export function runPrune(variables: NodeJS.ProcessEnv, dryRun: boolean): Promise<void> {
  return report('prune', async stopped => {
    const progress = createProgress();
    const {leftOut, pruned} = await withStore(variables, 'filled', async (store, unreadable) => ({
      pruned: await prune(store, {dryRun, progress, stopped}),
      leftOut: describeUnreadable(unreadable),
    })).finally(() => progress.end());
    const rows = Object.entries(pruned).map(([kind, number]): [string, string] => [
      kind,
      number.toLocaleString('en'),
    ]);
    const width = Math.max(...rows.map(([, number]) => number.length));
    return {
      lines: [
        dryRun ? 'Would remove:' : 'Removed:',
        ...rows.map(([kind, number]) => `  ${number.padStart(width)} ${kind}`),
      ],
      problems: leftOut,
    };
  });
}

/** `tavle check` */
export function runCheck(variables: NodeJS.ProcessEnv): Promise<void> {
  return report('check', () => check(variables));
}

/** Prints what came of the work, and ends with 1 where anything is wrong. */
async function report(command: string, work: (stopped: AbortSignal) => Promise<Outcome>): Promise<void> {
  const stopping = new AbortController();
  // Before the signals are handled: opening LMDB blocks while another process holds the write lock, and a signal must end that.
  const working = work(stopping.signal);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      const told = new Refusal('Was told to stop.');
      stopping.abort(told);
      // Only what has something to tidy up looks at it in time.
      void setTimeout(1_000, undefined, {ref: false}).then(() => {
        process.stderr.write(`tavle ${command}: ${told.message}\n`);
        process.exit(1);
      });
    });
  }
  const {lines, problems, warnings} = await working.catch((error: unknown): Outcome => {
    if (error instanceof StoreUnavailable) endInSpiteOfCommit();
    return {lines: [], problems: problemsOf(error)};
  });
  process.stderr.write((warnings ?? []).map(warning => `tavle ${command}: warning: ${warning}\n`).join(''));
  process.stderr.write(problems.map(problem => `tavle ${command}: ${problem}\n`).join(''));
  // Last, since a summary ends them.
  process.stdout.write(lines.map(line => `${line}\n`).join(''));
  process.exitCode = problems.length ? 1 : 0;
}

/** Ends the process by SIGTERM where a commit keeps it from ending, since that waits for the write lock of the store. */
function endInSpiteOfCommit(): void {
  void setTimeout(1_000, undefined, {ref: false}).then(() => {
    process.removeAllListeners('SIGTERM');
    process.kill(process.pid, 'SIGTERM');
  });
}

function lossesIn({lost, examples}: Repaired): string[] {
  return lost
    ? [
        `The recipients or texts of ${count(lost, 'document')} are lost: ${examples.join(', ')}${lost > examples.length ? ' …' : ''}`,
      ]
    : [];
}
