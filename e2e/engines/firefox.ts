import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';

import {firefoxFiles, missingPackages} from '../../scripts/tests/browser-files.mjs';
import {withTimeout} from '../speech/timeout.ts';
import {Marionette} from './marionette.ts';
import {startProgram} from './program.ts';
import type {Engine} from './tab.ts';
import {type Session, WebDriverBrowser} from './webdriver.ts';

const path = firefoxFiles['firefox-esr'];

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
    const missing = missingPackages(firefoxFiles);
    if (missing.length) throw new Error(`No Firefox at ${path}: run "apt-get install ${missing.join(' ')}".`);
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    );
    await writeFile(join(directory, 'user.js'), lines.join(''));
    const program = startProgram(
      path,
      ['--headless', '--no-remote', '--marionette', '--profile', directory],
      {
        ...process.env,
        HOME: directory,
      },
    );
    const opened = new AbortController();
    const port = readPort(join(directory, 'MarionetteActivePort'), opened.signal);
    const marionette = await withTimeout(
      Promise.race([port, program.failure]),
      'Firefox did not open its port in time.',
    )
      .finally(() => opened.abort())
      .then(found => Marionette.connect(found));
    await marionette.send('WebDriver:NewSession');
    const session: Session = {
      tabType: 'tab',
      send: (command, parameters) => marionette.send(command, parameters),
      print: async () => void (await marionette.send('WebDriver:Print')),
      focus: () => Promise.resolve(),
      async close() {
        marionette.close();
        await program.stop();
      },
    };
    return WebDriverBrowser.of(session);
  },
};

/** Reads the port that Firefox writes into its profile once it listens. Resolves to 0 when it is aborted. */
async function readPort(file: string, signal: AbortSignal): Promise<number> {
  while (!signal.aborted) {
    const port = Number(await readFile(file, 'utf8').catch(() => ''));
    if (port) return port;
    await setTimeout(50);
  }
  return 0;
}
