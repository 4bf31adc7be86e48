// Runs the commands of the manual in a shell, as a reader would, for end-to-end tests. The commands must get no
// variables of the test run: see `readersEnv`.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';

/** The maximum duration of a command, in milliseconds. Some install packages. */
const timeoutMs = 300_000;

/** A command that runs until it is stopped. */
export interface Running {
  /** The match in its output. */
  readonly match: RegExpExecArray;
  /** Ends the command's process group. */
  stop(): Promise<void>;
}

/**
 * Runs commands in a shell, and returns their output.
 *
 * @throws With the output, when a command fails or takes too long.
 */
export async function runShell(
  commands: string,
  directory: string,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const {child, output} = startShell(commands, directory, env);
  const timer = setTimeout(() => killGroup(child.pid), timeoutMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  if (code !== 0) throw new Error(`${commands}\n${output()}`);
  return output();
}

/**
 * Starts a command that keeps running, and resolves when its output matches.
 *
 * @throws With the output, when it exits before or takes too long.
 */
export async function startUntil(
  command: string,
  ready: RegExp,
  directory: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Running> {
  const {child, output} = startShell(command, directory, env);
  const closed = once(child, 'close');
  const timer = setTimeout(() => killGroup(child.pid), timeoutMs);
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    const look = () => {
      const found = ready.exec(output());
      if (found) resolve(found);
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.once('close', () => reject(new Error(`${command}\n${output()}`)));
  });
  clearTimeout(timer);
  return {
    match,
    async stop() {
      killGroup(child.pid);
      await closed;
    },
  };
}

/** Writes shell scripts into a directory, as programs. */
export async function writePrograms(
  directory: string,
  scripts: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, script] of Object.entries(scripts))
    await writeFile(join(directory, name), `#!/bin/sh\n${script}\n`, {mode: 0o755});
}

function startShell(commands: string, directory: string, env: NodeJS.ProcessEnv) {
  // A new process group, which includes the processes that npx starts.
  const child = spawn('sh', ['-ec', commands], {
    cwd: directory,
    detached: true,
    // With NODE_ENV, which Vite sets, npm would leave out development dependencies.
    env: {...readersEnv(), NO_COLOR: '1', ...env},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  return {child, output: () => printed};
}

/** Sends a signal to a process group. */
export function killGroup(pid: number | undefined, signal: NodeJS.Signals = 'SIGTERM'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // The group has exited.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Returns the environment without variables of the test run. */
function readersEnv(): NodeJS.ProcessEnv {
  const isForTests = (name: string) => /^TAVLE_|^NODE_ENV$|^FORCE_COLOR$/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isForTests(name)));
}
