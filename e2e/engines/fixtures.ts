import {mkdtemp} from 'node:fs/promises';
import {join} from 'node:path';

import {test as base} from 'playwright/test';

import {withTimeout} from '../speech/timeout.ts';
import {withDirectory} from '../support/directory.ts';
import {lend} from '../support/lend.ts';
import {Person} from './person.ts';
import type {Browser, Engine} from './tab.ts';

/** How long, in milliseconds, the tabs of a person may take to close. */
const closeTimeoutMs = 20_000;

interface Fixtures {
  /** Opens a tab in a browser. */
  personIn: (engine: Engine) => Promise<Person>;
}

interface WorkerFixtures {
  /** Starts a browser once. It is closed after the worker's last test. */
  browserOf: (engine: Engine) => Promise<Browser>;
}

/** Fixtures that run journeys in several browsers. */
export const engineFixtures = base.extend<Fixtures, WorkerFixtures>({
  browserOf: [
    // Playwright reads the names of the fixtures that a fixture needs from its first parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) =>
      withDirectory(async directory => {
        const browsers = new Map<Engine, Promise<Browser>>();
        await use(engine => {
          const browser =
            browsers.get(engine) ??
            mkdtemp(join(directory, 'profile-')).then(profile => engine.start(profile));
          browsers.set(engine, browser);
          return browser;
        });
        for (const started of await Promise.allSettled(browsers.values())) {
          if (started.status === 'fulfilled') await started.value.close();
        }
      }),
    {scope: 'worker'},
  ],

  personIn: async ({browserOf}, use, info) => {
    const open = async (engine: Engine) => {
      const browser = await browserOf(engine);
      const tab = await withTimeout(browser.openTab(), `${engine.name} did not open a tab in time.`);
      return new Person(engine.name, browser, tab, info);
    };
    const leave = (person: Person) =>
      withTimeout(person.leave(), `${person.engine} did not close a tab in time.`, closeTimeoutMs);
    await lend(open, leave, use);
  },
});
