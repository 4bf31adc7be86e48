/* Runs the work of a command and prints its outcome, for `commands.ts`, `init.ts` and `test-issuer.ts`. Change the
 * layout of lines in `report`; commands write the texts. Scripts of operators read the exit code, and standard output,
 * which may have only the results. Print texts with `printable`: stored ones may have control characters. */

import {readStoreConfig} from '../config.ts';
import {StoreUnavailable} from '../store/engine.ts';
import {isEmbedded} from '../store/open-store.ts';
import type {Store} from '../store/store.ts';
import {describeUnreadable, type Outcome, problemsOf, CommandError} from '../maintenance/messages.ts';
import {createProgress, type Progress} from '../maintenance/progress.ts';
import {describeFileError} from '../files.ts';
import {printable} from '../logs/log.ts';
import {type StoreRequirement, withStore} from '../maintenance/with-store.ts';

/** Runs work on the store of the settings. Adds unreadable documents to the problems of the outcome. */
export async function runOnStore(
  requirement: StoreRequirement,
  work: (store: Store, progress: Progress) => Promise<Outcome>,
): Promise<Outcome> {
  const progress = createProgress();
  return withStore(readStoreConfig(process.env), requirement, async (store, unreadable) => {
    const {lines, problems} = await work(store, progress);
    return {lines, problems: [...describeUnreadable(unreadable), ...problems]};
  }).finally(() => progress.end());
}

/** Runs work, prints its outcome, and sets exit code 1 if there are problems. Scripts of operators read both. */
export async function report(
  command: string,
  work: (stopped: AbortSignal) => Promise<Outcome>,
): Promise<void> {
  const stopping = new AbortController();
  // Starts before the signal handlers exist: opening LMDB blocks while another process holds the write lock, and a signal must then end the process.
  const working = (async () => work(stopping.signal))();
  const print = (lines: readonly string[]) =>
    void process.stderr.write(lines.map(line => `tavle ${command}: ${printable(line)}\n`).join(''));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      const error = new CommandError('Interrupted by a signal.');
      stopping.abort(error);
      // Ends work that ignores `stopped`.
      inASecond(() => {
        print([error.message]);
        process.exit(1);
      });
    });
  }
  const {
    lines,
    problems,
    warnings = [],
  } = await working.catch((error: unknown): Outcome => {
    if (error instanceof StoreUnavailable) endSoon();
    return {lines: [], problems: problemsOf(error)};
  });
  print(warnings.map(warning => `warning: ${warning}`));
  print(problems);
  process.stdout.on('error', error => {
    print([describeFileError('write to standard output', error)]);
    process.exitCode = 1;
  });
  // Printed last, since these lines end with a summary.
  process.stdout.write(lines.map(line => `${printable(line)}\n`).join(''));
  process.exitCode = problems.length ? 1 : 0;
}

/** Ends the process after a second: timers of closed connections to Sentinels and a commit that waits for the store's write lock keep it alive. */
function endSoon(): void {
  inASecond(() => {
    if (!isEmbedded(readStoreConfig(process.env).store)) process.exit();
    // `process.exit` would wait for the commit.
    process.removeAllListeners('SIGTERM');
    process.kill(process.pid, 'SIGTERM');
  });
}

/** Runs work after a second, without keeping the process alive. */
function inASecond(work: () => void): void {
  setTimeout(work, 1_000).unref();
}
