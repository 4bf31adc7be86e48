import {existsSync} from 'node:fs';

import {chromium as playwright, type Page} from 'playwright/test';

import {oldChromiumPath} from '../../scripts/tests/old-chromium.mjs';
import {chromiumLaunch, chromiumPath} from '../support/chromium.ts';
import {PlaywrightTab} from './playwright-tab.ts';
import type {Engine} from './tab.ts';

function chromiumAt(name: string, executablePath: string, hint: string): Engine {
  return {
    name,
    async start() {
      if (!existsSync(executablePath)) throw new Error(`No ${name} at ${executablePath}: run "${hint}".`);
      const browser = await playwright.launch({...chromiumLaunch, executablePath});
      const context = await browser.newContext({locale: 'da-DK'});
      let current: Page | undefined;
      // Old versions render only the page that is in front.
      const activate = async (page: Page) => {
        if (page !== current) await page.bringToFront();
        current = page;
      };
      return {
        openTab: async () => new PlaywrightTab(await context.newPage(), activate),
        close: () => browser.close(),
      };
    },
  };
}

/** Debian's Chromium, which Playwright drives. */
export const chromium = chromiumAt('Chromium', chromiumPath, 'apt-get install chromium-headless-shell');

/** The oldest Chromium that the elements support. */
export const oldChromium = chromiumAt('Chromium 106', oldChromiumPath, 'node scripts/tests/old-chromium.mjs');
