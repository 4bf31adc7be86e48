import {type ChildProcess, execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import type {Readable} from 'node:stream';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';

import type {Language} from './journeys.ts';
import {killGroup} from '../../e2e/support/shell.ts';
import {startTimeoutMs, withTimeout} from '../../e2e/support/timeout.ts';
import {browsers, type BrowserName} from './browsers.ts';

/* Starts a virtual desktop with a browser and the screen reader Orca, for `run.ts`. All programs must end with the run. */

const runToEnd = promisify(execFile);

const width = 1400;
const height = 1000;

/** A line of output of `spoken-orca.py`. */
interface Line {
  readonly key?: string;
  readonly say?: string;
  readonly event?: string;
}

/** A desktop with a keyboard, a browser, a screen reader and a virtual screen. */
export interface Desktop {
  /** The words spoken since the last key; `press` clears the list. */
  readonly spoken: readonly string[];
  /** The time of the last output of screen reader or browser, as `performance.now()`. */
  readonly lastEvent: number;
  /** Presses keys, named as in xdotool (`ctrl+z`), and resolves when the screen reader has received the last one. */
  press(...keys: readonly string[]): Promise<void>;
  /** Focuses the window whose title contains `title` when it exists. */
  focusWindow(title: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts an X server, a D-Bus session, Orca, and then the browser, in a language.
 *
 * @param directory An empty directory for the settings of these programs.
 */
export async function startDesktop(
  browser: BrowserName,
  language: Language,
  url: string,
  directory: string,
): Promise<Desktop> {
  const running: ChildProcess[] = [];
  let env = await environment(language, directory);

  const run = (command: string, parameters: string[], outputs: number) => {
    const stdio: ('ignore' | 'pipe')[] = ['ignore', 'ignore', 'ignore', 'ignore'];
    stdio[outputs] = 'pipe';
    // A separate process group, which includes the children of the process.
    const child = spawn(command, parameters, {env, cwd: directory, detached: true, stdio});
    running.push(child);
    return {child, lines: createInterface({input: child.stdio[outputs] as Readable})};
  };

  const endAll = () => running.reverse().forEach(({pid}) => killGroup(pid, 'SIGKILL'));
  // Ends all processes, also if the run is aborted.
  process.once('exit', endAll);
  const stop = async () => {
    const left = running.filter(({exitCode, signalCode}) => exitCode === null && signalCode === null);
    const ended = Promise.all(left.map(child => once(child, 'exit')));
    endAll();
    await ended;
    process.off('exit', endAll);
  };

  try {
    const screen = ['-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp', '-displayfd', '3'];
    const x = run('Xvfb', screen, 3);
    env = {...env, DISPLAY: `:${await firstLine(x.lines)}`};
    const dbus = run('dbus-daemon', ['--session', '--nofork', '--print-address'], 1);
    env = {...env, DBUS_SESSION_BUS_ADDRESS: await firstLine(dbus.lines)};

    const script = fileURLToPath(new URL('spoken-orca.py', import.meta.url));
    const orca = run('/usr/bin/python3', [script, join(directory, 'orca')], 1);
    let received = (): void => undefined;
    const desktop = {spoken: [] as string[], lastEvent: performance.now()};
    orca.lines.on('line', text => {
      const {key, say} = JSON.parse(text) as Line;
      desktop.lastEvent = performance.now();
      if (key !== undefined) received();
      if (say !== undefined) desktop.spoken.push(say);
    });
    await firstLine(orca.lines);
    const {path, prepare} = browsers[browser];
    const parameters = await prepare(join(directory, 'browser'), language, {width, height});
    run(path, [...parameters, url], 3);

    const xdotool = async (...parameters: string[]) =>
      (await runToEnd('xdotool', parameters, {env, timeout: startTimeoutMs})).stdout;
    return Object.assign(desktop, {
      async press(...keys: readonly string[]) {
        desktop.spoken = [];
        for (const key of keys) {
          const isReceived = new Promise<void>(resolve => (received = resolve));
          await xdotool('key', '--clearmodifiers', key);
          await withTimeout(isReceived, `Orca did not receive ${key}.`);
        }
      },
      async focusWindow(title: string) {
        const found = await xdotool('search', '--sync', '--onlyvisible', '--name', title);
        const window = found.split('\n')[0] ?? '';
        await xdotool('windowfocus', '--sync', window);
      },
      stop,
    });
  } catch (error) {
    await stop();
    throw error;
  }
}

async function environment(language: Language, directory: string): Promise<NodeJS.ProcessEnv> {
  const locale = {da: 'da_DK.UTF-8', en: 'en_GB.UTF-8'}[language];
  const [locales, runtime] = [join(directory, 'locales'), join(directory, 'run')];
  await mkdir(locales);
  await mkdir(runtime, {mode: 0o700});
  await runToEnd('localedef', ['-i', locale.slice(0, 5), '-f', 'UTF-8', join(locales, locale)]);
  return {
    PATH: process.env.PATH,
    HOME: directory,
    TMPDIR: directory,
    XDG_RUNTIME_DIR: runtime,
    LOCPATH: locales,
    LC_ALL: locale,
    LANGUAGE: language,
    TZ: 'Europe/Copenhagen',
    GTK_MODULES: 'gail:atk-bridge',
    GNOME_ACCESSIBILITY: '1',
    NO_AT_BRIDGE: '0',
    // Ignores settings of the user and the machine.
    GSETTINGS_BACKEND: 'memory',
    ...(process.getuid?.() === 0 ? {MOZ_DISABLE_CONTENT_SANDBOX: '1'} : {}),
  };
}

async function firstLine(lines: NodeJS.EventEmitter): Promise<string> {
  const [line] = (await withTimeout(once(lines, 'line'), 'A program of the desktop did not start.')) as [
    string,
  ];
  return line;
}
