// Starts the built command as a process, for end-to-end tests, faults and the proof. Add an option of all starts to
// `Launch`. A process must get only the given settings, never those of the tests.
import {type ChildProcessByStdio, spawn} from 'node:child_process';
import {once} from 'node:events';
import type {Readable} from 'node:stream';
import {fileURLToPath} from 'node:url';

import {startTimeoutMs} from './timeout.ts';

const command = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));

/** The output of a process so far. */
export interface Output {
  stdout: string;
  stderr: string;
}

/** The output and the exit code of a process that has ended. */
export interface Ended extends Output {
  /** The exit code, or the signal that ended the process. */
  readonly code: number | NodeJS.Signals;
}

/** A `tavle` process that printed its ready line. */
export interface ServiceProcess {
  /** The URL in the ready line. */
  readonly url: string;
  readonly pid: number;
  readonly output: Readonly<Output>;
  send(signal: NodeJS.Signals): void;
  /** Resolves when the process has ended. */
  readonly ended: Promise<Ended>;
  /** Closes the pipe of an output, as a log collector that ends does. */
  closeOutput(name: 'stdout' | 'stderr'): void;
  /** Ends the process without a chance to finish anything (`kill -9`). */
  kill(): Promise<void>;
  /** Asks the process to end, and resolves when it has ended. @param signal Default: SIGTERM. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

/** Changes to how a process is started. By default, it runs the built command with two pipes. */
export interface Launch {
  /** The path of another build's `cli.js`. */
  readonly cli?: string;
  /** A line of shell in which `"$@"` is the command, such as `ulimit -n 200; exec "$@" 2>/dev/full`. */
  readonly shell?: string;
}

/** A `tavle` process, maybe not ready yet. */
export interface StartingProcess extends Omit<ServiceProcess, 'url'> {
  /** Resolves to the URL of the ready line. @throws With the output, when the process ends or is not ready in time. */
  ready(): Promise<string>;
}

/** Starts the built `tavle serve` or `tavle demo`. @throws Like `ready`. */
export async function startProcess(...launched: Parameters<typeof beginProcess>): Promise<ServiceProcess> {
  const process = beginProcess(...launched);
  return {...process, url: await process.ready()};
}

/** Starts the built `tavle serve` or `tavle demo`, and does not wait until it is ready. */
export function beginProcess(
  name: 'serve' | 'demo',
  settings: NodeJS.ProcessEnv,
  directory: string,
  how?: Launch,
): StartingProcess {
  const launched = launch([name], settings, directory, how);
  const {child, output, ended} = launched;
  return {
    pid: child.pid ?? 0,
    ready: () => readyUrl(launched),
    output,
    ended,
    send: signal => void child.kill(signal),
    closeOutput: name => void child[name].destroy(),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs the built `tavle` with these arguments until it ends by itself. */
export function runToEnd(
  parameters: readonly string[],
  settings: NodeJS.ProcessEnv,
  directory: string,
  how?: Launch,
): Promise<Ended> {
  return launch(parameters, settings, directory, how).ended;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** Starts a process with the given settings only, without the environment of the tests. */
function launch(
  parameters: readonly string[],
  settings: NodeJS.ProcessEnv,
  directory: string,
  {cli = command, shell = 'exec "$@"'}: Launch = {},
) {
  const child: Child = spawn('/bin/sh', ['-c', shell, 'sh', process.execPath, cli, ...parameters], {
    cwd: directory,
    env: {...settings},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Output = {stdout: '', stderr: ''};
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const ended = once(child, 'close').then(([code, signal]): Ended => ({
    ...output,
    code: (code ?? signal) as Ended['code'],
  }));
  return {child, output, ended};
}

async function readyUrl({child, output, ended}: ReturnType<typeof launch>): Promise<string> {
  const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
  try {
    return await new Promise((resolve, reject) => {
      const look = () => {
        const url = /^tavle ready (\S+)\n/m.exec(output.stdout)?.[1];
        if (url !== undefined) resolve(url);
      };
      void ended.then(() => reject(new Error(`tavle did not become ready.\n${output.stderr}`)));
      child.stdout.on('data', look);
      look();
    });
  } finally {
    clearTimeout(timer);
  }
}
