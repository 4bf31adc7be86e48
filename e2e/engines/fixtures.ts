import {test as base} from 'playwright/test';

import {withTimeout} from '../speech/timeout.ts';
import {withDirectory} from '../support/directory.ts';
import {lend} from '../support/lend.ts';
import {Browsers} from './browsers.ts';
import {Person} from './person.ts';
import type {Engine} from './tab.ts';

/** How long, in milliseconds, the tabs of a person may take to close. */
const closeTimeoutMs = 20_000;

interface Fixtures {
  /** Opens a tab in a browser. */
  personIn: (engine: Engine) => Promise<Person>;
}

interface WorkerFixtures {
  /** Those that are left are closed after the worker's last test. */
  browsers: Browsers;
}

/** Fixtures that run journeys in several browsers. */
export const engineFixtures = base.extend<Fixtures, WorkerFixtures>({
  browsers: [
    // Playwright reads the names of the fixtures that a fixture needs from its first parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) =>
      withDirectory(async directory => {
        const browsers = new Browsers(directory);
        await use(browsers);
        await browsers.closeAll();
      }),
    {scope: 'worker'},
  ],

  personIn: async ({browsers}, use, info) => {
    const open = async (engine: Engine) => {
      const browser = await browsers.of(engine);
      const tab = await withTimeout(browser.openTab(), `${engine.name} did not open a tab in time.`);
      return new Person(engine.name, browser, tab, info);
    };
    const leave = (person: Person) =>
      withTimeout(person.leave(), `${person.engine} did not close a tab in time.`, closeTimeoutMs);
    await lend(open, leave, use);
  },
});
