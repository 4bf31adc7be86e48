import {spawn, type StdioOptions} from 'node:child_process';
import type {Readable} from 'node:stream';

/** How long, in milliseconds, a program may take to end before it is killed. */
const endTimeoutMs = 10_000;

/** A program that runs, with all that it started. */
export interface Program {
  /** What it writes to file descriptor 3, as long as it runs. */
  readonly output: Readable;
  /** Rejects when the program ends. */
  readonly failure: Promise<never>;
  stop(): Promise<void>;
}

/** Starts a program that ends with this process at the latest. */
export function startProgram(
  command: string,
  parameters: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Program {
  const stdio: StdioOptions = ['ignore', 'ignore', 'ignore', 'pipe'];
  // A new process group, so that what the program starts ends with it.
  const child = spawn(command, parameters, {env, stdio, detached: true});
  const ended = new Promise<void>(resolve => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const failure = ended.then(() => {
    throw new Error(`${command} ended with ${String(child.signalCode ?? child.exitCode)}.`);
  });
  // Only a start waits for it. Later, an end is expected.
  failure.catch(() => undefined);
  const kill = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch (error) {
      // All have ended.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  const killAll = () => kill('SIGKILL');
  process.once('exit', killAll);
  return {
    output: child.stdio[3] as Readable,
    failure,
    async stop() {
      kill('SIGTERM');
      const timer = setTimeout(killAll, endTimeoutMs);
      await ended;
      clearTimeout(timer);
      // Its children may outlive it.
      killAll();
      process.off('exit', killAll);
    },
  };
}
