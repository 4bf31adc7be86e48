import {once} from 'node:events';
import {setTimeout} from 'node:timers/promises';

import {missingPackages, webkitFiles} from '../../scripts/tests/browser-files.mjs';
import {freePort} from '../../server/store/testing/redis-process.ts';
import {startTimeoutMs, withTimeout} from '../speech/timeout.ts';
import {runShell} from '../support/shell.ts';
import {type Program, startProgram} from './program.ts';
import type {Engine} from './tab.ts';
import {type Command, commands, type Session, WebDriverBrowser} from './webdriver.ts';

/** How long, in milliseconds, an attempt to start the browser may take, and how many there are. */
const sessionTimeoutMs = 15_000;
const maxAttempts = 4;

/** How long, in milliseconds, the browser may take to end before it is killed. */
const endTimeoutMs = 10_000;

const capabilities = {
  browserName: 'MiniBrowser',
  // Its pages reach 127.0.0.1 only: nothing listens at the proxy.
  proxy: {proxyType: 'manual', httpProxy: '127.0.0.1:9', sslProxy: '127.0.0.1:9', noProxy: ['127.0.0.1']},
};

/** WebKitGTK, the engine of Safari, in Debian's MiniBrowser on a screen that nobody sees. */
export const webkit: Engine = {
  name: 'WebKit',
  async start(directory) {
    const missing = missingPackages(webkitFiles);
    if (missing.length) throw new Error(`WebKit is missing: run "apt-get install ${missing.join(' ')}".`);
    const screen = startProgram('Xvfb', [
      ...['-displayfd', '3', '-screen', '0', '1800x2400x24', '-nolisten', 'tcp'],
    ]);
    const [display] = await withTimeout(
      Promise.race([once(screen.output, 'data') as Promise<[Buffer]>, screen.failure]),
      'Xvfb did not start in time.',
    );
    const env = {
      ...process.env,
      HOME: directory,
      DISPLAY: `:${display.toString().trim()}`,
      LC_ALL: 'C.UTF-8',
      LANGUAGE: 'da',
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      // Without a session bus, each start waits for one.
      NO_AT_BRIDGE: '1',
    };
    const {driver, url} = await startDriver(env);
    const shell = (line: string) => runShell(line, directory, env);
    return WebDriverBrowser.of(sessionOf(url, shell, [driver, screen]));
  },
};

/**
 * Starts the driver, and the browser with it. In about one of 20 starts on a busy machine the browser ends at once, without a message, and
 * the driver waits for it without end: another attempt helps.
 *
 * @returns The driver and the URL of its session.
 */
async function startDriver(env: NodeJS.ProcessEnv): Promise<{driver: Program; url: string}> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const driver = startProgram('WebKitWebDriver', [`--port=${port}`], env);
    const url = `http://127.0.0.1:${port}`;
    try {
      await waitForDriver(url, driver);
      const session = request(url, 'POST', '/session', {capabilities: {alwaysMatch: capabilities}});
      const opened = await withTimeout(session, 'WebKit did not start in time.', sessionTimeoutMs);
      return {driver, url: `${url}/session/${(opened as {sessionId: string}).sessionId}`};
    } catch (error) {
      await driver.stop();
      if (attempt === maxAttempts) throw error;
    }
  }
}

function sessionOf(
  url: string,
  shell: (line: string) => Promise<string>,
  programs: readonly Program[],
): Session {
  return {
    tabType: 'window',
    send(command, parameters) {
      const [method, path] = commands[command satisfies Command];
      const {id, ...body} = (parameters ?? {}) as {id?: unknown};
      // The id of an element is a part of the path; that of a frame is not.
      return path.includes('{id}')
        ? request(url, method, path.replace('{id}', String(id)))
        : request(url, method, path, id === undefined ? body : {...body, id});
    },
    // The driver has no command that prints, and `print()` does nothing: only the events that pages get remain.
    async print() {
      const script = 'for (const type of ["beforeprint", "afterprint"]) dispatchEvent(new Event(type))';
      await request(url, 'POST', '/execute/sync', {script, args: []});
    },
    // No window manager gives the window the keyboard, without which nothing matches `:focus-visible`.
    async focus() {
      const end = Date.now() + startTimeoutMs;
      while (Date.now() < end) {
        const windows = (await shell('xdotool search --onlyvisible --name "" || true')).split(/\s+/);
        // The newest window, which comes last, is the most likely one.
        for (const window of windows.filter(Boolean).reverse()) {
          await shell(`xdotool windowfocus ${window} || true`);
          if (await hasFocus(url)) return;
        }
      }
      throw new Error('No window of the tab takes the keyboard.');
    },
    async close() {
      // A driver that does not respond is ended all the same.
      await withTimeout(request(url, 'DELETE', ''), '', endTimeoutMs).catch(() => undefined);
      for (const program of programs) await program.stop();
    },
  };
}

/** Returns whether the current tab has the keyboard, or gets it soon. */
async function hasFocus(url: string): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const script = 'return document.hasFocus()';
    if (await request(url, 'POST', '/execute/sync', {script, args: []})) return true;
    await setTimeout(25);
  }
  return false;
}

async function waitForDriver(url: string, driver: Program): Promise<void> {
  const end = Date.now() + startTimeoutMs;
  for (;;) {
    try {
      await request(url, 'GET', '/status');
      return;
    } catch (error) {
      if (Date.now() > end) throw new Error('WebKitWebDriver did not start in time.', {cause: error});
      await Promise.race([setTimeout(50), driver.failure]);
    }
  }
}

/** @throws With the error that the driver responds with. */
async function request(url: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await withTimeout(
    fetch(url + path, {method, ...(method === 'POST' && {body: JSON.stringify(body ?? {})})}),
    `WebKit did not respond to ${method} ${path} in time.`,
  );
  const {value} = (await response.json()) as {value: {error?: string; message?: string} | null};
  if (!response.ok) throw new Error(`${value?.error ?? response.status}: ${value?.message ?? ''}`);
  return value;
}
