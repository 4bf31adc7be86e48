import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';

import {Builder, Capabilities, Key, type WebDriver, type WebElement} from 'selenium-webdriver';
import {ServiceBuilder} from 'selenium-webdriver/safari.js';

import {missingPackages} from '../../scripts/tests/tools.mjs';
import {webkitFiles} from '../support/packages.mjs';
import {findCandidates, watchForProblems} from './page-scripts.ts';
import type {Browser, Query, Tab} from '../../e2e/engines/tab.ts';

const run = promisify(execFile);

const capabilities = new Capabilities({
  browserName: 'MiniBrowser',
  // Pages in WebKit reach 127.0.0.1 only: nothing listens at the proxy.
  proxy: {proxyType: 'manual', httpProxy: '127.0.0.1:9', sslProxy: '127.0.0.1:9', noProxy: ['127.0.0.1']},
});

/** Starts WebKitGTK, the engine of Safari, in Debian's MiniBrowser on a virtual screen, for `engines.ts`. Selenium drives it with WebKitGTK's own driver. */
export async function startWebkit(): Promise<Browser> {
  const missing = missingPackages(webkitFiles);
  if (missing.length) throw new Error(`WebKit is missing: run "apt-get install ${missing.join(' ')}".`);
  const home = await mkdtemp(join(tmpdir(), 'tavle-webkit-'));
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1800x2400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  process.once('exit', () => screen.kill());
  const env = {
    ...process.env,
    HOME: home,
    DISPLAY: `:${String(await once(screen.stdout, 'data')).trim()}`,
    LC_ALL: 'C.UTF-8',
    LANGUAGE: 'da',
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    // Without this, each start would wait for a session bus, which is missing.
    NO_AT_BRIDGE: '1',
  };
  // Selenium's builder for Safari's driver: WebKitGTK's driver takes the same options.
  const service = new ServiceBuilder(webkitFiles['webkit2gtk-driver']).setEnvironment(env).build();
  const server = await service.start();
  const driver = await new Builder().usingServer(server).withCapabilities(capabilities).build();
  // The first window stays open: commands need a window.
  const first = await driver.getWindowHandle();
  let current = first;
  return {
    async openTab() {
      await driver.switchTo().window(first);
      // WebKit does not run the timers of a tab behind another one on time.
      await driver.switchTo().newWindow('window');
      const handle = (current = await driver.getWindowHandle());
      await driver.manage().window().setRect({width: 1280, height: 1000});
      await focusWindow(driver, env);
      return tabOf(async () => {
        if (current === handle) return driver;
        current = handle;
        await driver.switchTo().window(handle);
        await focusWindow(driver, env);
        return driver;
      });
    },
    async close() {
      await driver.quit();
      await service.kill();
      screen.kill();
      await rm(home, {recursive: true});
    },
  };
}

/** Gives the current window the keyboard focus, without which nothing matches `:focus-visible`. No window manager does this. */
async function focusWindow(driver: WebDriver, env: NodeJS.ProcessEnv): Promise<void> {
  const hasFocus = () => driver.executeScript<boolean>('return document.hasFocus()');
  const focusNext = async () => {
    const {stdout} = await run('xdotool', ['search', '--onlyvisible', '--name', ''], {env});
    // The newest window, which comes last, is the most likely one.
    for (const window of stdout.trim().split('\n').reverse()) {
      await run('xdotool', ['windowfocus', window], {env});
      if (await driver.wait(hasFocus, 500, '', 25).catch(() => false)) return true;
    }
    return false;
  };
  await driver.wait(focusNext, 60_000, 'No window of the tab takes the keyboard.');
}

/** Returns a tab of a journey. @param activate Brings the tab to the front: one tab works at a time. */
function tabOf(activate: () => Promise<WebDriver>): Tab {
  const evaluate = async <Result>(script: (parameter: never) => unknown, parameter?: unknown) =>
    (await activate()).executeScript<Result>(script, parameter);
  return {
    async goto(url) {
      await (await activate()).get(url);
      await evaluate(watchForProblems);
    },
    url: async () => (await activate()).getCurrentUrl(),
    async find(query) {
      const elements = await evaluate<WebElement[]>(findCandidates, query);
      const isMatch = await Promise.all(elements.map(element => hasRoleAndName(element, query)));
      return elements
        .filter((_, index) => isMatch[index])
        .map(element => ({
          click: async withControl => {
            // The driver does not scroll to elements in shadow roots, and rejects the click as "not interactable".
            await evaluate((target: Element) => target.scrollIntoView({block: 'center'}), element);
            if (!withControl) return element.click();
            const actions = (await activate()).actions().keyDown(Key.CONTROL);
            await actions.move({origin: element}).click().keyUp(Key.CONTROL).perform();
          },
          evaluate: script => evaluate(script, element),
        }));
    },
    async press(keys) {
      const actions = (await activate()).actions();
      const pressed = keys.split('+').map(keyOf);
      for (const key of pressed) actions.keyDown(key);
      for (const key of pressed.reverse()) actions.keyUp(key);
      await actions.perform();
    },
    evaluate,
    // The driver rejects `printPage()` as an unknown command, and `print()` in a page does nothing: this only dispatches the events.
    async print() {
      await evaluate(() => ['beforeprint', 'afterprint'].forEach(type => dispatchEvent(new Event(type))));
      return new Uint8Array();
    },
    async frameText(selector) {
      const driver = await activate();
      const [frame] = await evaluate<WebElement[]>(findCandidates, {selector});
      if (!frame) return '';
      await driver.switchTo().frame(frame);
      const text = await driver.executeScript<string>('return document.body?.innerText ?? ""');
      await driver.switchTo().defaultContent();
      return text;
    },
    problems: () => evaluate(() => (window as unknown as {problems?: string[]}).problems ?? []),
    screenshot: async () => Buffer.from(await (await activate()).takeScreenshot(), 'base64'),
    close: async () => (await activate()).close(),
  };
}

async function hasRoleAndName(element: WebElement, {role, name}: Query): Promise<boolean> {
  if (role !== undefined && (await element.getAriaRole()) !== role) return false;
  return name === undefined || (await element.getAccessibleName()) === name;
}

/** Returns WebDriver's code of a key, such as `Key.PAGE_DOWN` for `PageDown`. */
function keyOf(name: string): string {
  const constant = name.replace(/(?<=.)[A-Z]/g, '_$&').toUpperCase();
  return name.length === 1 ? name : String(Key[constant as keyof typeof Key]);
}
