// Fixtures for journeys in several browsers: `personIn` opens a tab. `test.ts` merges them into `test`. For another
// browser, see `e2e/engines/engines.ts`.
import {test as base} from 'playwright/test';

import {withTimeout} from './timeout.ts';
import {Person} from './person.ts';
import {chromium, useChromium} from '../engines/chromium.ts';
import type {Browser, Engine} from '../engines/tab.ts';

/** The maximum time, in milliseconds, to close a person's tab after a test. A browser that has stopped responding never closes it. */
const closeTimeoutMs = 20_000;

interface Fixtures {
  /** Opens a tab in a browser. A failed test gets a picture of the tab. */
  personIn: (engine: Engine) => Promise<Person>;
}

interface WorkerFixtures {
  /** Returns a running browser, and ends the worker's previous one. Playwright has started Chromium; the others start here. */
  startBrowser: (engine: Engine) => Promise<Browser>;
}

/** Fixtures that run journeys in several browsers. */
export const engineFixtures = base.extend<Fixtures, WorkerFixtures>({
  startBrowser: [
    async ({browser: shared}, use) => {
      let running: {engine: Engine; browser: Browser} | undefined;
      await use(async engine => {
        if (running?.engine === engine) return running.browser;
        await running?.browser.close();
        running = undefined;
        running = {engine, browser: await (engine === chromium ? useChromium(shared) : engine.start())};
        return running.browser;
      });
      await running?.browser.close();
    },
    {scope: 'worker'},
  ],

  personIn: async ({startBrowser}, use, info) => {
    const people: Person[] = [];
    await use(async engine => {
      const person = new Person(await (await startBrowser(engine)).openTab());
      people.push(person);
      return person;
    });
    const leave = async ({tab}: Person) => {
      if (info.status !== info.expectedStatus)
        await info.attach('window', {body: Buffer.from(await tab.screenshot()), contentType: 'image/png'});
      await tab.close();
    };
    for (const person of people)
      await withTimeout(leave(person), 'A tab was not closed in time.', closeTimeoutMs);
  },
});
