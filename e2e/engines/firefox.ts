import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';

import {Marionette} from './marionette.ts';
import type {Engine} from './tab.ts';
import {type Session, WebDriverBrowser} from './webdriver.ts';

const path = '/usr/bin/firefox-esr';

/** How long, in milliseconds, Firefox may take to start or to end. */
const timeoutMs = 60_000;

/** Its pages reach 127.0.0.1 only: nothing listens at the proxy. */
const preferences = {
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'da',
  'marionette.port': 0,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
};

/** Debian's Firefox. It takes WebDriver's commands itself, without a driver. */
export const firefox: Engine = {
  name: 'Firefox',
  async start(directory) {
    if (!existsSync(path)) throw new Error(`No Firefox at ${path}: run "apt-get install firefox-esr".`);
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    );
    await writeFile(join(directory, 'user.js'), lines.join(''));
    const child = spawn(path, ['--headless', '--no-remote', '--marionette', '--profile', directory], {
      env: {...process.env, HOME: directory},
      stdio: 'ignore',
    });
    const ended = once(child, 'close');
    const marionette = await Marionette.connect(await readPort(join(directory, 'MarionetteActivePort')));
    await marionette.send('WebDriver:NewSession');
    const session: Session = {
      tabType: 'tab',
      send: (command, parameters) => marionette.send(command, parameters),
      print: async () => void (await marionette.send('WebDriver:Print')),
      focus: () => Promise.resolve(),
      async close() {
        marionette.close();
        child.kill();
        if (!(await Promise.race([ended, setTimeout(timeoutMs, undefined, {ref: false})])))
          child.kill('SIGKILL');
        await ended;
      },
    };
    return WebDriverBrowser.of(session);
  },
};

/** Reads the port that Firefox writes into its profile once it listens. */
async function readPort(file: string): Promise<number> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    const port = Number(await readFile(file, 'utf8').catch(() => ''));
    if (port) return port;
    await setTimeout(50);
  }
  throw new Error('Firefox did not start.');
}
