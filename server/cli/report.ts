import {readStoreConfig} from '../config.ts';
import {type Store, StoreUnavailable} from '../store/store.ts';
import {describeUnreadable, type Outcome, problemsOf, Refusal} from './messages.ts';
import {createProgress, type Progress} from './progress.ts';
import {lendStore, type Need} from './with-store.ts';

/** Reports work on the store of the settings, and what of it can't be read. */
export function reportOnStore(
  command: string,
  need: Need,
  work: (store: Store, progress: Progress, stopped: AbortSignal) => Promise<Outcome>,
): Promise<void> {
  return report(command, stopped => onStore(need, (store, progress) => work(store, progress, stopped)));
}

/** Does work on the store of the settings. The outcome names what can't be read as well. */
export async function onStore(
  need: Need,
  work: (store: Store, progress: Progress) => Promise<Outcome>,
): Promise<Outcome> {
  const progress = createProgress();
  return lendStore(readStoreConfig(process.env), need, async (store, unreadable) => {
    const {lines, problems} = await work(store, progress);
    return {lines, problems: [...describeUnreadable(unreadable), ...problems]};
  }).finally(() => progress.end());
}

/** Prints what came of the work, and ends with 1 where anything is wrong. */
export async function report(
  command: string,
  work: (stopped: AbortSignal) => Promise<Outcome>,
): Promise<void> {
  const stopping = new AbortController();
  // Before the signals are handled: opening LMDB blocks while another process holds the write lock, and a signal must end that.
  const working = work(stopping.signal);
  const print = (lines: readonly string[]) =>
    void process.stderr.write(lines.map(line => `tavle ${command}: ${line}\n`).join(''));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      const refusal = new Refusal('Interrupted by a signal.');
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
